// The grammar of cells: integers, + - * / ^ with integer exponents, parentheses, names; worked out in a field.

import { powersOf } from "./powers.js";
import { rationals, withDerived } from "./rationals.js";
import { surdsOf } from "./surds.js";

const TOKEN = /\s*(\d+|[A-Za-z]\w*|[-+*/^()])/y;

function tokens(text) {
  const found = [];
  TOKEN.lastIndex = 0;
  for (let match; (match = TOKEN.exec(text));) found.push(match[1]);
  return found;
}

// What a text says in a field, as a function of what its names are worth there.
export function compiled(text, field) {
  const words = tokens(text);
  let at = 0;
  const next = (...wanted) => wanted.includes(words[at]) && words[at++];

  function chain(operand, operations) {
    let left = operand();
    for (let word; (word = next(...Object.keys(operations)));) {
      const [first, operation, second] = [left, operations[word], operand()];
      left = (scope) => operation(first(scope), second(scope));
    }
    return left;
  }
  const sum = () => chain(product, { "+": field.add, "-": field.sub });
  const product = () => chain(unary, { "*": field.mul, "/": field.div });
  function unary() {
    if (!next("-")) return next("+") ? unary() : power();
    const operand = unary();
    return (scope) => field.neg(operand(scope));
  }
  function power() {
    const base = atom();
    if (!next("^")) return base;
    const negative = next("-");
    const exponent = negative ? -Number(words[at++]) : Number(words[at++]);
    return (scope) => field.power(base(scope), exponent);
  }
  function atom() {
    const word = words[at++];
    if (word === "(") {
      const value = sum();
      next(")");
      return value;
    }
    if (/^\d/.test(word)) {
      const value = field.integer(word);
      return () => value;
    }
    return (scope) => {
      if (!scope.has(word)) throw new RangeError(`${word} has no value`);
      return scope.get(word);
    };
  }
  return sum();
}

export const evaluate = (text, field, scope) => compiled(text, field)(scope);

// The field that a page computes in, and what the names in its texts mean.
export function numbersOf(data) {
  const { kind, name, base, square } = data.field;
  const plain = withDerived(rationals);
  const given = (text) => evaluate(text, plain, new Map());
  const makers = {
    rationals: () => rationals,
    powers: () => powersOf(name, given(base)),
    surds: () => surdsOf(name, given(square)),
  };
  const field = withDerived(makers[kind]());
  const scope = new Map(name ? [[name, field.generator]] : []);
  for (const [symbol, text] of Object.entries(data.symbols)) scope.set(symbol, evaluate(text, field, scope));
  return { field, scope, read: (text) => evaluate(text, field, scope) };
}
