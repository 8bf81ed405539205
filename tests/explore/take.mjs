// node take.mjs FILE: steps and words of rules that are said by polynomials. FILE is JSON, a list of {step, rule,
// coordinates, examples}, and an example is [weights, x, y]; of each rule: its sentences, and of each example
// [kink, interval, fired, weights after, verdict].

import { readFileSync } from "node:fs";

const page = new URL("../../ogd_exact/documents/explorer/page/", import.meta.url);
const { numbersOf } = await import(new URL("expressions.js", page));
const { RuleWords } = await import(new URL("rule_words.js", page));
const { stepOf } = await import(new URL("step.js", page));
const { Weights } = await import(new URL("weights.js", page));

const found = JSON.parse(readFileSync(process.argv[2], "utf8")).map(({ step, rule, coordinates, examples }) => {
  const numbers = numbersOf({ field: { kind: "rationals" }, symbols: {} });
  const { field, read } = numbers;
  const taken = stepOf(step, coordinates, numbers);
  const words = new RuleWords({ data: { step, rule }, field, step: taken });
  const answers = examples.map(([texts, x, y]) => {
    const weights = new Weights(field, taken.decay, texts.map(read), taken.kept);
    const example = { x: x.map(([i, text]) => [i, read(text)]), y: read(y) };
    const effect = taken.take((i) => weights.get(i), example);
    weights.step(effect.added);
    const after = texts.map((_, i) => field.text(weights.get(i)));
    return [effect.kink, effect.interval, effect.fired, after, words.scored(effect) + words.verdict(effect)];
  });
  return { sentences: words.sentences(), answers };
});
console.log(JSON.stringify(found));
