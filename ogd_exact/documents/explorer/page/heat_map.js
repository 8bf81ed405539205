// Every weight at every step of a pass, as a picture: blue is positive, orange negative, the darker the larger.

const MOST_STEPS = 20_000; // of a pass; longer ones would take too long to compute at once
const MOST_CELLS = 4_000_000;

// The sizes of all weights before the pass and after each step: one row for each weight, numbers from -1 to 1.
export function sizes(run, pass, span) {
  const { field } = run;
  const steps = run.stepsIn(pass);
  const weights = run.startWeights(pass);
  const decay = weights.steady ? 0 : field.log10(run.step.decay);
  const last = []; // of each weight: its sign, its logarithm, and when
  const look = (i, t) => {
    const value = weights.get(i);
    const sign = field.sign(value);
    last[i] = { sign, log: sign ? field.log10(value) : 0, t };
  };
  const shade = ({ sign, log, t }, now) => {
    if (!sign) return 0;
    if (weights.steady) return sign * Math.min(1, 0.25 + Math.asinh(10 ** log) / 2.6);
    return sign * Math.max(0.3, Math.min(1, 0.65 + (log + (now - t) * decay) / (2.2 * span)));
  };
  const rows = run.data.coordinates.map((_, i) => {
    look(i, 0);
    return new Float32Array(steps + 1);
  });
  for (let t = 0; ; t++) {
    rows.forEach((row, i) => (row[t] = shade(last[i], run.step.kept.has(i) ? last[i].t : t)));
    if (t === steps) return rows;
    const { added } = run.effect(weights, t + 1);
    weights.step(added);
    for (const [i] of added) look(i, t + 1);
  }
}

export class HeatMap {
  // rowsOf: such rows, of a pass; name: what they show.
  constructor(run, height, rowsOf, name) {
    Object.assign(this, { run, height, rowsOf, canvas: document.createElement("canvas"), drawn: "" });
    this.canvas.setAttribute("role", "img");
    this.canvas.setAttribute("aria-label", name);
  }

  // Draws a pass in the colours of the page, unless it is there already.
  show(pass) {
    const { run, canvas } = this;
    const style = getComputedStyle(document.documentElement);
    const [ground, high, low] = ["--panel", "--true", "--false"].map((name) => style.getPropertyValue(name).trim());
    const key = [pass, run.version, ground].join();
    if (key === this.drawn) return;
    this.drawn = key;
    const total = run.length;
    if (total > MOST_STEPS || total * this.height > MOST_CELLS) {
      canvas.hidden = true;
      return;
    }
    const rows = this.rowsOf(pass);
    canvas.width = total + 1;
    canvas.height = this.height;
    const context = canvas.getContext("2d");
    const image = context.createImageData(canvas.width, canvas.height);
    const colours = [ground, high, low].map(channels);
    rows.forEach((row, i) =>
      row.forEach((size, t) => {
        const [from, to] = [colours[0], size > 0 ? colours[1] : colours[2]];
        const at = 4 * (i * canvas.width + t);
        for (let c = 0; c < 3; c++) image.data[at + c] = from[c] + (to[c] - from[c]) * Math.abs(size);
        image.data[at + 3] = 255;
      }),
    );
    context.putImageData(image, 0, 0);
  }
}

// #abc or #aabbcc as numbers.
function channels(colour) {
  const hex = colour.slice(1);
  const digits = hex.length === 3 ? [...hex].map((digit) => digit + digit) : hex.match(/../g);
  return digits.map((pair) => parseInt(pair, 16));
}
