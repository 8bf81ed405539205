// The training example: what it says about which weights, its score against the threshold, and what it did.

import { byId, fill, html, svg } from "./dom.js";
import { editable } from "./editable.js";
import { RuleWords } from "./rule_words.js";
import { equalsText, shortText } from "./show.js";
import { listed } from "./words.js";

const LONGEST = 26; // letters of a number that is still written out
const LABEL = 64; // that a zone's name is wide
const [WIDTH, HEIGHT, AXIS, FAR] = [340, 70, 45, 400];
const TICKS = [-100, -10, -3, -1, 0, 1, 3, 10, 100];

// A scale that is linear near zero and logarithmic far from it.
const place = (number) =>
  WIDTH / 2 + ((WIDTH / 2 - 26) * Math.asinh(Math.max(-FAR, Math.min(FAR, number)))) / Math.asinh(FAR);

export class ExampleView {
  // edit: puts another number into the example, or says why not; null where nothing can be changed.
  constructor(data, run, edit) {
    Object.assign(this, { data, run, edit, words: new RuleWords(run) });
  }

  show(moment) {
    const { step } = moment;
    const { field } = this.run;
    byId("example-title").textContent =
      `Training example ${step.number} of ${this.run.training.length}, y ${equalsText(field, step.y)}`;
    const verdict = step.kink ? "kink" : step.fired ? "fired" : "rested";
    const found = this.words.valueOf(step);
    const score = html("b", { title: field.text(found) }, equalsText(field, found, LONGEST));
    const line = html("p", { class: `verdict ${verdict}` }, `${this.words.score} `, score, `${this.words.verdict(step)}.`);
    fill(byId("example-body"), this.line(step, verdict), line, this.table(moment));
  }

  // The intervals between kinks, if examples may rest in one: where they fire.
  zones() {
    const { kinks } = this.run.step;
    const edges = [0, ...kinks.map((kink) => place(this.run.field.approx(kink))), WIDTH];
    return this.words.moves.flatMap((moves, k) => {
      const [left, right] = edges.slice(k, k + 2);
      if (!moves || !this.words.mayRest) return [];
      const zone = svg("rect", { class: "zone", x: left, width: right - left, y: 0, height: AXIS });
      const side = k === 0 ? [right - 8, "end"] : k === kinks.length ? [left + 8, "start"] : [(left + right) / 2, "middle"];
      const label = svg("text", { class: "side", y: 12, x: side[0], "text-anchor": side[1] }, "fires here");
      return right - left < LABEL ? [zone] : [zone, label];
    });
  }

  line(step, verdict) {
    const { field } = this.run;
    const { words } = this;
    const value = words.valueOf(step);
    const score = place(field.approx(value));
    const ticks = TICKS.flatMap((tick) => [
      svg("line", { class: "tick", x1: place(tick), x2: place(tick), y1: AXIS - 4, y2: AXIS + 4 }),
      svg("text", { class: "tick", x: place(tick), y: AXIS + 19 }, String(tick).replace("-", "−")),
    ]);
    const thresholds = this.run.step.kinks.map((kink) => {
      const at = place(field.approx(kink));
      return svg("line", { class: "threshold", x1: at, x2: at, y1: 0, y2: AXIS + 6 });
    });
    const against = words.kinks.length ? ` against ${listed(words.kinks)}` : "";
    return svg(
      "svg",
      { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, class: "number-line", role: "img", "aria-label": `${words.score}${against}` },
      ...this.zones(),
      svg("line", { class: "axis", x1: 0, x2: WIDTH, y1: AXIS, y2: AXIS }),
      ...ticks,
      ...thresholds,
      svg("circle", { class: `score ${verdict}`, cx: score, cy: AXIS, r: 7 }),
      svg("text", { class: "score", x: score, y: AXIS - 13 }, shortText(field, value)),
    );
  }

  table({ step, before, after }) {
    const { field } = this.run;
    const number = (value, kind) =>
      html("td", { title: field.text(value), class: kind }, shortText(field, value, LONGEST / 2));
    const moved = new Map(step.added);
    const about = [...new Set([...step.x.map(([i]) => i), ...this.run.step.kept, ...moved.keys()])];
    const x = new Map(step.x);
    const rows = about.map((i) =>
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
