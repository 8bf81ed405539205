// A run: the weights after any step of any pass. Between passes they follow from the circuit's bits, so that only the
// pass that is looked at is stepped through.

import { RULES } from "./rules.js";
import { truthOf } from "./show.js";
import { Training } from "./training.js";
import { Weights } from "./weights.js";

const OPPOSITE = { true: "false", false: "true" };
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
    this.poke(null);
  }

  // The run as it was made, or one that was poked at: see poked.js.
  poke(poked) {
    const { outcome, stride, states } = this.data;
    this.poked = poked;
    this.version = (this.version ?? 0) + 1;
    this.training.change(poked?.edits, poked?.order);
    this.outcome = poked?.outcome ?? outcome;
    this.way = poked?.way ?? { stride, states };
    this.passes = this.outcome.passes;
    this.bitsKnown = { pass: 0, bits: [] };
    this.known = { pass: -1, copies: [] }; // of one pass: the weights after 0, EVERY, 2 EVERY... steps
    this.kinks = new Map();
    this.cursor = null; // the weights where they were last asked for
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
    const { circuit } = this.data;
    const { states, stride } = this.way;
    const kept = Math.min(Math.floor(pass / stride), states.length - 1);
    let { pass: at, bits } = this.bitsKnown;
    if (at > pass || at < kept * stride || !bits.length) [at, bits] = [kept * stride, [...states[kept]].map(Number)];
    for (; at < pass; at++) bits = this.follow(bits, circuit);
    this.bitsKnown = { pass, bits };
    return bits;
  }

  follow(bits, { outputs }) {
    const values = this.signals(bits);
    return outputs.map((output) => values[output]);
  }

  // What every input and gate is, where the inputs are these.
  signals(bits) {
    const values = [...bits];
    for (const [a, b] of this.data.circuit.gates) values.push(1 - values[a] * values[b]);
    return values;
  }

  // The circuit's own state before a pass, in the order of its file, as truths: "true", "false", and where a run that
  // was poked at holds no bits, "unset" or "between".
  state(pass) {
    const { first, state } = this.data.circuit;
    const stepped = this.poked?.stepped && pass > 0;
    const weights = stepped ? this.poked.stepped.starts[pass] : null;
    const bits = stepped ? null : this.bits(pass);
    return state.map(({ input, inverted }) => {
      const truth = stepped ? truthOf(this, weights, first + input, false) : bits[input] ? "true" : "false";
      return inverted ? (OPPOSITE[truth] ?? truth) : truth;
    });
  }

  // The state that a pass leaves, by the circuit; by the weights where the run was poked at.
  stateAfter(pass) {
    if (pass + 1 < this.passes || this.poked?.stepped?.starts[pass + 1]) return this.state(pass + 1);
    const bits = this.follow(this.bits(pass), this.data.circuit);
    return this.data.circuit.state.map(({ input, inverted }) => (Boolean(bits[input]) !== inverted ? "true" : "false"));
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
    return new Weights(this.field, this.decay, this.start(pass));
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
