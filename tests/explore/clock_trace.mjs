// node clock_trace.mjs DATA ASKED: what the page of a run in any order computes. ASKED is JSON: a list of
// [order, seed, epochs]; of each: the weights after those epochs, all firings, and the last epoch.

import { readFileSync } from "node:fs";

const page = new URL("../../ogd_exact/documents/explorer/page/", import.meta.url);
const { numbersOf } = await import(new URL("expressions.js", page));
const { ClockRun } = await import(new URL("clock/clock_run.js", page));

const data = JSON.parse(readFileSync(process.argv[2], "utf8"));
const numbers = numbersOf(data);
const run = new ClockRun(data, numbers);
const found = JSON.parse(process.argv[3]).map(([name, seed, epochs]) => {
  run.present({ name, seed });
  const weights = epochs.map((epoch) => {
    const pass = Math.min(Math.floor(epoch / run.length), run.passes - 1);
    const t = Math.min(epoch - pass * run.length, run.stepsIn(pass)); // after the answer the run stands still
    const { after } = run.moment(pass, t);
    return data.coordinates.map((_, i) => numbers.field.text(after.get(i)));
  });
  const firings = Array.from({ length: run.passes }, (_, pass) =>
    run.period(pass).flatMap(({ t, fired }) => fired.map((k) => [pass * run.length + t, k])),
  ).flat();
  const last = run.passes - 1;
  return { weights, firings, last: last * run.length + run.stepsIn(last) };
});
console.log(JSON.stringify(found));
