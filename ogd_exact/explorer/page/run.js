// A run: the weights after any step of any pass. Between passes they follow from the circuit's bits, so that only the
// pass that is looked at is stepped through.

import { RULES } from "./rules.js";
import { Training } from "./training.js";
import { Weights } from "./weights.js";

const EVERY = 25; // steps between two copies that are kept of a pass

export class Run {
  constructor(data, numbers) {
    Object.assign(this, { data, numbers, field: numbers.field });
    this.training = new Training(data, numbers);
    this.size = data.coordinates.length;
    this.rate = numbers.read(data.rate);
    this.decay = this.field.sub(this.field.one, this.field.mul(this.rate, numbers.read(data.regularizer)));
    this.encoding = Object.fromEntries(
      Object.entries(data.encoding).map(([truth, text]) => [truth, numbers.read(text)]),
    );
    this.passes = data.outcome.passes;
    this.bitsKnown = { pass: 0, bits: [] };
    this.known = { pass: -1, copies: [] }; // of one pass: the weights after 0, EVERY, 2 EVERY... steps
    this.kinks = new Map();
    this.cursor = null; // the weights where they were last asked for
  }

  // How many steps a pass has: the last one of a run ends with the answer.
  stepsIn(pass) {
    if (this.data.starts) return this.untilKink(pass);
    const { verdict, steps } = this.data.outcome;
    const whole = this.training.length;
    return verdict === "accepted" && pass === this.passes - 1 ? steps - pass * whole : whole;
  }

  // A gadget that is wrong may come to stand on a kink, where its run ends; a circuit's run is proved not to.
  untilKink(pass) {
    if (!this.kinks.has(pass)) {
      const weights = new Weights(this.field, this.decay, this.start(pass));
      while (weights.now < this.training.length) {
        const { added, kink } = this.effect(weights, weights.now + 1);
        weights.step(added);
        if (kink) break;
      }
      this.kinks.set(pass, weights.now);
    }
    return this.kinks.get(pass);
  }

  // The netlist's inputs before a pass, from the nearest pass where they are known.
  bits(pass) {
    const { circuit, states, stride } = this.data;
    const kept = Math.min(Math.floor(pass / stride), states.length - 1);
    let { pass: at, bits } = this.bitsKnown;
    if (at > pass || at < kept * stride || !bits.length) [at, bits] = [kept * stride, [...states[kept]].map(Number)];
    for (; at < pass; at++) bits = this.follow(bits, circuit);
    this.bitsKnown = { pass, bits };
    return bits;
  }

  follow(bits, { gates, outputs }) {
    const values = [...bits];
    for (const [a, b] of gates) values.push(1 - values[a] * values[b]);
    return outputs.map((output) => values[output]);
  }

  // The weights before a pass.
  start(pass) {
    const { data, numbers } = this;
    if (data.starts) return data.starts[pass].map(numbers.read);
    return this.startOf(pass ? this.bits(pass) : []);
  }

  // The weights between two passes that hold these bits; before the first pass there are none.
  startOf(bits) {
    const { data, numbers, field } = this;
    const weights = data.start.map(numbers.read);
    bits.forEach((bit, i) => {
      const index = data.circuit.first + i;
      weights[index] = field.mul(this.encoding[bit ? "true" : "false"], numbers.read(data.magnitudes[index]));
    });
    return weights;
  }

  // The weights after t steps of a pass, as an object of the caller's own.
  weights(pass, t) {
    if (this.known.pass !== pass) {
      this.known = { pass, copies: [new Weights(this.field, this.decay, this.start(pass))] };
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
    const rule = RULES[this.data.rule];
    const example = this.training.example(t);
    return { ...example, ...rule(this.field, (i) => weights.get(i), example, this.rate, this.size - 1) };
  }

  // Everything about step t of a pass: its example, what it did, and the weights before and after; or those at t = 0.
  moment(pass, t) {
    const after = this.weights(pass, t);
    if (t === 0) return { pass, t, before: after, after, step: null };
    const before = this.weights(pass, t - 1);
    return { pass, t, before, after, step: this.effect(before, t) };
  }
}
