// Which rows of which tables an example belongs to: those of its gadget, and of the gadgets that this one calls.

import { evaluate } from "./expressions.js";

// The tables under way, outermost first: {gadget, row, start, end, on}; start and end number examples of the block.
export function levels(data, step) {
  const { rows, gadget } = data.blocks[step.block];
  const address = rows[step.index];
  const own = address[0][0] === gadget;
  const found = [];
  if (!own) {
    // A gadget that follows every example: the example before it is the one of the call itself.
    const last = rows.slice(0, step.index).findLastIndex((other) => other[0][0] === gadget);
    found.push(...levels(data, { ...step, index: last }).map((level) => ({ ...level, paused: true })));
  }
  let on = own ? step.row.slice(0, data.tables[gadget].inputs.length) : data.afterEach.on;
  address.forEach(([name, row], depth) => {
    // A call goes on through the examples that follow each of its own.
    const between = (other) => own && other[0][0] !== gadget;
    const above = address.slice(0, depth);
    const inside = (other) => above.every(([g, r], k) => other[k]?.[0] === g && other[k][1] === r);
    const within = (other) => between(other) || (depth === 0 ? other[0][0] === name : inside(other));
    let [start, end] = [step.index, step.index];
    while (start > 0 && within(rows[start - 1])) start--;
    while (end < rows.length - 1 && within(rows[end + 1])) end++;
    const names = new Map(data.tables[name].inputs.map((input, k) => [input, on[k]]));
    data.coordinates.forEach((coordinate, i) => coordinate.kind === "state" && names.set(coordinate.name, i));
    found.push({ gadget: name, row, start, end, names, address: address.slice(0, depth + 1), index: step.index });
    const inner = data.tables[name].rows[row];
    if (inner.call) on = inner.on.map((input) => names.get(input));
  });
  return found;
}

// The weights that a line of a table says.
export function line(run, texts, scope) {
  return texts.map((text) => evaluate(text, run.field, scope));
}

// Which case of its table a level began in; -1 if none.
export function caseOf(run, moment, level, scope) {
  const table = run.data.tables[level.gadget];
  const began = run.training.startOf(moment.step.call) + level.start;
  const weights = run.weights(moment.pass, began);
  return table.cases.findIndex((texts) => agrees(run, line(run, texts, scope), table, level, weights));
}

function agrees(run, values, table, level, weights) {
  return values.every((value, k) => run.field.equal(value, weights.get(level.names.get(table.coordinates[k]))));
}

// For each row of a level that is done: whether the weights then were those of the table, and what they were.
export function outcomes(run, moment, level, scope, chosen) {
  const { data, training } = run;
  const table = data.tables[level.gadget];
  const rows = data.blocks[moment.step.block].rows;
  const depth = level.address.length - 1;
  return table.rows.map(({ after }, number) => {
    let last = -1;
    for (let k = level.start; k <= level.end; k++) {
      const [name, row] = rows[k][depth] ?? [];
      if (name === level.gadget && row === number) last = k;
    }
    if (last < 0 || last > moment.step.index || chosen < 0) return null;
    const weights = run.weights(moment.pass, training.startOf(moment.step.call) + last + 1);
    const right = agrees(run, line(run, after[chosen], scope), table, level, weights);
    return { right, last, found: table.coordinates.map((name) => weights.get(level.names.get(name))) };
  });
}
