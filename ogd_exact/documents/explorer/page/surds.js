// Numbers a + b*root, the root being that of a known integer that is no square: [a, b] with rational a and b.

import { rationals as q } from "./rationals.js";

export function surdsOf(name, square) {
  const root = Math.sqrt(q.approx(square));
  const norm = ([a, b]) => q.add(q.mul(a, a), q.neg(q.mul(square, q.mul(b, b))));
  const approx = ([a, b]) => q.approx(a) + q.approx(b) * root;
  function written([a, b], multiple) {
    if (b.n === 0n) return q.text(a);
    return a.n === 0n ? `${q.text(b)}${multiple}` : `${q.text(a)} + ${q.text(b)}${multiple}`;
  }
  return {
    zero: [q.zero, q.zero],
    one: [q.one, q.zero],
    integer: (text) => [q.integer(text), q.zero],
    generator: [q.zero, q.one],
    add: ([a, b], [c, d]) => [q.add(a, c), q.add(b, d)],
    mul: ([a, b], [c, d]) => [q.add(q.mul(a, c), q.mul(square, q.mul(b, d))), q.add(q.mul(a, d), q.mul(b, c))],
    neg: ([a, b]) => [q.neg(a), q.neg(b)],
    inverse([a, b]) {
      const below = q.inverse(norm([a, b])); // which is 0 for 0 alone
      return [q.mul(a, below), q.neg(q.mul(b, below))];
    },
    // Of a and b*root, the one with the larger square decides.
    sign: ([a, b]) => q.sign(q.sign(norm([a, b])) > 0 ? a : b),
    text: (a) => written(a, `*${name}`),
    shown: (a) => written(a, `·√${q.text(square)}`),
    approx,
    log10: (a) => Math.log10(Math.abs(approx(a))),
  };
}
