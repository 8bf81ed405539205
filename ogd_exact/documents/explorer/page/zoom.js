// How close one looks: at the pass, the gadget call or the example; at all weights; or at what one may change.

import { byId, fill, html } from "./dom.js";

const LEVELS = {
  pass: ["Pass", "What this pass does"],
  gadget: ["Gadget", "The gadget call under way, and its table"],
  example: ["Example", "The training example that was just fed"],
  weights: ["Weights", "All weights, with their exact numbers"],
  poke: ["Poke", "Change the start, an example or the order, and see what happens"],
};
const UNITS = { step: "example", call: "gadget" };

export class Zoom {
  // changed: is called when another level was chosen by hand.
  constructor(data, changed, levels = LEVELS) {
    this.data = data;
    const names = Object.keys(levels).filter((name) => data.circuit || !["pass", "poke"].includes(name));
    this.buttons = names.map((name) => {
      const [text, title] = levels[name];
      const made = html("button", { type: "button", title, id: `level-${name}` }, text);
      made.addEventListener("click", () => {
        this.set(name);
        changed(name);
      });
      return { name, made };
    });
    fill(byId("levels"), ...this.buttons.flatMap(({ made }, k) => (k && k < 3 && data.circuit && levels === LEVELS ? ["›", made] : [made])));
    this.set(levels !== LEVELS ? names[0] : data.circuit ? "pass" : "example");
  }

  set(level) {
    this.level = level;
    document.body.dataset.level = level;
    for (const { name, made } of this.buttons) made.setAttribute("aria-pressed", String(name === level));
  }

  // One who moves by steps looks at examples, and one who moves by passes at passes; unless one has chosen otherwise.
  follow(unit) {
    if (unit === this.unit) return;
    this.unit = unit;
    if (this.level === "weights" || this.level === "poke") return;
    if (unit === "pass") this.set(this.data.circuit ? "pass" : "example");
    else if (this.level === "pass") this.set(UNITS[unit]);
  }
}
