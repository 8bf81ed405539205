// A gadget's table as it is printed, with the weights that it names: the current row lit, rows that are done checked.

import { html } from "./dom.js";
import { cellText, shortText, tuple } from "./show.js";

export function drawTable(run, level, chosen, results, nameOf, brief, allCases) {
  const table = run.data.tables[level.gadget];
  const cases = table.cases.map((_, k) => k).filter((k) => allCases || k === Math.max(chosen, 0));
  const rows = table.rows.map((row, number) =>
    html(
      "tr",
      { class: number === level.row ? "now" : null, title: row.note || null },
      html("td", { class: "number" }, number === level.row ? "▶" : String(number + 1)),
      ...exampleCells(table, row, nameOf),
      ...cases.map((k) => afterCell(run, row.after[k], k === chosen, results[number])),
    ),
  );
  const kind = [level.paused && "paused", !allCases && "wide"].filter(Boolean).join(" ");
  const body = html("tbody", {}, ...(brief ? [rows[level.row]] : rows));
  return html("table", { class: kind }, heads(run, table, cases, chosen, nameOf), body);
}

function heads(run, table, cases, chosen, nameOf) {
  const count = table.cases.length;
  const one = `weights after, case ${chosen + 1} of ${count}`;
  const unmatched = run.training.order ? "weights after, in the right order" : "no case of its table matches!";
  const which = chosen < 0 ? unmatched : cases.length === count ? "weights after, by case" : one;
  const above = [
    html("td", { rowspan: 2 }),
    html("th", { colspan: table.inputs.length }, "example x"),
    html("th", { rowspan: 2 }, "y"),
    html("th", { colspan: cases.length, class: chosen < 0 && !run.training.order ? "unmatched" : null }, which),
  ];
  const names = table.inputs.map((input) => html("th", {}, nameOf(input)));
  const lit = (k) => ({ class: k === chosen ? "lit" : null });
  const starts = cases.map((k) => html("th", lit(k), tuple(table.cases[k].map(cellText))));
  return html("thead", {}, html("tr", {}, ...above), html("tr", {}, ...names, ...starts));
}

function exampleCells(table, row, nameOf) {
  if (!row.call) return [...row.x, row.y].map((text) => html("td", {}, cellText(text)));
  const width = table.inputs.length + 1;
  return [html("td", { colspan: width, class: "called" }, `call ${row.call}${tuple(row.on.map(nameOf))}`)];
}

// The weights that the table says; of the case at hand, whether they were the weights there were.
function afterCell(run, texts, lit, result) {
  const text = tuple(texts.map(cellText));
  if (!lit || !result) return html("td", { class: lit ? "after lit" : "after" }, text);
  const found = tuple(result.found.map((value) => shortText(run.field, value)));
  if (result.right) return html("td", { class: "after lit right", title: `as the table says: ${found}` }, `${text} ✓`);
  return html("td", { class: "after lit wrong" }, `${text} ✗ is ${found}`);
}
