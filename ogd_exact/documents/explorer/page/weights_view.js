// The weight vector: for each weight its sign, a bar about zero, and the number, exact on hover.

import { byId, fill, html, put } from "./dom.js";
import { shortText, truthOf, TRUTHS } from "./show.js";
import { purpose } from "./words.js";

const TAIL = 6; // letters of a name that are kept where it is cut in the middle
const HEADINGS = { answer: "The answer", special: "Scratch", state: "The rule's own", input: "State", gate: "Gates", clock: "Clocks" };
const CLOCK = { sign: "↓", word: "a clock, which the drift brings down" };

export class WeightsView {
  constructor(data, run, follow) {
    Object.assign(this, { data, run, follow });
    this.span =
      run.known &&
      Math.max(2, ...Object.values(data.magnitudes ?? {}).map((text) => this.size(run.numbers.read(text))));
    this.rows = data.coordinates.map((_, i) => this.row(i));
    const children = [];
    let kind = null;
    data.coordinates.forEach((coordinate, i) => {
      const heading = i === data.accept ? "answer" : coordinate.kind;
      if (heading !== kind && data.circuit) children.push(html("h3", { role: "presentation" }, HEADINGS[heading]));
      kind = heading;
      children.push(this.rows[i].node);
    });
    fill(byId("weight-list"), ...children);
  }

  row(i) {
    const { name } = this.data.coordinates[i];
    const sign = html("span", { class: "badge" });
    const bar = html("i");
    const value = html("span", { class: "value" });
    const cut = name.length > 2 * TAIL ? name.length - TAIL : name.length;
    const label = html("span", { class: "name" }, html("span", {}, name.slice(0, cut)), name.slice(cut));
    const node = html(
      "div",
      { role: "option", class: "weight", id: `weight-${i}`, "data-name": name },
      sign,
      label,
      html("span", { class: "bar" }, bar),
      value,
    );
    node.addEventListener("click", () => this.follow(i));
    return { node, sign, bar, value };
  }

  size(value) {
    return this.run.field.sign(value) ? Math.abs(this.run.field.log10(value)) : 0;
  }

  // How long a bar is, of 1: without decay by the number, with it by its logarithm.
  length(value, steady) {
    const { field } = this.run;
    if (field.sign(value) === 0) return 0;
    if (steady) return Math.min(1, Math.asinh(Math.abs(field.approx(value))) / Math.asinh(5));
    return Math.min(1, Math.max(0.06, 0.5 + field.log10(value) / (2 * this.span)));
  }

  show(run, moment, inCall, followed) {
    const named = new Set(moment.step?.row);
    const example = new Set(moment.step?.x.map(([i]) => i));
    const moved = new Set(moment.step?.added.map(([i]) => i));
    this.rows.forEach((row, i) => {
      const { node, sign, bar, value } = row;
      const weight = moment.after.get(i);
      const clock = this.data.coordinates[i].kind === "clock";
      const truth = clock ? "unset" : truthOf(run, moment.after, i, inCall && named.has(i));
      const { sign: shown, word } = clock ? CLOCK : TRUTHS[truth];
      const marks = [
        named.has(i) && "named",
        example.has(i) && "fed",
        moved.has(i) && "moved",
        i === followed && "followed",
      ];
      const kind = ["weight", truth, ...marks.filter(Boolean)].join(" ");
      if (kind === row.kind && weight === row.weight && run.version === row.version) return;
      Object.assign(row, { kind, weight, version: run.version });
      put(node, "class", kind);
      put(node, "aria-selected", i === followed);
      const exact = run.field.text(weight);
      put(node, "data-exact", exact);
      put(node, "title", `${this.data.coordinates[i].name} = ${exact}\n${word}\n${purpose(this.data, i)}`.trim());
      sign.textContent = shown;
      value.textContent = shortText(run.field, weight);
      const length = 50 * this.length(weight, moment.after.steady);
      bar.style.width = `${length}%`;
      bar.style.left = `${run.field.sign(weight) < 0 ? 50 - length : 50}%`;
    });
    put(byId("weight-list"), "aria-activedescendant", `weight-${followed}`);
    this.about = [...(moved.size ? moved : named)];
    this.wanted ||= followed !== this.followed || moved.has(followed);
    this.followed = followed;
  }

  // Scrolls no further than needed to see what a step is about.
  settle() {
    this.reveal(this.about);
    if (this.wanted) this.reveal([this.followed]); // it has just been chosen, or has moved
    this.wanted = false;
  }

  reveal(weights) {
    const list = byId("weight-list");
    if (!weights.length || list.scrollHeight <= list.clientHeight) return;
    const rows = weights.map((i) => this.rows[i].node.offsetTop);
    const [top, bottom] = [Math.min(...rows), Math.max(...rows) + this.rows[0].node.offsetHeight];
    if (bottom > list.scrollTop + list.clientHeight) list.scrollTop = bottom - list.clientHeight;
    if (top < list.scrollTop) list.scrollTop = top;
  }
}
