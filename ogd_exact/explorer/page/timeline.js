// The timeline: of the pass in view every weight at every step, under the names of its phases; and the passes.

import { byId, fill, html, put, svg } from "./dom.js";
import { HeatMap } from "./heat_map.js";
import { wordOf } from "./show.js";
import { noun, phaseWords } from "./words.js";

const NARROW = 46; // pixels

export class Timeline {
  constructor(data, run, span, go) {
    Object.assign(this, { data, run, go });
    this.noun = noun(data) === "pass" ? "Pass" : "Case";
    byId("pass-slider").addEventListener("input", (event) => go(Number(event.target.value), 0));
    byId("step-slider").addEventListener("input", (event) => go(this.pass, Number(event.target.value)));
    this.heat = new HeatMap(run, span);
    this.strip();
  }

  // Phases as labelled stretches, calls as lines between them, and the weights below.
  strip() {
    const { data, run } = this;
    const { training } = run;
    const total = training.length;
    const stretches = data.phases.flatMap((phase, number) => {
      const calls = data.calls.flatMap(([p], k) => (p === number ? [k] : []));
      if (!calls.length) return [];
      const [from, to] = [training.startOf(calls[0]), training.ends[calls.at(-1)]].map((t) => (100 * t) / total);
      const { title } = phaseWords(phase);
      const label = html("span", { class: `phase p${number % 2}`, title: `${number + 1}. ${title}` });
      label.style.left = `${from}%`;
      label.style.width = `${to - from}%`;
      return [{ label, number, title }];
    });
    const lines = svg("svg", { viewBox: "0 0 1000 10", preserveAspectRatio: "none", class: "calls", "aria-hidden": "true" });
    if (training.ends.length < 250) {
      for (const end of training.ends.slice(0, -1)) {
        const x = (1000 * end) / total;
        lines.append(svg("line", { x1: x, x2: x, y1: 0, y2: 10 }));
      }
    }
    this.head = html("div", { class: "head" });
    this.ahead = html("div", { class: "ahead" });
    const strip = byId("strip");
    fill(strip, this.heat.canvas, lines, ...stretches.map(({ label }) => label), this.ahead, this.head);
    // Where a phase is so short that hardly a letter would fit, its number stands; it is named on hover.
    new ResizeObserver(() => {
      for (const { label, number, title } of stretches) {
        label.textContent = title;
        if (label.scrollWidth <= label.clientWidth) continue;
        label.textContent = label.clientWidth < NARROW ? "" : title.split(" ")[0];
        if (label.scrollWidth > label.clientWidth || !label.textContent) label.textContent = String(number + 1);
        if (label.scrollWidth > label.clientWidth) label.textContent = "";
      }
    }).observe(strip);
    const at = (event) => {
      const box = strip.getBoundingClientRect();
      const t = Math.round(((event.clientX - box.left) / box.width) * total);
      const row = Math.floor(((event.clientY - box.top - 18) / (box.height - 18)) * data.coordinates.length);
      return { t: Math.max(0, Math.min(run.stepsIn(this.pass), t)), row };
    };
    strip.addEventListener("pointerdown", (event) => this.go(this.pass, at(event).t));
    strip.addEventListener("pointermove", (event) => {
      const { t, row } = at(event);
      if (event.buttons) this.go(this.pass, t);
      else put(strip, "title", `${data.coordinates[row]?.name ?? ""} step ${t}`.trim());
    });
  }

  show({ pass, t }) {
    const { data, run } = this;
    this.pass = pass;
    const total = run.training.length;
    byId("pass-slider").max = Math.max(0, run.passes - 1);
    byId("pass-slider").value = pass;
    put(byId("pass-slider"), "aria-valuetext", `${this.noun} ${pass + 1}`);
    byId("step-slider").max = total;
    byId("step-slider").value = t;
    this.heat.show(pass);
    this.head.style.left = `${(100 * t) / total}%`;
    this.ahead.style.left = `${(100 * t) / total}%`;
    byId("pass-label").textContent = `${this.noun} ${pass + 1}${data.circuit ? this.state(pass) : ` of ${run.passes}`}`;
    byId("step-label").textContent = `Step ${t} of ${total}`;
    put(byId("step-slider"), "aria-valuetext", `step ${t} of ${total}`);
  }

  // The circuit's own state when the pass began, as words are written.
  state(pass) {
    const word = wordOf(this.run.state(pass));
    return word.length <= 9 ? `: ${word}` : "";
  }
}
