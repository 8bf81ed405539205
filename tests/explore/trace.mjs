// node trace.mjs DATA: every step of a run by the page's own stepper, in order: score, fired, and the weights after it.
// With a pass and a step: that moment alone, and how many steps were computed for it.

import { readFileSync } from "node:fs";

const page = new URL("../../ogd_exact/documents/explorer/page/", import.meta.url);
const { numbersOf } = await import(new URL("expressions.js", page));
const { Run } = await import(new URL("run.js", page));

const [path, pass, step] = process.argv.slice(2);
const data = JSON.parse(readFileSync(path, "utf8"));
const numbers = numbersOf(data);
const { text } = numbers.field;
const run = new Run(data, numbers);
let computed = 0;
const effect = run.effect.bind(run);
run.effect = (...given) => {
  computed++;
  return effect(...given);
};

const weights = (vector) => data.coordinates.map((_, i) => text(vector.get(i)));
if (pass !== undefined) {
  const { after } = run.moment(Number(pass), Number(step));
  console.log(JSON.stringify({ weights: weights(after), computed }));
} else {
  const steps = [];
  for (let p = 0; p < run.passes; p++) {
    for (let t = 1; t <= run.stepsIn(p); t++) {
      const { after, step: done } = run.moment(p, t);
      steps.push([text(done.score), done.fired, done.kink, weights(after)]);
    }
  }
  console.log(JSON.stringify(steps));
}
