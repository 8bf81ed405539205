// What happens, in plain words.

import { cellText } from "./show.js";

const PHASES = {
  inputs: [
    "Prepare the state",
    "At the very start every weight is 0, which is no bit: it becomes false here. What is a bit stays.",
  ],
  gates: [
    "Compute the gates",
    "Gate by gate: what it reads is brought together, and the NAND of it written to the gate's weight.",
  ],
  question: [
    "Answer",
    "If the answering gate is true, the answer becomes positive; else it is not touched.",
  ],
  outputs: [
    "Feed back",
    "Each state bit takes over the value of its output gate: the state of the next pass.",
  ],
  gadget: ["The gadget", "The examples of one gadget, from each state of the weights that it may be called on."],
  cleared: ["Clear the gates", "Every gate's weight is brought back to 0 for the next pass."],
};
const KINDS = { bit: "a bit", "bit or unset": "a bit or unset", unset: "unset (0)", true: "true", false: "false" };
const EFFECTS = {
  copy: (a) => `a copy of ${a}`,
  not: (a) => `the opposite of ${a}`,
  and: (a, b) => `${a} AND ${b}`,
  or: (a, b) => `${a} OR ${b}`,
  nand: (a, b) => `${a} NAND ${b}`,
  nor: (a, b) => `${a} NOR ${b}`,
  xor: (a, b) => `${a} XOR ${b}`,
  xnor: (a, b) => `${a} XNOR ${b}`,
  implies: (a, b) => `true unless ${a} is true and ${b} is not`,
  maj: (a, b, c) => `what two of ${a}, ${b} and ${c} are`,
  mux: (a, b, c) => `${b} if ${a} is true, else ${c}`,
  false_if_unset: (a) => `false if ${a} was unset, else as it was`,
  unset_if_false: (a) => `true if ${a} is true, else stays unset`,
};

// What one moves by; where examples come in any order, a period of epochs computes the circuit once.
export function unitsOf({ circuit, clock }) {
  if (clock) return { pass: "period", call: "firing", calls: "firing", step: "epoch" };
  return { pass: circuit ? "pass" : "case", call: "call", calls: "gadget call", step: "step" };
}

export const noun = (data) => unitsOf(data).pass;

const SCRATCH = "scratch, which holds a copy of a bit while a gate is computed";
const BIAS = "a half of the bias, put right after every example";
const SPECIAL = {
  box: SCRATCH,
  diamond: SCRATCH,
  triangle: SCRATCH,
  join: "a helper of gadgets, the same between calls",
  b1: BIAS,
  b2: BIAS,
};

// What a weight is for that is neither a bit of state nor a gate; "" where its name says nothing to us.
export function purpose({ circuit, coordinates, accept, rule, start }, i) {
  if (!circuit) return "";
  if (i === accept) return "the answer: positive if it is yes";
  if (i === circuit.first + circuit.inputs - 1) return "an input beside the state, to make constants from";
  const { name, kind } = coordinates[i];
  if (kind === "state") return `${rule.state[name]} (${cellText(start[i])} between passes)`;
  return kind === "special" ? (SPECIAL[name] ?? "") : "";
}

// A construction may have phases of other kinds; then its own word for them stands.
export function phaseWords({ over, clears }) {
  const [title, text] = PHASES[clears ? "cleared" : over] ?? [over, ""];
  return { title, text };
}

export const listed = (parts) => (parts.length > 1 ? `${parts.slice(0, -1).join(", ")} and ${parts.at(-1)}` : parts.join(""));

// An effect such as nand(false_if_unset(i1), i2), in words: its innermost function first, until none is left.
function effectWords(effect, nameOf) {
  const inner = [];
  const named = (word) => (word[0] === "#" ? inner[Number(word.slice(1))] : nameOf(word));
  for (let text = effect.replaceAll(" ", ""); ; ) {
    const match = /(\w+)\(([^()]*)\)/.exec(text);
    if (!match) return named(text);
    const given = match[2].split(",").map(named);
    const words = EFFECTS[match[1]]?.(...given) ?? `true if ${match[1].replaceAll("_", " ")} of ${listed(given)} are`;
    const outermost = match[0] === text;
    text = text.replace(match[0], `#${inner.length}`);
    inner.push(outermost ? words : `(${words})`);
  }
}

// A contract in a sentence or two, about the weights that a call names.
export function contractWords({ needs, leaves }, nameOf, steady) {
  const before = Object.entries(needs).map(([c, kind]) => `${nameOf(c)} ${KINDS[kind] ?? `= ${cellText(kind)}`}`);
  const after = Object.entries(leaves)
    .filter(([c, effect]) => needs[c] !== effect)
    .map(([c, effect]) => {
      const words = effect.includes("(") ? effectWords(effect, nameOf) : (KINDS[effect] ?? cellText(effect));
      return `${nameOf(c)} becomes ${words}`;
    });
  if (!before.length) return "";
  const rest = steady ? "all else stays" : "all else does nothing but decay";
  return `Needs ${listed(before)}. Then ${listed(after)}; ${rest}.`;
}
