// What the page is about, in a minute's reading; and its keys.

import { byId, fill, html } from "./dom.js";
import { RuleWords } from "./rule_words.js";
import { noun, phaseWords, purpose } from "./words.js";

const INTRODUCTION = [
  [
    "A gadget is a few examples in a row ",
    "that together do one thing, such as copying a bit or writing the NAND of two, whatever the bits are.",
  ],
  [
    "A pass computes the circuit once. ",
    "The same examples are fed again and again. Each time they compute every gate, then put the next state where the old one was. So plain training runs the circuit, until the answer weight becomes positive.",
  ],
];

const KEYS = [
  ["→ ←", "one step"],
  ["Shift → ←", "one gadget call"],
  ["Page Down, Page Up", "one pass"],
  ["Home, End", "begin or end of this pass"],
  ["Space", "play, pause"],
  ["A", "to acceptance, or the end of the run"],
  ["G", "go to a pass, by its number"],
  ["↓ ↑", "choose a weight to follow"],
  ["N", "next change of that weight"],
  ["T", "light or dark"],
  ["?", "this help"],
];

// How bits are written as weights.
function encoding({ encoding: { true: yes, false: no, unset } }) {
  if (!yes.startsWith("-") && no === `-${yes}` && unset === "0")
    return "positive is true, negative is false, 0 is unset.";
  return `${yes} is true, ${no} is false${unset === no ? " or unset" : `, ${unset} is unset`}.`;
}

export function introduction(run) {
  const { data } = run;
  const words = new RuleWords(run);
  const [gadget, pass] = INTRODUCTION;
  const moves = [`An example moves weights${words.mayRest ? ", or does not" : ""}. `, words.sentences()];
  const parts = [["A weight is a bit: ", encoding(data)], moves, gadget];
  if (data.circuit) {
    parts[0] = [
      "A weight is a bit. ",
      `Each gate, and each bit of state, has a weight of its own: ${encoding(data)} Wires carry them: thick ones true, thin ones false, dotted ones unset.`,
    ];
    parts.push(pass, ["Some weights are neither. ", purposes(data)]);
  }
  if (data.field.kind === "powers")
    parts.splice(2, 0, [
      "Weights decay. ",
      `At every example, whether it fires or not, the regularizer first multiplies ${words.allWeights} by α = 1 − λ = ${data.field.base}.`,
    ]);
  return parts.map(([lead, text]) => html("p", {}, html("strong", {}, lead), text));
}

// "bot: the answer; box, diamond: scratch."
function purposes(data) {
  const names = new Map();
  data.coordinates.forEach(({ name }, i) => {
    const what = purpose(data, i);
    if (what) names.set(what, [...(names.get(what) ?? []), name]);
  });
  return `${[...names].map(([what, who]) => `${who.join(", ")}: ${what}`).join("; ")}.`;
}

export function phasesInWords(data) {
  return data.phases.map((phase, number) => {
    const { title, text } = phaseWords(phase);
    return html("p", {}, html("strong", {}, `${number + 1}. ${title}. `), text);
  });
}

export function setUpHelp(run) {
  const { data } = run;
  const said = (what) => (data.circuit ? what : what.replace("acceptance, or ", "").replace("pass", noun(data)));
  const title = `Online gradient descent computes ${data.circuit ? "a circuit" : "with bits"}`;
  return helpOf(title, introduction(run), KEYS.map(([key, what]) => [key, said(what)]));
}

// Fills the help, and gives what opens and closes it.
export function helpOf(title, paragraphs, listed) {
  const close = html("button", { type: "button" }, "Close");
  const keys = listed.map(([key, what]) => html("tr", {}, html("th", {}, key), html("td", {}, what)));
  const dialog = byId("help-dialog");
  fill(
    dialog,
    html("h2", { id: "help-title" }, title),
    ...paragraphs,
    html("table", {}, html("tbody", {}, ...keys)),
    close,
  );
  close.addEventListener("click", () => dialog.close());
  return () => (dialog.open ? dialog.close() : dialog.showModal());
}
