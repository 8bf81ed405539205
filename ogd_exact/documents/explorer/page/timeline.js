// The timeline: of the pass in view every weight at every step, under the names of its phases; and the passes.

import { byId, fill, html, put, svg } from "./dom.js";
import { HeatMap, sizes } from "./heat_map.js";
import { titled, wordOf } from "./show.js";
import { phaseWords, unitsOf } from "./words.js";

const NARROW = 46; // pixels
const MOST_LINES = 250; // that can be told apart

export class Timeline {
  // go: to a step of a pass; span: how many powers of ten weights may cover.
  constructor(data, run, span, go) {
    Object.assign(this, { data, run, go });
    this.units = unitsOf(data);
    byId("pass-slider").addEventListener("input", (event) => go(Number(event.target.value), 0));
    byId("step-slider").addEventListener("input", (event) => go(this.pass, Number(event.target.value)));
    const name = `Every weight at every ${this.units.step} of the ${this.units.pass}`;
    this.heat = new HeatMap(run, this.weights.length, (pass) => this.rows(pass, span), name);
    this.head = html("div", { class: "head" });
    this.ahead = html("div", { class: "ahead" });
    new ResizeObserver(() => this.name()).observe(byId("strip"));
    this.strip();
    this.listen();
  }

  // The weights that are shown, a row for each.
  get weights() {
    return this.data.coordinates;
  }

  rows(pass, span) {
    return sizes(this.run, pass, span);
  }

  // What the steps of a pass are for: from where to where, and its number.
  stretches() {
    const { data, run: { training } } = this;
    return data.phases.flatMap((phase, number) => {
      const calls = data.calls.flatMap(([p], k) => (p === number ? [k] : []));
      if (!calls.length) return [];
      const [from, to] = [training.startOf(calls[0]), training.ends[calls.at(-1)]];
      return [{ from, to, number, title: phaseWords(phase).title }];
    });
  }

  // The steps that end something.
  ends() {
    return this.run.training.ends;
  }

  // Phases as labelled stretches, calls as lines between them, and the weights below.
  strip() {
    const total = this.run.length;
    this.labels = this.stretches().map(({ from, to, number, title }) => {
      const label = html("span", { class: `phase p${number % 2}`, title: `${number + 1}. ${title}` });
      label.style.left = `${(100 * from) / total}%`;
      label.style.width = `${(100 * (to - from)) / total}%`;
      return { label, number, title };
    });
    const lines = svg("svg", { viewBox: "0 0 1000 10", preserveAspectRatio: "none", class: "calls", "aria-hidden": "true" });
    const ends = this.ends();
    for (const end of ends.length < MOST_LINES ? ends.slice(0, -1) : []) {
      const x = (1000 * end) / total;
      lines.append(svg("line", { x1: x, x2: x, y1: 0, y2: 10 }));
    }
    fill(byId("strip"), this.heat.canvas, this.heat.note, lines, ...this.labels.map(({ label }) => label), this.ahead, this.head);
    this.name();
  }

  // Where a phase is so short that hardly a letter would fit, its number stands; it is named on hover.
  name() {
    for (const { label, number, title } of this.labels ?? []) {
      label.textContent = title;
      if (label.scrollWidth <= label.clientWidth) continue;
      label.textContent = label.clientWidth < NARROW ? "" : title.split(" ")[0];
      if (label.scrollWidth > label.clientWidth || !label.textContent) label.textContent = String(number + 1);
      if (label.scrollWidth > label.clientWidth) label.textContent = "";
    }
  }

  listen() {
    const { run, weights, units } = this;
    const strip = byId("strip");
    const at = (event) => {
      const box = strip.getBoundingClientRect();
      const t = Math.round(((event.clientX - box.left) / box.width) * run.length);
      const row = Math.floor(((event.clientY - box.top - 18) / (box.height - 18)) * weights.length);
      return { t: Math.max(0, Math.min(run.stepsIn(this.pass), t)), row };
    };
    strip.addEventListener("pointerdown", (event) => this.go(this.pass, at(event).t));
    strip.addEventListener("pointermove", (event) => {
      const { t, row } = at(event);
      if (event.buttons) this.go(this.pass, t);
      else put(strip, "title", `${weights[row]?.name ?? ""} ${units.step} ${t}`.trim());
    });
  }

  show({ pass, t }) {
    const { data, run } = this;
    this.pass = pass;
    const total = run.length;
    byId("pass-slider").max = Math.max(0, run.passes - 1);
    byId("pass-slider").value = pass;
    put(byId("pass-slider"), "aria-valuetext", `${titled(this.units.pass)} ${pass + 1}`);
    byId("step-slider").max = total;
    byId("step-slider").value = t;
    this.heat.show(pass);
    this.head.style.left = `${(100 * t) / total}%`;
    this.ahead.style.left = `${(100 * t) / total}%`;
    byId("pass-label").textContent = `${titled(this.units.pass)} ${pass + 1}${data.circuit ? this.state(pass) : ` of ${run.passes}`}`;
    byId("step-label").textContent = `${titled(this.units.step)} ${t} of ${total}`;
    put(byId("step-slider"), "aria-valuetext", `${this.units.step} ${t} of ${total}`);
  }

  // The circuit's own state when the pass began, as words are written.
  state(pass) {
    const word = wordOf(this.run.state(pass));
    return word.length <= 9 ? `: ${word}` : "";
  }
}
