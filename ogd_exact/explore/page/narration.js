// One sentence on what has just happened, for those who have not read the paper.

import { shortText } from "./show.js";
import { RULE_WORDS } from "./words.js";

export function narrate(run, moment) {
  const { data, field } = run;
  const { pass, t, step, before, after } = moment;
  if (!step) return beginning(run, pass);
  if (step.kink) return "On the kink of the loss there is no derivative, so that the run cannot go on from here.";
  const name = (i) => data.coordinates[i].name;
  const moves = step.added.map(
    ([i]) => `${name(i)} goes from ${shortText(field, before.get(i))} to ${shortText(field, after.get(i))}`,
  );
  const { score } = RULE_WORDS[data.rule];
  const fed = `${score} is ${shortText(field, step.score)}`;
  const said = step.fired
    ? `The example fires (${fed}): ${moves.join(", ") || "but nothing moves"}.`
    : `The example does not fire (${fed}).`;
  if (data.circuit && field.sign(after.get(data.accept)) > 0) {
    return `${said} ${name(data.accept)} is positive: the answer is yes. Accepted in pass ${pass + 1}, step ${pass * run.training.length + t}.`;
  }
  return t === run.training.length ? `${said} ${ending(run, moment)}` : said;
}

function beginning(run, pass) {
  const { data } = run;
  if (!data.circuit) return `Case ${pass + 1}: the gadget is called on these weights.`;
  const size = run.training.length;
  if (pass === 0)
    return `The start: ${size} training examples will be fed again and again, in the same order. Press → for the first.`;
  return `Pass ${pass + 1} begins: the same ${size} examples once more, from the weights that the last pass left.`;
}

// What the pass was for: the weights now are those of the circuit's next state.
function ending(run, { pass, after }) {
  const { data, field } = run;
  if (!data.circuit) return "The gadget is done.";
  const wanted = run.startOf(run.follow(run.bits(pass), data.circuit));
  const agrees = wanted.every((value, i) => field.equal(value, after.get(i)));
  const last = pass === run.passes - 1 ? endings[data.outcome.verdict](data.outcome) : "";
  return (
    (agrees
      ? "The pass is done, and the weights hold the circuit's next state. ✓ "
      : "The pass is done, but the circuit's next state is another! ✗ ") + last
  );
}

const endings = {
  accepted: () => "",
  never: ({ period }) => `They repeat, with period ${period}: the answer will never be yes.`,
  undecided: () => "The page ends here; the run does not.",
};
