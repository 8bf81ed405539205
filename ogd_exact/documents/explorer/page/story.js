// What the page is about, in a headline that does not give the ending away.

const DEEDS = {
  counter: "is counting.",
  gray: "is counting in Gray code.",
  lfsr: "is shuffling bits.",
  johnson: "is turning a ring of bits.",
  rule110: "is running Rule 110.",
  collatz: "is following Collatz.",
  busybeaver: "is a busy beaver.",
  mult: "is squaring numbers.",
};
const QUESTIONS = {
  counter: "Will all its bits be 1?",
  gray: "Will it come to its last word?",
  lfsr: "Will it come to its last state?",
  johnson: "Will all its bits be 1?",
  rule110: "Will all its cells live?",
  collatz: "Will it come to 1?",
  busybeaver: "Will it halt?",
};

const learner = ({ rule }) => rule.noun || "learner";

export function headline(data) {
  if (!data.circuit) return data.title;
  const deed = Object.hasOwn(DEEDS, data.machine ?? "") ? DEEDS[data.machine] : `is running ${data.source}.`;
  return `This ${learner(data)} ${data.clock ? deed.replace(/\.$/, ", in any order.") : deed}`;
}

// The question as people ask it, where it is the machine's own; else by the name that its file has for it.
export function question(data) {
  const asked = data.property === "bad b0" || data.property === "bad" || !data.property;
  if (asked && Object.hasOwn(QUESTIONS, data.machine ?? "")) return QUESTIONS[data.machine];
  return `Will ${data.property} ever hold?`;
}

// What happens, in two sentences.
export function premise(data, examples) {
  return `Each gate, and each bit of state, is one weight of the ${learner(data)}. Training on the same ${examples} examples in the same order, once a pass, computes every gate; nothing else is done.`;
}

// The answer, once one has come to it.
export const answer = ({ verdict, passes }, unit) =>
  ({ accepted: `Yes, in ${unit} ${passes}.`, never: "Never: from here it repeats.", undecided: "Not so far." })[verdict] ?? "";
