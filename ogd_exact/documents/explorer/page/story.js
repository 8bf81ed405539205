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
  life: "is playing the Game of Life.",
};
const QUESTIONS = {
  counter: "Will all its bits be 1?",
  gray: "Will it come to its last word?",
  lfsr: "Will it come to its last state?",
  johnson: "Will all its bits be 1?",
  rule110: "Will all its cells live?",
  collatz: "Will it come to 1?",
  busybeaver: "Will it halt?",
  life: "Will all its cells die?",
};

const learner = ({ rule }) => rule.noun || "learner";

export function headline(data) {
  if (!data.circuit) return data.title;
  const deed = Object.hasOwn(DEEDS, data.machine ?? "") ? DEEDS[data.machine] : `is running ${data.source}.`;
  return `This ${learner(data)} ${data.clock ? deed.replace(/\.$/, ", in any order.") : deed}`;
}

// Whether what is asked is the machine's own question, by whatever name its file has for it.
const usual = ({ property, machine }) =>
  (!property || property.startsWith("bad")) && Object.hasOwn(QUESTIONS, machine ?? "");

// The question as people ask it, where it is the machine's own; else by the name that its file has for it.
export function question(data) {
  if (usual(data)) return QUESTIONS[data.machine];
  const [, kind, name] = /^(\w*) (.*)/s.exec(data.property);
  return kind === "target" ? `Will the state ever become ${name}?` : `Will ${name} ever hold?`;
}

// What happens, in a sentence.
export function premise(data, examples) {
  if (!data.circuit) return "A gadget is a few training examples in a row that together do one thing to bits; a bit is a weight.";
  const order = data.clock ? "in whatever order" : "in the same order";
  return `All that happens is training on the same ${examples} examples, ${order}, again and again. Each gate, and each bit of state, is a weight.`;
}

// The answer, once one has come to it.
export const answer = ({ verdict, passes }, unit) =>
  ({ accepted: `Yes, in ${unit} ${passes}.`, never: "Never: from here it repeats.", undecided: "Not so far." })[verdict] ?? "";
