// Where one is in the run, and how one moves: by steps, calls and passes, by play, and to the next change of a weight.

const SLICE = 15; // milliseconds of search between two looks at the page
const MOVING = 0.82; // of the time of a pass; then its end stands
const MOST_SWEPT = 12_000; // examples of a pass, or it would take longer than it is shown
const SPEEDS = [
  ["1 step a second", "step", 1000],
  ["5 steps a second", "step", 200],
  ["20 steps a second", "step", 50],
  ["2 calls a second", "call", 500],
  ["a pass in 4 seconds", "pass", 4000],
  ["a pass a second", "pass", 1000],
  ["4 passes a second", "pass", 250],
];
const A_PASS_A_SECOND = 5;

export class Player {
  // still: whether nothing may move between one pass and the next.
  constructor(run, show, still) {
    this.speeds = SPEEDS;
    const speed = run.data.circuit ? A_PASS_A_SECOND : 0;
    Object.assign(this, { run, show, still, pass: 0, t: 0, speed, timer: null, search: 0, reached: 0, unit: "pass" });
  }

  go(pass, t, unit = this.unit) {
    this.search++; // a search under way gives up
    this.unit = unit;
    this.pass = Math.max(0, Math.min(this.run.passes - 1, pass));
    this.t = Math.max(0, Math.min(this.run.stepsIn(this.pass), t));
    this.reached = Math.max(this.reached, this.pass);
    this.show();
  }

  // A move by hand stops what plays.
  take() {
    this.timer = null;
    return this;
  }

  get atEnd() {
    return this.pass === this.run.passes - 1 && this.t === this.run.stepsIn(this.pass);
  }

  step(by) {
    const [pass, t] = [this.pass, this.t + by];
    if (t < 0) return pass ? this.go(pass - 1, this.run.stepsIn(pass - 1), "step") : undefined;
    if (t > this.run.stepsIn(pass)) return this.atEnd ? undefined : this.go(pass + 1, 0, "step");
    return this.go(pass, t, "step");
  }

  // To the end of the call under way, or of the next one; back to the end of the one before.
  call(by) {
    const { training } = this.run;
    if (by > 0) {
      if (this.t >= this.run.stepsIn(this.pass)) return this.step(1);
      return this.go(this.pass, training.ends[training.callOf(this.t + 1)], "call");
    }
    if (this.t === 0) return this.step(-1);
    return this.go(this.pass, training.startOf(training.callOf(this.t)), "call");
  }

  leap(by) {
    if (by > 0 && this.pass === this.run.passes - 1) return this.finish();
    return this.go(by < 0 && this.t > 0 ? this.pass : this.pass + by, 0, "pass");
  }

  finish() {
    this.go(this.run.passes - 1, Infinity, "pass");
  }

  // first: milliseconds before anything moves.
  play(first = 0) {
    if (this.timer) return this.pause();
    if (this.atEnd) this.go(0, 0);
    this.began = null;
    const mine = (this.timer = {}); // until one pauses, or plays anew
    const later = (wait) => (wait ? setTimeout(tick, wait) : requestAnimationFrame(tick));
    const tick = () => {
      if (this.timer !== mine) return;
      const [, unit, pause] = this.speeds[this.speed];
      let wait = pause;
      if (unit === "pass") wait = this.sweep(pause);
      else this[unit](1);
      if (!this.atEnd) return later(wait);
      this.timer = null;
      this.show();
    };
    later(first);
    return this.show();
  }

  // A picture of a pass on its way, or of the next one; the answer: in how many milliseconds the next is due, 0 for at
  // once, which is as often as the screen shows any.
  sweep(pause) {
    const steps = this.run.stepsIn(this.pass);
    const now = performance.now();
    if (this.t === steps && this.began !== null) {
      this.began = now;
      this.go(this.pass + 1, 0, "pass");
      if (this.still() || steps > MOST_SWEPT) return pause / 2;
      return 0;
    }
    if (this.still() || steps > MOST_SWEPT) {
      this.began = now;
      this.go(this.pass, Infinity, "pass");
      return pause / 2;
    }
    this.began ??= now - this.partOf(this.t) * MOVING * pause;
    const part = (now - this.began) / (MOVING * pause);
    this.go(this.pass, Math.min(steps, Math.max(this.t, this.placeAt(part))), "pass");
    return part < 1 ? 0 : Math.max(0, this.began + pause - now);
  }

  // How far into a pass a step is, from 0 to 1, and the step that is so far.
  partOf(t) {
    return t / this.run.stepsIn(this.pass);
  }

  placeAt(part) {
    return Math.ceil(part * this.run.stepsIn(this.pass));
  }

  pause() {
    this.take();
    this.show();
  }

  // The next step that adds to a weight; looked for in slices, so that the page stays alive. False if there is none.
  async nextChange(coordinate, progress) {
    const mine = ++this.search;
    const { run } = this;
    let [pass, t] = [this.pass, this.t];
    // The answer's weight is proved to rest in every pass but the one that answers.
    const proved = run.data.circuit && !run.poked?.stepped;
    if (coordinate === run.data.accept && proved && pass < run.passes - 1) [pass, t] = [run.passes - 1, 0];
    let until = performance.now() + SLICE;
    for (; pass < run.passes; pass++, t = 0) {
      const weights = run.weights(pass, t);
      while (t < run.stepsIn(pass)) {
        const { added } = run.effect(weights, ++t);
        weights.step(added);
        if (added.some(([i]) => i === coordinate)) {
          this.go(pass, t, "step");
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
