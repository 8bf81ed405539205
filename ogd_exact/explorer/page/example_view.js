// The training example: what it says about which weights, its score against the threshold, and what it did.

import { byId, fill, html, svg } from "./dom.js";
import { editable } from "./editable.js";
import { equalsText, shortText } from "./show.js";
import { RULE_WORDS } from "./words.js";

const LONGEST = 26; // letters of a number that is still written out
const [WIDTH, HEIGHT, AXIS, FAR] = [340, 70, 45, 400];
const TICKS = [-100, -10, -3, -1, 0, 1, 3, 10, 100];

// A scale that is linear near zero and logarithmic far from it.
const place = (number) =>
  WIDTH / 2 + ((WIDTH / 2 - 26) * Math.asinh(Math.max(-FAR, Math.min(FAR, number)))) / Math.asinh(FAR);

export class ExampleView {
  // edit: puts another number into the example, or says why not; null where nothing can be changed.
  constructor(data, run, edit) {
    Object.assign(this, { data, run, edit, words: RULE_WORDS[data.rule] });
  }

  show(moment) {
    const { step } = moment;
    const { field } = this.run;
    byId("example-title").textContent =
      `Training example ${step.number} of ${this.run.training.length}, y ${equalsText(field, step.y)}`;
    const verdict = step.kink ? "kink" : step.fired ? "fired" : "rested";
    const score = html("b", { title: field.text(step.score) }, equalsText(field, step.score, LONGEST));
    const line = html(
      "p",
      { class: `verdict ${verdict}` },
      `${this.words.score} `,
      score,
      `, ${this.verdict(moment)}.`,
    );
    fill(byId("example-body"), this.line(step, verdict), line, this.table(moment));
  }

  verdict({ step, after }) {
    if (step.kink)
      return `exactly ${this.words.threshold}: on the kink, where the loss has no derivative. No side is chosen`;
    const { fires, rests, firesDecaying, restsDecaying } = this.words;
    if (after.steady || !firesDecaying) return step.fired ? fires : rests;
    return (step.fired ? firesDecaying : restsDecaying)(shortText(this.run.field, this.run.decay));
  }

  line(step, verdict) {
    const { threshold, below } = this.words;
    const score = place(this.run.field.approx(step.score));
    const at = place(threshold);
    const zone = below ? { x: 0, width: at } : { x: at, width: WIDTH - at };
    const ticks = TICKS.flatMap((tick) => [
      svg("line", { class: "tick", x1: place(tick), x2: place(tick), y1: AXIS - 4, y2: AXIS + 4 }),
      svg("text", { class: "tick", x: place(tick), y: AXIS + 19 }, String(tick).replace("-", "−")),
    ]);
    const side = below ? { x: at - 8, "text-anchor": "end" } : { x: at + 8, "text-anchor": "start" };
    return svg(
      "svg",
      {
        viewBox: `0 0 ${WIDTH} ${HEIGHT}`,
        class: "number-line",
        role: "img",
        "aria-label": `${this.words.score} against the threshold ${threshold}`,
      },
      svg("rect", { class: "zone", y: 0, height: AXIS, ...zone }),
      svg("text", { class: "side", y: 12, ...side }, "fires here"),
      svg("line", { class: "axis", x1: 0, x2: WIDTH, y1: AXIS, y2: AXIS }),
      ...ticks,
      svg("line", { class: "threshold", x1: at, x2: at, y1: 0, y2: AXIS + 6 }),
      svg("circle", { class: `score ${verdict}`, cx: score, cy: AXIS, r: 7 }),
      svg("text", { class: "score", x: score, y: AXIS - 13 }, shortText(this.run.field, step.score)),
    );
  }

  table({ step, before, after }) {
    const { field } = this.run;
    const number = (value, kind) =>
      html("td", { title: field.text(value), class: kind }, shortText(field, value, LONGEST / 2));
    const moved = new Map(step.added);
    const bias = this.run.kept < 0 ? [] : [this.run.kept];
    const listed = [...new Set([...step.x.map(([i]) => i), ...bias, ...moved.keys()])];
    const x = new Map(step.x);
    const rows = listed.map((i) =>
      html(
        "tr",
        { class: moved.has(i) ? "moved" : null },
        html("th", {}, this.data.coordinates[i].name),
        number(before.get(i)),
        x.has(i) ? this.given(step, i, x.get(i)) : html("td", {}, "–"),
        html("td", { class: "arrow" }, field.equal(before.get(i), after.get(i)) ? "=" : "→"),
        number(after.get(i), "after"),
      ),
    );
    const heads = ["weight", "before", "x", "", "after"].map((text) => (text ? html("th", {}, text) : html("td")));
    return html("table", { class: "example" }, html("thead", {}, html("tr", {}, ...heads)), html("tbody", {}, ...rows));
  }

  // A number of the example, which one may change by a click.
  given(step, i, value) {
    const { field } = this.run;
    if (!this.edit) return html("td", { title: field.text(value) }, shortText(field, value));
    const name = this.data.coordinates[i].name;
    const edit = (text) => this.edit(step, i, text);
    return html("td", {}, editable(field.text(value), shortText(field, value, LONGEST / 2), `x of ${name}`, edit));
  }
}
