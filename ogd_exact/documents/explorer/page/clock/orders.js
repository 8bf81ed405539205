// How an epoch presents its examples: the batch that each comes in, anew for every epoch.

import { drawn } from "./shake.js";

export const ORDERS = {
  shuffle: ["shuffle", "Another order in every epoch, drawn at random"],
  "full-batch": ["full batch", "All examples at once: plain gradient descent"],
  cyclic: ["cyclic", "The same order in every epoch"],
  reverse: ["reverse", "The same order in every epoch, from its end"],
  "batch:7": ["batches of 7", "Shuffled, seven at a time"],
  adversary: ["adversary", "In every epoch the order that comes nearest to a mistake"],
};
export const SEEDED = new Set(["shuffle", "batch:7"]);

// The examples in batches, one after the other; margins: of the examples as the epoch begins, and after its drift.
export function batches({ name, seed }, epoch, count, { now, later }) {
  const all = Array.from({ length: count }, (_, k) => k);
  const each = (row) => row.map((k) => [k]);
  const shuffled = () => {
    const keys = drawn(`${seed}/${epoch}`, count);
    return all.sort((a, b) => (keys[a] < keys[b] ? -1 : keys[a] > keys[b] ? 1 : 0));
  };
  if (name === "full-batch") return [all];
  if (name === "cyclic") return each(all);
  if (name === "reverse") return each(all.reverse());
  if (name === "shuffle") return each(shuffled());
  if (name === "adversary") {
    // Each winner as late as can be: before the drift in the epoch that makes it due, and last in the next.
    const members = all.slice(1);
    const due = members.filter((k) => now[k] < 0n);
    const soon = members.filter((k) => now[k] >= 0n && later(k) < 0n);
    const others = members.filter((k) => now[k] >= 0n && later(k) >= 0n);
    return each([...soon, 0, ...others, ...due]);
  }
  const size = Number(name.replace("batch:", ""));
  const row = shuffled();
  return Array.from({ length: Math.ceil(count / size) }, (_, k) => row.slice(k * size, (k + 1) * size));
}
