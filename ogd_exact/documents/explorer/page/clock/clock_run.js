// A run in any order: its weights after any epoch of any period. Between periods they follow from the circuit's bits,
// so that only the period that is looked at is run, and of it only the epochs in which something fires.

import { Course } from "../course.js";
import { ratio } from "../rationals.js";
import { Margins } from "./margins.js";

const MOST_KEPT = 6; // periods

export class ClockRun extends Course {
  constructor(data, numbers) {
    super(data, numbers);
    const read = (x) => x.map(([i, text]) => [i, numbers.read(text)]);
    this.given = data.examples.map(({ x }) => read(x));
    this.slotOf = data.examples.map(({ slot }) => slot);
    this.members = data.slots.map((_, t) => this.slotOf.flatMap((slot, k) => (slot === t ? [k] : [])));
    this.rate = numbers.read(data.rate);
    this.threshold = numbers.read(data.threshold);
    this.firstStart = data.start.map(numbers.read);
    this.length = data.clock.epochs;
    this.order = { ...data.order };
    this.poke(null);
  }

  poke(poked) {
    super.poke(poked);
    this.examples = this.given.map((x, k) => poked?.edits?.get(k) ?? x);
    this.margins = new Margins(this.field, this.examples, this.firstStart, this.rate, this.threshold);
    this.periods = new Map();
  }

  // Presents all epochs in another way.
  present(order) {
    this.order = order;
    this.version += 1;
    this.periods = new Map();
  }

  // The weights before a period: the clocks as at the start, the inputs the circuit's bits, the gates as they were.
  start(pass) {
    const { first, inputs, gates } = this.data.circuit;
    const weights = [...this.firstStart];
    const hold = (bit, signal) => (weights[first + signal] = this.encoding[bit ? "true" : "false"]);
    if (pass || this.poked?.flips) this.bits(pass).forEach(hold);
    if (pass) {
      const before = this.signals(this.bits(pass - 1));
      gates.forEach((_, k) => hold(before[inputs + k], inputs + k));
    }
    return weights;
  }

  begin(pass) {
    const stepped = this.poked?.stepped?.starts[pass];
    if (stepped) return stepped;
    const weights = this.start(pass);
    return this.margins.begin(pass * this.length, (i) => weights[i]);
  }

  startWeights(pass) {
    return this.seen(this.begin(pass));
  }

  seen(state) {
    return { steady: true, get: (i) => this.margins.weight(state, i) };
  }

  // A period: the state at its begin, and a stop at every epoch in which more fires than the drift; the last stop is the
  // end, with the reason if the run ends there.
  period(pass) {
    if (!this.periods.has(pass)) {
      if (this.periods.size >= MOST_KEPT) this.periods.delete(this.periods.keys().next().value);
      this.periods.set(pass, this.ran(this.begin(pass), this.length));
    }
    return this.periods.get(pass);
  }

  ran(begin, length) {
    const { margins, data } = this;
    const stops = [{ t: 0, state: begin, fired: [], ends: "" }];
    let [t, state] = [0, begin];
    for (;;) {
      const quiet = Math.min(margins.quiet(state), length - t);
      if (quiet) [t, state] = [t + quiet, margins.later(state, quiet)];
      if (t === length) break;
      const { after, fired, kink } = margins.one(state, this.order);
      const yes = this.field.sign(margins.weight(after, data.accept)) > 0;
      const ends = kink !== null ? "kink" : !fired.includes(0) ? "drift" : yes ? "accepted" : "";
      const members = fired.filter((k) => k);
      t += 1;
      if (members.length || ends) stops.push({ t, state: after, before: state, fired: members, kink, ends });
      if (ends) return stops;
      state = after;
    }
    if (stops.at(-1).t < length) stops.push({ t, state, fired: [], ends: "" });
    return stops;
  }

  stepsIn(pass) {
    return this.period(pass).at(-1).t;
  }

  // Everything about the end of an epoch: the last stop before or at it, what fired in it, and what comes next.
  moment(pass, t) {
    const stops = this.period(pass);
    let at = 0;
    while (at + 1 < stops.length && stops[at + 1].t <= t) at++;
    const stop = stops[at];
    const state = this.margins.later(stop.state, t - stop.t);
    const here = stop.t === t && t > 0 ? stop : null;
    const earlier = here ? stops[at - 1] : stop;
    const beforeState = here?.before ?? (t ? this.margins.later(earlier.state, t - 1 - earlier.t) : state);
    const fired = here?.fired ?? [];
    const slot = this.slotOf[fired.length ? fired[0] : this.due(state)];
    const row = this.data.calls[this.data.slots[slot].call].on;
    const step = { row, x: [], added: fired.flatMap((k) => this.examples[k]) };
    const [before, after] = [this.seen(beforeState), this.seen(state)];
    const { ends = "", kink = null } = here ?? {};
    return { pass, t, state, beforeState, before, after, fired, slot, step, ends, kink, next: stops[at + 1] ?? null };
  }

  // The member that is nearest to firing.
  due({ margins }) {
    let found = 1;
    for (let k = 2; k < margins.length; k++) if (margins[k] < margins[found]) found = k;
    return found;
  }

  // Minus a margin in the phases' own numbers: the threshold taken away, and at rate 1.
  scaled(margin) {
    return this.field.div(ratio(margin, this.margins.unit), this.rate);
  }
}
