// Every weight at every step of a pass, as a picture: blue is positive, orange negative, the darker the larger.

import { html } from "./dom.js";
import { colours } from "./theme.js";

const MOST_STEPS = 20_000; // of a pass; longer ones would take too long to compute
const MOST_ROWS = 64; // that can be told apart; of more weights one sees where each moves
const SLICE = 6; // milliseconds of drawing between two looks at the page

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

// Where weights move in a pass: after which step, which of them, and its sign then.
export function* moves(run, pass) {
  const weights = run.startWeights(pass);
  for (let t = 1; t <= run.stepsIn(pass); t++) {
    const { added } = run.effect(weights, t);
    weights.step(added);
    for (const [i] of added) yield { t, i, sign: run.field.sign(weights.get(i)) };
  }
}

export class HeatMap {
  // rowsOf: such rows, of a pass; name: what they show.
  constructor(run, height, rowsOf, name) {
    Object.assign(this, { run, height, rowsOf, canvas: html("canvas"), note: html("p", { class: "note" }), drawn: "" });
    this.canvas.setAttribute("role", "img");
    this.canvas.setAttribute("aria-label", name);
  }

  // Draws a pass in the colours of the page, unless it is there already.
  show(pass) {
    const { run, canvas } = this;
    const { key: theme, panel, soft, truth } = colours();
    const key = [pass, run.version, theme].join();
    if (key === this.drawn) return;
    this.drawn = key;
    const total = run.length;
    const long = total > MOST_STEPS;
    canvas.hidden = long;
    const dots = this.height > MOST_ROWS && run.effect;
    const said = dots ? "Each dot is an example that moves a weight: blue to true, orange to false, grey to unset." : "";
    this.note.textContent = long ? `A pass of ${total} steps is too long for its ${this.height} weights to be drawn here.` : said;
    if (long) return;
    if (dots) return this.dots(pass, key, { 1: truth.true, "-1": truth.false, 0: soft });
    const rows = this.rowsOf(pass);
    canvas.width = total + 1;
    canvas.height = this.height;
    const context = canvas.getContext("2d");
    const image = context.createImageData(canvas.width, canvas.height);
    const shades = [panel, truth.true, truth.false].map(channels);
    rows.forEach((row, i) =>
      row.forEach((size, t) => {
        const [from, to] = [shades[0], size > 0 ? shades[1] : shades[2]];
        const at = 4 * (i * canvas.width + t);
        for (let c = 0; c < 3; c++) image.data[at + c] = from[c] + (to[c] - from[c]) * Math.abs(size);
        image.data[at + 3] = 255;
      }),
    );
    context.putImageData(image, 0, 0);
  }

  // A dot for each move, drawn in slices, so that the page stays alive.
  dots(pass, key, shades) {
    const { canvas, run } = this;
    const { clientWidth: wide, clientHeight: high } = canvas.parentElement;
    Object.assign(canvas, { width: wide, height: high });
    const context = canvas.getContext("2d");
    const found = moves(run, pass);
    const draw = () => {
      if (this.drawn !== key) return;
      for (const until = performance.now() + SLICE; performance.now() < until; ) {
        const { done, value } = found.next();
        if (done) return;
        context.fillStyle = shades[value.sign];
        context.fillRect((value.t / run.length) * wide - 1.5, (value.i / this.height) * high - 1.5, 3, 3);
      }
      requestAnimationFrame(draw);
    };
    draw();
  }
}

// #abc or #aabbcc as numbers.
function channels(colour) {
  const hex = colour.slice(1);
  const digits = hex.length === 3 ? [...hex].map((digit) => digit + digit) : hex.match(/../g);
  return digits.map((pair) => parseInt(pair, 16));
}
