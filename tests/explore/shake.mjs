// node shake.mjs FILE: the numbers that the page draws: [[text, count], ...] to lists of texts.

import { readFileSync } from "node:fs";

const { drawn } = await import(new URL("../../ogd_exact/documents/explorer/page/clock/shake.js", import.meta.url));
const asked = JSON.parse(readFileSync(process.argv[2], "utf8"));
console.log(JSON.stringify(asked.map(([text, count]) => drawn(text, count).map(String))));
