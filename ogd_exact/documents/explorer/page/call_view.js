// The gadget call under way: what it promises, and its table with the current row lit.

import { byId, fill, html } from "./dom.js";
import { caseOf, levels, outcomes } from "./rows.js";
import { cellText, equalsText, tuple } from "./show.js";
import { drawTable } from "./table_view.js";
import { contractWords, phaseWords } from "./words.js";

const NARROW = 700; // pixels

export class CallView {
  constructor(data, run) {
    Object.assign(this, { data, run });
    this.forget();
  }

  // Where the window has another size, other tables fit.
  forget() {
    this.tooWide = new Set(); // gadgets whose tables show only the case at hand
    this.tooLong = new Set(); // gadgets whose tables show only the current row while they call others
  }

  show(moment) {
    this.draw(moment);
    this.shown = moment;
  }

  // Once the browser knows how large things are: tables that do not fit say less, and the current row is in view.
  settle() {
    const panel = byId(this.data.circuit ? "zoom" : "call");
    if (!byId("call").clientWidth) return; // it is not in view
    const under = levels(this.data, this.shown.step);
    if (panel.scrollWidth > panel.clientWidth) {
      const tables = byId("gadget").querySelectorAll("table");
      const { right } = byId("gadget").getBoundingClientRect();
      under.forEach(({ gadget }, k) => {
        if (tables[k].getBoundingClientRect().right > right + 1) this.tooWide.add(gadget);
      });
      this.draw(this.shown);
    }
    if (panel.scrollHeight > panel.clientHeight && under.length > 1) {
      for (const { gadget } of under.slice(0, -1)) this.tooLong.add(gadget);
      this.draw(this.shown);
    }
    if (document.body.dataset.level === "example") panel.scrollTop = 0; // the example stands first
    else this.reveal(panel);
  }

  draw(moment) {
    const { data } = this;
    const { phase, block, call } = moment.step;
    const { title, text } = phaseWords(data.phases[phase]);
    byId("phase").textContent =
      data.phases.length > 1 ? `Phase ${phase + 1} of ${data.phases.length}: ${title}` : title;
    byId("phase-text").textContent = text;
    const under = levels(data, moment.step);
    const brief = (level, depth) => depth < under.length - 1 && this.tooLong.has(level.gadget);
    const shown = under.map((level, depth) => this.level(moment, level, depth, brief(level, depth)));
    const magnitudes = Object.entries(data.blocks[block].magnitudes);
    const given = magnitudes.map(([name, exact]) =>
      html("span", { class: "magnitude", title: exact }, `${cellText(name)} ${this.short(exact)}`),
    );
    const place = data.calls.length > 1 ? `call ${call + 1} of ${data.calls.length}` : null;
    fill(byId("gadget"), html("p", { class: "place" }, place, ...given), ...shown.flat().filter(Boolean));
  }

  // Scrolls down or up to the current row of the innermost table, and never sideways.
  reveal(panel) {
    const row = [...byId("gadget").querySelectorAll("tr.now")].at(-1);
    const [outer, inner] = [panel.getBoundingClientRect(), row.getBoundingClientRect()];
    if (inner.bottom + inner.height > outer.bottom) panel.scrollTop += inner.bottom + inner.height - outer.bottom;
    else if (inner.top < outer.top) panel.scrollTop -= outer.top - inner.top;
  }

  // Whether there is room for all cases of a table.
  allCases(gadget) {
    return !this.tooWide.has(gadget) && (document.body.clientWidth >= NARROW || this.data.tables[gadget].cases.length < 3);
  }

  // The table of a gadget before its first example: all of its cases where there are few, or one.
  unfed(gadget, chosen) {
    const few = this.data.tables[gadget].cases.length < 3;
    return drawTable(this.run, { gadget, row: -1 }, chosen, [], (coordinate) => coordinate, false, few);
  }

  short(exact) {
    return equalsText(this.run.field, this.run.numbers.read(exact));
  }

  name(level, coordinate) {
    const i = level.names.get(coordinate);
    return i === undefined ? coordinate : this.data.coordinates[i].name;
  }

  level(moment, level, depth, brief) {
    const { data, run } = this;
    const table = data.tables[level.gadget];
    const scope = run.training.scopeOf(moment.step.block, level.address);
    const named = table.inputs.map((input) => this.name(level, input));
    const signature = html("code", {}, `${level.gadget}${tuple(named)}`);
    const lead = depth === 0 ? null : level.address.length > 1 ? "which calls " : "after each example: ";
    const words = depth === 0 || level.address.length === 1 ? contractWords(table, (c) => this.name(level, c), moment.after.steady) : "";
    const head = html(
      "p",
      { class: "signature" },
      lead,
      signature,
      words ? html("span", { class: "contract" }, words) : null,
    );
    const shuffled = run.training.order !== null; // tables say nothing about other orders
    const chosen = shuffled ? -1 : caseOf(run, moment, level, scope);
    const results = shuffled ? [] : outcomes(run, moment, level, scope, chosen);
    const constants = Object.keys(table.constants).map((name) =>
      html(
        "span",
        { title: run.field.text(scope.get(name)) },
        `${cellText(name)} ${equalsText(run.field, scope.get(name))}`,
      ),
    );
    return [
      head,
      constants.length ? html("p", { class: "place" }, ...constants) : null,
      drawTable(run, level, chosen, results, (c) => this.name(level, c), brief, this.allCases(level.gadget)),
    ];
  }
}
