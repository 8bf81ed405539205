// node evaluate.mjs FILE: the values of expressions, each in its field: [[field, text], ...] to texts and signs.

import { readFileSync } from "node:fs";

const page = new URL("../../ogd_exact/documents/explorer/page/", import.meta.url);
const { numbersOf } = await import(new URL("expressions.js", page));

const asked = JSON.parse(readFileSync(process.argv[2], "utf8"));
const found = asked.map(([field, text]) => {
  const numbers = numbersOf({ field, symbols: {} });
  try {
    const value = numbers.read(text);
    return [numbers.field.text(value), numbers.field.sign(value), numbers.field.approx(value)];
  } catch (error) {
    return [error.message];
  }
});
console.log(JSON.stringify(found));
