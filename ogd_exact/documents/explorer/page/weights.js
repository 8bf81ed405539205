// The weight vector; where a regularizer makes every weight decay at every step, it decays when it is looked at. Some
// are kept from that: the rule's state.

export class Weights {
  constructor(field, decay, values, kept, since = null, now = 0) {
    Object.assign(this, { field, decay, kept, now });
    this.values = [...values];
    this.since = since ? [...since] : values.map(() => now);
    this.steady = field.equal(decay, field.one);
  }

  copy() {
    return new Weights(this.field, this.decay, this.values, this.kept, this.since, this.now);
  }

  get(i) {
    if (!this.steady && !this.kept.has(i) && this.since[i] !== this.now) {
      const factor = this.field.power(this.decay, this.now - this.since[i]);
      this.values[i] = this.field.mul(this.values[i], factor);
      this.since[i] = this.now;
    }
    return this.values[i];
  }

  // The same weights, as those that a pass begins with.
  restart() {
    this.values.forEach((_, i) => this.get(i));
    this.since.fill(0);
    this.now = 0;
  }

  // A step: all decay, then some are added to.
  step(added) {
    this.now += 1;
    for (const [i, value] of added) this.values[i] = this.field.add(this.get(i), value);
  }
}
