// The timeline: passes above, and of the pass in view its phases, calls and steps.

import { byId, fill, put, svg } from "./dom.js";
import { phaseWords } from "./words.js";

const NARROW = 40; // pixels

export class Timeline {
  constructor(data, run, go) {
    Object.assign(this, { data, run, go });
    this.noun = data.circuit ? "Pass" : "Case";
    byId("pass-slider").max = run.passes - 1;
    byId("pass-slider").addEventListener("input", (event) => go(Number(event.target.value), 0));
    byId("step-slider").addEventListener("input", (event) => go(this.pass, Number(event.target.value)));
    this.strip();
  }

  // Phases as labelled stretches, calls as lines between them.
  strip() {
    const { data, run } = this;
    const { training } = run;
    const total = training.length;
    const drawn = svg("svg", { viewBox: `0 0 1000 26`, preserveAspectRatio: "none", class: "strip" });
    const labels = [];
    data.phases.forEach((phase, number) => {
      const calls = data.calls.flatMap(([p], k) => (p === number ? [k] : []));
      if (!calls.length) return;
      const [from, to] = [training.startOf(calls[0]), training.ends[calls.at(-1)]].map((t) => (1000 * t) / total);
      const { title } = phaseWords(phase);
      const stretch = { class: `phase p${number % 2}`, x: from, width: to - from, y: 0, height: 26 };
      drawn.append(svg("rect", stretch, svg("title", {}, `${number + 1}. ${title}`)));
      labels.push({ number, title, from, to });
    });
    if (training.ends.length < 400) {
      for (const end of training.ends.slice(0, -1)) {
        const x = (1000 * end) / total;
        drawn.append(svg("line", { class: "call", x1: x, x2: x, y1: 18, y2: 26 }));
      }
    }
    this.head = svg("rect", { class: "head", y: 0, height: 26, width: 3 });
    this.end = svg("rect", { class: "end", y: 0, height: 26 });
    drawn.append(this.end, this.head);
    const strip = byId("strip");
    fill(strip, drawn);
    const texts = labels.map(({ number, title, from, to }) => {
      const label = document.createElement("span");
      label.style.left = `${from / 10}%`;
      label.style.width = `${(to - from) / 10}%`;
      strip.append(label);
      return { label, number, title };
    });
    // Where a phase is so short that hardly a letter would fit, its number stands; it is named on hover.
    new ResizeObserver(() => {
      for (const { label, number, title } of texts) {
        label.textContent = title;
        const cramped = label.scrollWidth > label.clientWidth && label.clientWidth < NARROW;
        if (cramped) label.textContent = String(number + 1);
        label.classList.toggle("cramped", cramped);
      }
    }).observe(strip);
    const seek = (event) => {
      if (event.type === "pointermove" && !event.buttons) return;
      const box = strip.getBoundingClientRect();
      const t = Math.round(((event.clientX - box.left) / box.width) * total);
      this.go(this.pass, Math.max(0, Math.min(run.stepsIn(this.pass), t)));
    };
    strip.addEventListener("pointerdown", seek);
    strip.addEventListener("pointermove", seek);
  }

  show({ pass, t }) {
    const { data, run } = this;
    this.pass = pass;
    const [steps, total] = [run.stepsIn(pass), run.training.length];
    byId("pass-slider").value = pass;
    put(byId("pass-slider"), "aria-valuetext", `${this.noun} ${pass + 1} of ${run.passes}`);
    byId("step-slider").max = total;
    byId("step-slider").value = t;
    put(this.head, "x", (1000 * t) / total - 1.5);
    put(this.end, "x", (1000 * steps) / total);
    put(this.end, "width", (1000 * (total - steps)) / total);
    byId("pass-label").textContent =
      `${this.noun} ${pass + 1} of ${run.passes}${data.circuit ? `: ${this.state(pass)}` : ""}`;
    byId("step-label").textContent = `Step ${t} of ${total}`;
    put(byId("step-slider"), "aria-valuetext", `step ${t} of ${total}`);
  }

  // The circuit's own state when the pass began, in the order of its file.
  state(pass) {
    const bits = this.run.bits(pass);
    const latches = this.data.circuit.state.map(({ latch, input, inverted }) => [
      latch,
      bits[input] ^ Number(inverted),
    ]);
    const named = latches.map(([latch, bit]) => `${latch} = ${bit}`).join(", ");
    return named.length <= 24 ? named : `state ${latches.map(([, bit]) => bit).join("")}`;
  }
}
