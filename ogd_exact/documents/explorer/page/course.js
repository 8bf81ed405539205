// How a run goes from pass to pass, by the circuit: its bits before every pass, and whether the weights follow it. A
// pass is whatever computes the circuit once; where examples come in any order, a period of epochs.

import { truthOf } from "./show.js";

const OPPOSITE = { true: "false", false: "true" };

export class Course {
  constructor(data, numbers) {
    Object.assign(this, { data, numbers, field: numbers.field, version: 0 });
    this.encoding = Object.fromEntries(
      Object.entries(data.encoding).map(([truth, text]) => [truth, numbers.read(text)]),
    );
  }

  // The run as it was made, or one that was poked at: see poked.js.
  poke(poked) {
    const { outcome, stride, states } = this.data;
    this.poked = poked;
    this.version += 1;
    this.outcome = poked?.outcome ?? outcome;
    this.way = poked?.way ?? { stride, states };
    this.passes = this.outcome.passes;
    this.bitsKnown = { pass: 0, bits: [] };
  }

  // The netlist's inputs before a pass, from the nearest pass where they are known.
  bits(pass) {
    const { states, stride } = this.way;
    const kept = Math.min(Math.floor(pass / stride), states.length - 1);
    let { pass: at, bits } = this.bitsKnown;
    if (at > pass || at < kept * stride || !bits.length) [at, bits] = [kept * stride, [...states[kept]].map(Number)];
    for (; at < pass; at++) bits = this.follow(bits);
    this.bitsKnown = { pass, bits };
    return bits;
  }

  follow(bits) {
    const values = this.signals(bits);
    return this.data.circuit.outputs.map((output) => values[output]);
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
    const weights = stepped ? this.startWeights(pass) : null;
    const bits = stepped ? null : this.bits(pass);
    return state.map(({ input, inverted }) => {
      const truth = stepped ? truthOf(this, weights, first + input, false) : bits[input] ? "true" : "false";
      return inverted ? (OPPOSITE[truth] ?? truth) : truth;
    });
  }

  // The state that a pass leaves, by the circuit; by the weights where the run was poked at.
  stateAfter(pass) {
    if (pass + 1 < this.passes || this.poked?.stepped?.starts[pass + 1]) return this.state(pass + 1);
    const bits = this.follow(this.bits(pass));
    return this.data.circuit.state.map(({ input, inverted }) => (Boolean(bits[input]) !== inverted ? "true" : "false"));
  }

  // Whether a pass left the state that the circuit says, as far as it was run.
  follows(pass) {
    if (!this.poked?.stepped?.starts[pass + 1]) return true;
    const { state } = this.data.circuit;
    const before = this.state(pass);
    if (before.some((truth) => truth !== "true" && truth !== "false")) return false;
    const bits = [...this.data.states[0]].map(Number);
    state.forEach(({ input, inverted }, k) => (bits[input] = Number((before[k] === "true") !== inverted)));
    const wanted = this.follow(bits);
    return this.state(pass + 1).every((truth, k) => {
      const bit = Boolean(wanted[state[k].input]) !== state[k].inverted;
      return truth === (bit ? "true" : "false");
    });
  }
}
