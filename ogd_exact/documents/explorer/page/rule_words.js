// What a rule does, in plain words: made of its polynomials, whatever they are.

import { cellText, equalsText, shortText } from "./show.js";
import { listed } from "./words.js";

// A polynomial as people write it: p is w·x, in brackets where it is a factor.
export const formula = (text) =>
  cellText(text.replace(/(\*?)\bp\b(?=([*^]?))/g, (_, before, after) => (before || after ? `${before}(w*x)` : "w*x")));

function isSum(text) {
  let flat = text;
  while (flat.includes("(")) flat = flat.replace(/\([^()]*\)/g, "");
  return / [+-] /.test(flat);
}

// A move at the learning rate, and its sign: "2·rate·(y − w·x)·x".
function amount(text, unit) {
  const sum = isSum(text);
  const negative = !sum && text.startsWith("-");
  const [, number, rest] = sum ? [text, "", `(${text})`] : /^-?([\d/]*)\*?(.*)$/.exec(text);
  const factors = [number === "1" ? "" : number, "rate", rest, unit];
  return { negative, size: formula(factors.filter(Boolean).join("*")) };
}

// "rate·y·x is added to the weights and rate·y to bias"; "" where nothing moves.
function added(moves, along) {
  let last = "";
  const parts = Object.entries(moves)
    .filter(([, text]) => text !== "0")
    .map(([name, text]) => {
      const { negative, size } = amount(text, name !== "x" ? "" : along === "sign" ? "sign(x)" : "x");
      const verb = negative ? "is subtracted from" : "is added to";
      const said = verb === last ? verb.split(" ").at(-1) : verb;
      last = verb;
      return `${size} ${said} ${name === "x" ? "the weights" : name}`;
    });
  return listed(parts);
}

// Where a score lies, by the kinks about an interval.
function between(kinks, interval) {
  if (!kinks.length) return "";
  if (interval === 0) return `below ${kinks[0]}`;
  return interval === kinks.length ? `above ${kinks.at(-1)}` : `between ${kinks[interval - 1]} and ${kinks[interval]}`;
}

// "a weight w becomes −1 where w is below −1, and 1 where w is above 1"; "" where nothing follows a step.
function following(after) {
  if (!after) return "";
  const kinks = after.kinks.map(formula);
  const parts = after.values.flatMap((value, k) =>
    value === "w" ? [] : [`${formula(value)} where ${formula(after.score)} is ${between(kinks, k)}`],
  );
  return `a weight w becomes ${listed(parts)}`;
}

export class RuleWords {
  constructor({ data, field, step }) {
    const { moves, state, along, after } = data.step;
    Object.assign(this, { data, field, constants: step.constants, following: following(after) });
    this.kinks = step.kinks.map((kink) => shortText(field, kink));
    this.moves = moves.map((texts) => added(texts, along));
    this.mayRest = this.moves.includes(""); // else every example moves something
    this.score = this.kinks.length ? formula(data.step.score) : "w·x";
    this.allWeights = `all weights${state.length ? ` but ${listed(state)}` : ""}`;
    this.factor = field.equal(step.decay, field.one) ? "" : shortText(field, step.decay);
  }

  // The number that kinks are compared with; without kinks, the one that moves are made of.
  valueOf({ p, score }) {
    return this.kinks.length ? score : p;
  }

  // "y·(w·x) = −4"
  scored(step) {
    return `${this.score} ${equalsText(this.field, this.valueOf(step))}`;
  }

  // What an example does whose score lies in an interval.
  does(interval) {
    const { allWeights, factor, mayRest } = this;
    const moves = this.moves[interval];
    if (!moves) return factor ? `nothing is added; but the regularizer multiplies ${allWeights} by ${factor}` : "nothing is added";
    if (!factor) return mayRest ? `it fires, and ${moves}` : moves;
    return `${mayRest ? "it fires: " : ""}${allWeights} are multiplied by ${factor}, then ${moves}`;
  }

  // What follows the score of an example: ", below 1: it fires, and rate·y·x is added to the weights".
  verdict({ interval, met, kink, fired, added: changes }) {
    const one = this.kinks.length > 1 ? "a" : "the";
    if (kink && met < 0) return ": but then a weight is where two ends of a step meet. No side is chosen";
    if (kink) return `, exactly ${this.kinks[met]}: on ${one} kink, where the loss has no derivative. No side is chosen`;
    const does = met >= 0 && fired && !changes.length ? "nothing moves" : this.does(interval);
    const place = met >= 0 ? `exactly ${this.kinks[met]}, where both sides agree` : between(this.kinks, interval);
    const then = this.following ? `; then ${this.following}` : "";
    return `${place ? `, ${place}` : ""}: ${does}${then}`;
  }

  // The whole rule, in a few sentences.
  sentences() {
    const { data, field, kinks, moves, mayRest } = this;
    const called = data.rule.words ? ` (${data.rule.words})` : "";
    const fires = mayRest ? "the example fires, and " : "";
    const does = moves.map((text, k) => (kinks.length ? `${between(kinks, k)}, ` : "") + (text ? fires + text : "nothing is added"));
    const looks = kinks.length ? `looks at one score, ${this.score}: ${does.join("; ")}` : `does the same with each: ${does[0]}`;
    const constants = Object.keys(data.step.constants).map((name) => `${cellText(name)} ${equalsText(field, this.constants.get(name))}`);
    const given = constants.length ? ` Here ${listed(constants)}.` : "";
    const then = this.following ? ` After each step, ${this.following}.` : "";
    return `Training examples are fed one at a time. Online gradient descent${called} ${looks}.${given}${then}`;
  }
}
