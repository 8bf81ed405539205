// Epochs of gradient descent by their margins, exactly: where an example fires, w.x of every other example grows by the
// rate times their product. All numbers are whole, as multiples of one fraction; weights are sums of what has fired.
// Nothing is taken from the proof: where no example but the first can fire, whatever the order, epochs are skipped.

import { batches } from "./orders.js";

const DRIFT = 0; // its place among the examples

const common = (a, b) => {
  let [x, y] = [a, b];
  while (y) [x, y] = [y, x % y];
  return (a / x) * b;
};

export class Margins {
  // examples: each a list of [coordinate, number]; start: the weights; numbers are rationals {n, d}.
  constructor(field, examples, start, rate, threshold) {
    Object.assign(this, { field, examples, start, rate, threshold });
    const below = (values) => values.reduce((found, { d }) => common(found, d), 1n);
    const x = below(examples.flatMap((example) => example.map(([, value]) => value)));
    this.unit = x * x * below(start) * rate.d * threshold.d; // all margins are multiples of 1 over this
    this.readers = new Map(); // of a coordinate: the examples that have something there
    examples.forEach((example, k) => {
      for (const [i, value] of example) {
        if (!this.readers.has(i)) this.readers.set(i, []);
        this.readers.get(i).push([k, value]);
      }
    });
    this.effects = [];
  }

  whole({ n, d }) {
    return (n * this.unit) / d;
  }

  // What it does to all margins that an example fires.
  effect(fired) {
    if (!this.effects[fired]) {
      const sums = new Map();
      for (const [i, value] of this.examples[fired]) {
        const added = this.field.mul(this.rate, value);
        for (const [k, other] of this.readers.get(i))
          sums.set(k, (sums.get(k) ?? 0n) + this.whole(this.field.mul(added, other)));
      }
      this.effects[fired] = [...sums];
    }
    return this.effects[fired];
  }

  // Before an epoch: its number, how often each example has fired, and the margins.
  begin(epoch, weights) {
    const { field } = this;
    const margins = this.examples.map((example) => {
      const total = example.reduce((sum, [i, value]) => field.add(sum, field.mul(value, weights(i))), field.zero);
      return this.whole(field.sub(total, this.threshold));
    });
    return { epoch, from: weights, counts: new Int32Array(this.examples.length), margins };
  }

  weight({ from, counts }, i) {
    const { field } = this;
    const add = (sum, [k, value]) =>
      counts[k] ? field.add(sum, field.mul({ n: BigInt(counts[k]), d: 1n }, value)) : sum;
    return field.add(from(i), field.mul(this.rate, (this.readers.get(i) ?? []).reduce(add, field.zero)));
  }

  // How many epochs from here on have no firing but the first example's, in whatever order.
  quiet({ margins }) {
    const falls = new Map(this.effect(DRIFT));
    if (margins[DRIFT] >= 0n) return 0;
    let least = (-margins[DRIFT] - 1n) / falls.get(DRIFT) + 1n;
    for (let k = 1; k < margins.length; k++) {
      if (margins[k] <= 0n) return 0;
      const fall = falls.get(k) ?? 0n;
      const lasts = fall < 0n ? (margins[k] - 1n) / -fall : least;
      if (lasts < least) least = lasts;
    }
    return Number(least);
  }

  // The state after so many quiet epochs.
  later({ epoch, from, counts, margins }, by) {
    const found = { epoch: epoch + by, from, counts: counts.slice(), margins: margins.slice() };
    found.counts[DRIFT] += by;
    for (const [k, change] of this.effect(DRIFT)) found.margins[k] += BigInt(by) * change;
    return found;
  }

  // One epoch, example by example: the state after it, and what fired in which order; or an example on the kink.
  one(state, order) {
    const found = { ...state, epoch: state.epoch + 1, counts: state.counts.slice(), margins: state.margins.slice() };
    const { margins, counts } = found;
    const row = this.presented(state, order);
    const fired = [];
    for (const batch of row) {
      const kink = batch.find((k) => margins[k] === 0n);
      if (kink !== undefined) return { after: found, fired, kink };
      const firing = batch.filter((k) => margins[k] < 0n);
      for (const k of firing) {
        fired.push(k);
        counts[k] += 1;
        for (const [other, change] of this.effect(k)) margins[other] += change;
      }
    }
    return { after: found, fired, kink: null };
  }

  // The batches of the epoch that comes after a state.
  presented({ epoch, margins }, order) {
    const falls = new Map(this.effect(DRIFT));
    const later = (k) => margins[k] + (falls.get(k) ?? 0n);
    return batches(order, epoch + 1, margins.length, { now: margins, later });
  }
}
