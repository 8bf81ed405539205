// What happens in a run in any order, in plain words.

import { helpOf } from "../help.js";
import { html } from "../dom.js";
import { cellText, counted, shortText, spelled } from "../show.js";
import { ORDERS, SEEDED } from "./orders.js";

const HELP = [
  [
    "A slot is a choice. ",
    "It is a few examples, its members, that share one weight of their own: the slot's clock. Firing, a member adds itself to the bits, and lifts the clock.",
  ],
  [
    "One example is the drift. ",
    "It fires in every epoch and lowers every clock a little: the hands come down.",
  ],
  [
    "Where a hand meets its first mark, that member fires. ",
    "A mark is as high as the bits put it, so that the bits choose which member comes first. Its hand is lifted out of reach of all others, for a whole period.",
  ],
  [
    "So the order does not matter. ",
    "Hands come down one after the other, far enough apart, and so slowly that no order of the examples of an epoch can change what a slot does: only whether it does so in one epoch or in the next.",
  ],
];
const KEYS = [
  ["→ ←", "one epoch"],
  ["Shift → ←", "to the next firing, or the last"],
  ["Page Down, Page Up", "one period"],
  ["Home, End", "begin or end of this period"],
  ["Space", "play, pause"],
  ["A", "to acceptance, or the end of the run"],
  ["G", "go to a period, by its number"],
  ["O", "the next order"],
  ["T", "light or dark"],
  ["?", "this help"],
];

export const setUpClockHelp = () =>
  helpOf(
    "Gradient descent computes in any order",
    HELP.map(([lead, text]) => html("p", {}, html("strong", {}, lead), text)),
    KEYS,
  );

export const orderWords = ({ name, seed }) => ORDERS[name][0] + (SEEDED.has(name) ? `, seed ${seed}` : "");

// An example as a sum of names: "−2·x0 + 2·gate1"; without its clock.
export function memberText(data, field, x) {
  const parts = x
    .filter(([i]) => data.coordinates[i].kind !== "clock")
    .map(([i, value]) => {
      const text = cellText(field.text(value));
      const name = data.coordinates[i].name;
      return text === "1" ? name : text === "−1" ? `−${name}` : `${text}·${name}`;
    });
  return parts.join(" + ").replaceAll("+ −", "− ") || "nothing";
}

// "slot 2 of nand(x0, x1, gate0)"
export function slotText(data, slot) {
  const { call, part } = data.slots[slot];
  return `slot ${part + 1} of ${callText(data, call)}`;
}

export function callText(data, call) {
  const { gadget, on } = data.calls[call];
  return `${gadget}(${on.map((i) => data.coordinates[i].name).join(", ")})`;
}

// The sentence on an epoch, and whether it says that something went wrong.
export function narrate(run, moment) {
  const { data, field } = run;
  const { pass, t, fired, ends, kink, after, before } = moment;
  const say = (text, wrong = false) => ({ text, wrong });
  const size = data.examples.length;
  if (ends === "kink") return say(`Epoch ${t}: example ${kink + 1} is exactly on the kink of the loss, so that the run cannot go on. ✗`, true);
  if (ends === "drift") return say(`Epoch ${t}: the drift, which should fire in every epoch, does not. The clock stands still. ✗`, true);
  if (t === 0)
    return say(
      pass
        ? `Period ${pass + 1} begins. All clocks are where they were at the very start; only the bits are others.`
        : `The start. ${size} examples, and in every epoch all of them, in whatever order: now ${orderWords(run.order)}. Space plays, → is one epoch.`,
    );
  const moves = [...new Set(fired.flatMap((k) => run.examples[k].map(([i]) => i)))]
    .filter((i) => data.coordinates[i].kind !== "clock" && !field.equal(before.get(i), after.get(i)))
    .map((i) => `${data.coordinates[i].name} goes from ${shortText(field, before.get(i))} to ${shortText(field, after.get(i))}`);
  const done = moves.length ? `: ${moves.join(", ")}.` : ".";
  if (ends === "accepted") {
    const { name } = data.coordinates[data.accept];
    return say(
      `Epoch ${t}${done} ${name} is positive: the answer is yes. Accepted in period ${pass + 1}, epoch ${t} of the period, ${pass * run.length + t} in all.`,
    );
  }
  if (t === run.length) return periodEnds(run, pass, say);
  if (fired.length) {
    const who = fired.map((k) => `the hand of ${slotText(data, run.slotOf[k])} has come down to ${memberText(data, field, run.examples[k])}`);
    return say(`Epoch ${t}: ${who.join("; and ")}, which ${fired.length > 1 ? "fire" : "fires"}${done}`);
  }
  return say(`Epoch ${t}: only the drift fires, and every hand comes down by ${cellText(data.clock.drift)}. ${coming(run, moment)}`);
}

// What the hands come down to.
function coming(run, { t, next, slot }) {
  if (!next || !next.fired.length) return `All ${counted(run.data.slots.length, "slot")} have had their turn: what is left of the period is for the hands to come round.`;
  return `Next is ${slotText(run.data, slot)}, in ${counted(next.t - t, "epoch")}.`;
}

function periodEnds(run, pass, say) {
  const { data } = run;
  const latches = data.circuit.state.map(({ latch }) => latch);
  const named = (truths) => spelled(latches, truths);
  const right = run.follows(pass);
  const took = `Period ${pass + 1} is over: ${run.length} epochs (${orderWords(run.order)}) took ${named(run.state(pass))} to ${named(run.stateAfter(pass))}.`;
  const { verdict, period } = run.outcome;
  const last = pass === run.passes - 1;
  const end = last && verdict === "never" ? ` From here it repeats every ${counted(period, "period")}: the answer will never be yes.` : "";
  const open = last && verdict === "undecided" ? " The page ends here; the run does not." : "";
  return say(`${took} ${right ? "✓" : "That is not what the circuit says! ✗"}${end}${open}`, !right);
}
