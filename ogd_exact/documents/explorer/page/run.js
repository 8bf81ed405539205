// A run: the weights after any step of any pass. Between passes they follow from the circuit's bits, so that only the
// pass that is looked at is stepped through.

import { Course } from "./course.js";
import { stepOf } from "./step.js";
import { Training } from "./training.js";
import { Weights } from "./weights.js";

const EVERY = 25; // steps between two copies that are kept of a pass

export class Run extends Course {
  constructor(data, numbers) {
    super(data, numbers);
    this.training = new Training(data, numbers);
    this.step = stepOf(data.step, data.coordinates, numbers);
    this.poke(null);
  }

  poke(poked) {
    super.poke(poked);
    this.training.change(poked?.edits, poked?.order);
    this.known = { pass: -1, copies: [] }; // of one pass: the weights after 0, EVERY, 2 EVERY... steps
    this.kinks = new Map();
    this.cursor = null; // the weights where they were last asked for
  }

  // The steps of a whole pass.
  get length() {
    return this.training.length;
  }

  // How many steps a pass has: the last one of a run ends with the answer.
  stepsIn(pass) {
    if (this.data.starts) return this.untilKink(pass);
    if (this.poked?.stepped) return this.poked.stepped.steps[pass];
    const { verdict, steps } = this.outcome;
    const whole = this.training.length;
    return verdict === "accepted" && pass === this.passes - 1 ? steps - pass * whole : whole;
  }

  // A gadget that is wrong may come to stand on a kink, where its run ends; a circuit's run is proved not to.
  untilKink(pass) {
    if (!this.kinks.has(pass)) {
      const weights = this.weightsOf(this.start(pass));
      while (weights.now < this.training.length) {
        const { added, kink } = this.effect(weights, weights.now + 1);
        weights.step(added);
        if (kink) break;
      }
      this.kinks.set(pass, weights.now);
    }
    return this.kinks.get(pass);
  }

  weightsOf(values) {
    return new Weights(this.field, this.step.decay, values, this.step.kept);
  }

  // The weights before a pass.
  start(pass) {
    const { data, numbers } = this;
    if (data.starts) return data.starts[pass].map(numbers.read);
    const before = pass && data.circuit.lasting.length ? this.signals(this.bits(pass - 1)) : [];
    return this.startOf(pass || this.poked?.flips ? this.bits(pass) : [], before);
  }

  // The weight vector before a pass, as an object of the caller's own.
  startWeights(pass) {
    const stepped = this.poked?.stepped?.starts[pass];
    if (stepped) return stepped.copy();
    return this.weightsOf(this.start(pass));
  }

  // The weights between two passes that hold these bits; before the first pass there are none. Where gates last, they
  // hold what they were in the pass before.
  startOf(bits, before) {
    const { data, numbers, field } = this;
    const weights = data.start.map(numbers.read);
    const hold = (bit, signal) => {
      const index = data.circuit.first + signal;
      weights[index] = field.mul(this.encoding[bit ? "true" : "false"], numbers.read(data.magnitudes[index]));
    };
    bits.forEach(hold);
    if (before.length) data.circuit.lasting.forEach((signal) => hold(before[signal], signal));
    return weights;
  }

  // The weights after t steps of a pass, as an object of the caller's own.
  weights(pass, t) {
    if (this.known.pass !== pass) {
      this.known = { pass, copies: [this.startWeights(pass)] };
      this.cursor = null;
    }
    const { copies } = this.known;
    const near = copies[Math.min(Math.floor(t / EVERY), copies.length - 1)];
    const found = this.cursor && this.cursor.now <= t && this.cursor.now >= near.now ? this.cursor : near.copy();
    while (found.now < t) {
      found.step(this.effect(found, found.now + 1).added);
      if (found.now === copies.length * EVERY) copies.push(found.copy());
    }
    this.cursor = found;
    return found.copy();
  }

  effect(weights, t) {
    const example = this.training.example(t);
    return Object.assign(example, this.step.take((i) => weights.get(i), example));
  }

  // Everything about step t of a pass: its example, what it did, and the weights before and after; or those at t = 0.
  moment(pass, t) {
    const after = this.weights(pass, t);
    if (t === 0) return { pass, t, before: after, after, step: null };
    const before = this.weights(pass, t - 1);
    return { pass, t, before, after, step: this.effect(before, t) };
  }
}
