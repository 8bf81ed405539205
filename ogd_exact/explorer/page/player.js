// Where one is in the run, and how one moves: by steps, calls and passes, by play, and to the next change of a weight.

const SLICE = 15; // milliseconds of search between two looks at the page
export const SPEEDS = [
  ["1 step a second", "step", 1000],
  ["5 steps a second", "step", 200],
  ["20 steps a second", "step", 50],
  ["2 calls a second", "call", 500],
  ["2 passes a second", "pass", 500],
];

export class Player {
  constructor(run, show) {
    Object.assign(this, { run, show, pass: 0, t: 0, speed: 1, timer: null, search: 0 });
  }

  go(pass, t) {
    this.search++; // whoever searches gives up
    this.pass = Math.max(0, Math.min(this.run.passes - 1, pass));
    this.t = Math.max(0, Math.min(this.run.stepsIn(this.pass), t));
    this.show();
  }

  get atEnd() {
    return this.pass === this.run.passes - 1 && this.t === this.run.stepsIn(this.pass);
  }

  step(by) {
    const [pass, t] = [this.pass, this.t + by];
    if (t < 0) return pass ? this.go(pass - 1, this.run.stepsIn(pass - 1)) : undefined;
    if (t > this.run.stepsIn(pass)) return this.atEnd ? undefined : this.go(pass + 1, 0);
    return this.go(pass, t);
  }

  // To the end of the call under way, or of the next one; back to the end of the one before.
  call(by) {
    const { training } = this.run;
    if (by > 0) {
      if (this.t >= this.run.stepsIn(this.pass)) return this.step(1);
      return this.go(this.pass, training.ends[training.callOf(this.t + 1)]);
    }
    if (this.t === 0) return this.step(-1);
    return this.go(this.pass, training.startOf(training.callOf(this.t)));
  }

  leap(by) {
    if (by > 0 && this.pass === this.run.passes - 1) return this.finish();
    return this.go(by < 0 && this.t > 0 ? this.pass : this.pass + by, 0);
  }

  finish() {
    this.go(this.run.passes - 1, Infinity);
  }

  play() {
    if (this.timer) return this.pause();
    if (this.atEnd) this.go(0, 0);
    const tick = () => {
      const [, unit, pause] = SPEEDS[this.speed];
      this[{ step: "step", call: "call", pass: "leap" }[unit]](1);
      this.timer = this.atEnd ? null : setTimeout(tick, pause);
      if (!this.timer) this.show();
    };
    this.timer = setTimeout(tick, 0);
    return this.show();
  }

  pause() {
    clearTimeout(this.timer);
    this.timer = null;
    this.show();
  }

  // The next step that adds to a weight; looked for in slices, so that the page stays alive. False if there is none.
  async nextChange(coordinate, progress) {
    const mine = ++this.search;
    const { run } = this;
    let [pass, t] = [this.pass, this.t];
    // The answer's weight is proved to rest in every pass but the one that answers.
    if (coordinate === run.data.accept && run.data.circuit && pass < run.passes - 1) [pass, t] = [run.passes - 1, 0];
    let until = performance.now() + SLICE;
    for (; pass < run.passes; pass++, t = 0) {
      const weights = run.weights(pass, t);
      while (t < run.stepsIn(pass)) {
        const { added } = run.effect(weights, ++t);
        weights.step(added);
        if (added.some(([i]) => i === coordinate)) {
          this.go(pass, t);
          return true;
        }
        if (performance.now() > until) {
          progress(pass);
          await new Promise((resolve) => setTimeout(resolve));
          if (this.search !== mine) return true;
          until = performance.now() + SLICE;
        }
      }
    }
    return false;
  }
}
