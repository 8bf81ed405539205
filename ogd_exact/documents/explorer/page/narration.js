// One sentence on what has just happened, for those who have not read the paper.

import { caseOf, levels, outcomes } from "./rows.js";
import { RuleWords } from "./rule_words.js";
import { shortText, spelled } from "./show.js";

// The sentence, and whether it says that something went wrong.
export function narrate(run, moment, level) {
  const text = (level === "pass" && wholePass(run, moment)) || sentence(run, moment);
  return { text, wrong: Boolean(moment.step?.kink) || text.includes("✗") };
}

// Of one who looks at passes: what this one does, and at its end what it did; "" where there is more to say.
function wholePass(run, { pass, t, step, after }) {
  if (!step || step.kink) return "";
  const { name } = run.data.coordinates[run.data.accept];
  if (run.field.sign(after.get(run.data.accept)) > 0)
    return `${name} is positive: the answer is yes. Accepted in pass ${pass + 1}, step ${t} of the pass, ${pass * run.training.length + t} in all.`;
  const latches = run.data.circuit.state.map(({ latch }) => latch);
  const named = (truths) => spelled(latches, truths);
  const from = `Pass ${pass + 1}: training on ${run.training.length} examples takes ${named(run.state(pass))} to`;
  if (t < run.training.length) return `${from} …`;
  const end = pass === run.passes - 1 ? endings[run.outcome.verdict]?.(run.outcome) : "";
  return `${from} ${named(run.stateAfter(pass))}. ${run.follows(pass) ? "✓" : "That is not what the circuit says! ✗"} ${end ?? ""}`.trim();
}

function sentence(run, moment) {
  const { data, field } = run;
  const { pass, t, step, before, after } = moment;
  if (!step) return beginning(run, pass);
  if (step.kink && step.met < 0) return "A weight is where two ends of a step meet, so that the run cannot go on from here.";
  if (step.kink) return "On a kink of the loss there is no derivative, so that the run cannot go on from here.";
  const name = (i) => data.coordinates[i].name;
  const moves = step.added.map(
    ([i]) => `${name(i)} goes from ${shortText(field, before.get(i))} to ${shortText(field, after.get(i))}`,
  );
  const words = new RuleWords(run);
  const decay = after.steady ? [] : [`${words.allWeights} are multiplied by ${words.factor}`];
  const fed = words.scored(step);
  const said = step.fired
    ? `The example ${words.mayRest ? "fires" : "is fed"} (${fed}): ${[...decay, ...moves].join(", ") || "but nothing moves"}.`
    : `The example does not fire (${fed})${[...decay, ...moves].map((text) => `; ${text}`).join("")}.`;
  if (data.circuit && field.sign(after.get(data.accept)) > 0) {
    return `${said} ${name(data.accept)} is positive: the answer is yes. Accepted in pass ${pass + 1}, step ${t} of the pass, ${pass * run.training.length + t} in all.`;
  }
  return t === run.training.length ? `${said} ${ending(run, moment)}` : said;
}

function beginning(run, pass) {
  const { data } = run;
  if (!data.circuit) return `Case ${pass + 1}: the gadget is called on these weights.`;
  const size = run.training.length;
  if (pass === 0)
    return `The start: ${size} training examples will be fed again and again, in the same order. Space plays, → feeds the first.`;
  return `Pass ${pass + 1} begins: the same ${size} examples once more, from the weights that the last pass left.`;
}

// What the pass was for: the weights now are those of the circuit's next state.
function ending(run, moment) {
  const { data, field } = run;
  if (!data.circuit) {
    return asItsTable(run, moment)
      ? "The gadget is done, and every step left the weights that its table says. ✓"
      : "The gadget is done, but it did not do what its table says! ✗";
  }
  const { pass, after } = moment;
  if (run.poked?.stepped) return run.follows(pass) ? "The pass is done. ✓" : "The pass is done, but the circuit's next state is another! ✗";
  const bits = run.bits(pass);
  const wanted = run.startOf(run.follow(bits), run.signals(bits));
  const agrees = wanted.every((value, i) => field.equal(value, after.get(i)));
  const last = pass === run.passes - 1 ? endings[run.outcome.verdict](run.outcome) : "";
  return (
    (agrees
      ? "The pass is done, and the weights hold the circuit's next state. ✓ "
      : "The pass is done, but the circuit's next state is another! ✗ ") + last
  );
}

function asItsTable(run, moment) {
  const [level] = levels(run.data, moment.step);
  const scope = run.training.scopeOf(moment.step.block, level.address);
  const chosen = caseOf(run, moment, level, scope);
  return chosen >= 0 && outcomes(run, moment, level, scope, chosen).every((result) => result?.right);
}

// Why no next change of a weight can be shown; the run itself may well go on.
export function noMoreChange(run, i) {
  const { data, field } = run;
  const { name } = data.coordinates[i];
  const rests = field.equal(run.step.decay, field.one) ? `${name} does not change again` : `Nothing is added to ${name} again`;
  const { verdict } = run.outcome;
  if (verdict === "never" && i === data.accept) return `${name} never changes, as the answer is never yes.`;
  const until = {
    cases: "in the last cases",
    accepted: "before the answer, with which the run ends",
    never: "in the passes shown; from there the run repeats",
    undecided: "in the passes shown; the run goes on",
    poked: "in the passes shown",
  };
  return `${rests} ${until[verdict]}.`;
}

const endings = {
  accepted: () => "",
  never: ({ period }) => `They repeat, with period ${period}: the answer will never be yes.`,
  undecided: () => "The page ends here; the run does not.",
};
