// What one may change in a run in any order, besides the order: bits of the start, and numbers of examples.

import { PokeView, noNumber } from "../poke_view.js";
import { rerouted } from "../poked.js";
import { cellText, shortText } from "../show.js";
import { memberText, slotText } from "./clock_words.js";

const MOST_STEPPED = 16; // periods
const MOST_TIME = 900; // milliseconds
const STOPPED = {
  kink: "an example is exactly on the kink of the loss, and the run ends",
  drift: "the drift, which should fire in every epoch, does not",
};

// The run with other examples, as far as it comes in a moment: the state before each period, and why it ends.
function strayed(run, edits, flips) {
  const way = flips ? rerouted(run, flips).way : null;
  run.poke({ flips, edits, way });
  const until = performance.now() + MOST_TIME;
  const starts = [run.begin(0)];
  const most = Math.min(MOST_STEPPED, Math.max(run.data.outcome.passes, 4));
  let reason = "";
  let passes = 0;
  while (!reason && passes < most && performance.now() < until) {
    const last = run.ran(starts.at(-1), run.length).at(-1);
    passes += 1;
    reason = last.ends;
    if (!reason) starts.push(last.state);
  }
  return { flips, edits, way, stepped: { starts }, outcome: { verdict: "poked", reason, passes, period: null } };
}

// Every firing of a period, one after the other, and the weights after it.
const firings = (run, pass) =>
  run.period(pass).flatMap(({ t, fired, state }) => fired.map((k, n) => ({ t, k, state: n === fired.length - 1 ? state : null })));

export class ClockPoke extends PokeView {
  hints() {
    return [
      "Choose another order above, at any time: nothing but the epochs of the firings changes, by one at most.",
      "Change one number of one example: click on a number of a member, or of the drift, under Slot. That is a number the proof relies on, and the page says what fails.",
      ...this.texts.values(),
    ];
  }

  acts() {
    return [];
  }

  apply() {
    const { run, flips, edits } = this;
    const chosen = flips.size ? [...flips] : null;
    if (edits.size) {
      const right = this.right(chosen);
      run.poke(strayed(run, edits, chosen));
      this.fault = this.firstFault(right);
    } else {
      run.poke(chosen ? rerouted(run, chosen) : null);
      this.fault = null;
    }
    this.go(this.fault?.pass ?? 0, this.fault?.t ?? 0, this.fault ? "fault" : "start");
  }

  // What fires in every period of the run as it was, which no order changes; and the bits after it.
  right(flips) {
    const { run } = this;
    run.poke(flips ? rerouted(run, flips) : null);
    const count = Math.min(run.passes, MOST_STEPPED);
    const bits = this.data.coordinates.flatMap(({ kind }, i) => (kind === "clock" ? [] : [i]));
    return Array.from({ length: count }, (_, pass) =>
      firings(run, pass).map(({ k, state }) => ({ k, bits: state && bits.map((i) => run.margins.weight(state, i)) })),
    );
  }

  // The first firing that is another, or leaves other bits: {pass, t, says}.
  firstFault(right) {
    const { run, data } = this;
    const { field } = run;
    for (let pass = 0; pass < run.passes; pass++) {
      const found = firings(run, pass);
      const wanted = right[pass] ?? [];
      const end = run.period(pass).at(-1);
      const last = pass === run.passes - 1 && end.ends !== "accepted" ? end.ends : "";
      for (let n = 0; n < Math.max(found.length, wanted.length); n++) {
        const [is, should] = [found[n], wanted[n]];
        if (!should && pass >= right.length) break;
        if (!is && last) break;
        if (!is) return { pass, t: run.stepsIn(pass), says: `${this.who(should.k)} should have fired, and did not` };
        if (!should) return { pass, t: is.t, says: `${this.who(is.k)} fires, though every slot has had its turn` };
        if (is.k !== should.k) return { pass, t: is.t, says: `${this.who(is.k)} fires, where ${this.who(should.k)} should` };
        const other = is.state && should.bits ? should.bits.findIndex((value, i) => !field.equal(value, run.margins.weight(is.state, i))) : -1;
        if (other >= 0) {
          const [now, was] = [run.margins.weight(is.state, other), should.bits[other]].map((value) => shortText(field, value));
          return { pass, t: is.t, says: `${this.who(is.k)} fires and leaves ${data.coordinates[other].name} at ${now}, where ${was} is right` };
        }
      }
      if (last) return { pass, t: end.t, says: STOPPED[last] };
      if (!run.follows(pass)) return { pass, t: run.stepsIn(pass), says: "the period leaves another state than the circuit" };
    }
    return null;
  }

  who(k) {
    if (k === 0) return "the drift";
    return `${memberText(this.data, this.run.field, this.run.given[k])}, of ${slotText(this.data, this.run.slotOf[k])},`;
  }

  edit(k, coordinate, text) {
    const value = this.read(text);
    if (!value) return noNumber(text);
    this.edits.set(k, this.run.examples[k].map(([i, old]) => [i, i === coordinate ? value : old]));
    this.texts.set(`${k}.${coordinate}`, `${this.data.coordinates[coordinate].name} of example ${k + 1} is now ${cellText(text)}`);
    this.apply();
    return "";
  }

  astray({ passes }) {
    const { fault } = this;
    if (!fault) return `It still computes the circuit, as far as ${passes} periods go; but nothing proves that it does.`;
    return `It breaks in period ${fault.pass + 1}, epoch ${fault.t}: ${fault.says}.`;
  }
}
