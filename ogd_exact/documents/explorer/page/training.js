// The training set: the examples of a pass, found by their number without unrolling those before.

import { evaluate } from "./expressions.js";

export class Training {
  constructor(data, numbers) {
    Object.assign(this, { data, numbers });
    this.decoded = new Map();
    this.ends = []; // of calls: the number of the last example of each
    let end = 0;
    for (const [, block] of data.calls) this.ends.push((end += data.blocks[block].examples.length));
    this.length = end;
  }

  // The number of the call that example t (from 1) belongs to.
  callOf(t) {
    let [low, high] = [0, this.ends.length - 1];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.ends[middle] < t) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  // How many examples are fed before a call.
  startOf(call) {
    return call ? this.ends[call - 1] : 0;
  }

  examples(block) {
    if (!this.decoded.has(block)) {
      const read = ([x, y]) => ({
        x: x.map(([place, text]) => [place, this.numbers.read(text)]),
        y: this.numbers.read(y),
      });
      this.decoded.set(block, this.data.blocks[block].examples.map(read));
    }
    return this.decoded.get(block);
  }

  // Other numbers in some examples, by their number; and another order: which example is fed at each step.
  change(edits = null, order = null) {
    this.edits = edits ?? new Map();
    this.order = order;
  }

  // Example t of a pass, where it comes from, and what it says about which weights.
  example(t) {
    const number = this.order ? this.order[t - 1] : t;
    const call = this.callOf(number);
    const [phase, block, row] = this.data.calls[call];
    const index = number - this.startOf(call) - 1;
    const edited = this.edits.get(number); // by coordinates
    const { x, y } = edited ?? this.examples(block)[index];
    return { number, call, phase, block, row, index, x: edited ? x : x.map(([place, value]) => [row[place], value]), y };
  }

  // What the names of a block's tables mean, and along an address into calls, what they mean there.
  scopeOf(block, address = []) {
    const { field, scope } = this.numbers;
    const { gadget, magnitudes } = this.data.blocks[block];
    const read = (texts, names) => Object.entries(texts).map(([name, text]) => [name, evaluate(text, field, names)]);
    const outer = new Map([...scope, ...read(magnitudes, scope)]);
    const within = (table, names) => new Map([...names, ...read(this.data.tables[table].constants, names)]);
    let found = within(address[0]?.[0] ?? gadget, outer);
    for (const [k, [table, row]] of address.slice(0, -1).entries()) {
      const given = read(this.data.tables[table].rows[row].magnitudes, found);
      found = within(address[k + 1][0], new Map([...outer, ...given]));
    }
    return found;
  }
}
