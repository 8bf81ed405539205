// Runs that were poked at: another start, another number in an example, or another order. From another start the proof
// still says what every pass does; with other examples it says nothing, so that such a run is stepped through.

import { caseOf, levels, outcomes } from "./rows.js";

const MOST_PASSES = 4096; // from another start
const MOST_STEPPED = 64; // passes that are stepped through
const MOST_TIME = 900; // milliseconds
const MOST_LETTERS = 3000; // of a number

// The run with these bits of its start flipped (numbers of latches, in the order of the file).
export function rerouted(run, flips) {
  const { circuit, states } = run.data;
  const first = [...states[0]].map(Number);
  for (const latch of flips) first[circuit.state[latch].input] ^= 1;
  const kept = [first];
  const seen = new Map([[first.join(""), 0]]);
  const outcome = { verdict: "undecided", passes: MOST_PASSES, steps: 0, period: null };
  for (let bits = first; kept.length <= MOST_PASSES; kept.push(bits)) {
    if (run.signals(bits)[circuit.outputs[circuit.inputs - 1]]) {
      Object.assign(outcome, { verdict: "accepted", passes: kept.length });
      break;
    }
    bits = run.follow(bits);
    const before = seen.get(bits.join(""));
    if (before !== undefined) {
      Object.assign(outcome, { verdict: "never", passes: kept.length, period: kept.length - before });
      break;
    }
    seen.set(bits.join(""), kept.length);
  }
  return { flips, outcome, way: { stride: 1, states: kept.map((bits) => bits.join("")) } };
}

// And with the step in which its answer comes.
export function flipped(run, flips) {
  const poked = rerouted(run, flips);
  const { outcome } = poked;
  const { accept } = run.data;
  if (outcome.verdict === "accepted") {
    run.poke(poked);
    const weights = run.startWeights(run.passes - 1);
    while (run.field.sign(weights.get(accept)) <= 0) weights.step(run.effect(weights, weights.now + 1).added);
    outcome.steps = (outcome.passes - 1) * run.training.length + weights.now;
  }
  return poked;
}

// The run with other examples, or in another order, as far as it comes in a moment.
export function strayed(run, { edits = null, order = null, flips = null }) {
  const way = flips ? flipped(run, flips).way : null;
  run.poke({ flips, edits, order, way });
  const { data, field, training } = run;
  const until = performance.now() + MOST_TIME;
  const stepped = { starts: [run.startWeights(0)], steps: [] };
  const most = Math.min(MOST_STEPPED, Math.max(data.outcome.passes, 8));
  let reason = "";
  while (!reason && stepped.steps.length < most) {
    const weights = stepped.starts.at(-1).copy();
    while (!reason && weights.now < training.length) {
      const { added, kink } = run.effect(weights, weights.now + 1);
      weights.step(added);
      if (kink) reason = "kink";
      else if (field.sign(weights.get(data.accept)) > 0) reason = "accepted";
      else if (added.some(([i]) => field.text(weights.get(i)).length > MOST_LETTERS)) reason = "astray";
      else if (performance.now() > until) reason = "time";
    }
    stepped.steps.push(weights.now);
    weights.restart();
    if (!reason) stepped.starts.push(weights);
  }
  const passes = stepped.steps.length;
  return { flips, edits, order, way, stepped, outcome: { verdict: "poked", reason, passes, steps: 0 } };
}

// Where such a run first does not do what its tables say: {pass, t, gadget, row}, row -1 if no case of the table was
// met; in another order, which tables do not speak of, the end of the first pass that left another state.
export function firstFault(run) {
  const { training } = run;
  const until = performance.now() + MOST_TIME;
  for (let pass = 0; pass < run.passes; pass++) {
    for (let call = 0; !training.order && call < training.ends.length; call++) {
      const t = Math.min(training.ends[call], run.stepsIn(pass));
      if (t <= training.startOf(call) || performance.now() > until) break;
      const moment = run.moment(pass, t);
      const [level] = levels(run.data, moment.step);
      const scope = run.training.scopeOf(moment.step.block, level.address);
      const chosen = caseOf(run, moment, level, scope);
      if (chosen < 0) return { pass, t: training.startOf(call) + 1, gadget: level.gadget, row: -1 };
      const results = outcomes(run, moment, level, scope, chosen);
      const row = results.findIndex((result) => result && !result.right);
      if (row >= 0) return { pass, t: training.startOf(call) + results[row].last + 1, gadget: level.gadget, row };
    }
    if (!run.follows(pass)) return { pass, t: run.stepsIn(pass), gadget: null, row: -1 };
  }
  const last = run.passes - 1;
  return ["kink", "astray"].includes(run.outcome.reason) ? { pass: last, t: run.stepsIn(last), gadget: null, row: -1 } : null;
}

export function shuffledOrder(count, random = Math.random) {
  const order = Array.from({ length: count }, (_, k) => k + 1);
  for (let k = count - 1; k > 0; k--) {
    const other = Math.floor(random() * (k + 1));
    [order[k], order[other]] = [order[other], order[k]];
  }
  return order;
}
