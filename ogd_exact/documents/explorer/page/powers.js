// Sums of powers of a known rational between 0 and 1 (alpha), over other such sums: {over, under}.
// With a regularizer every example multiplies every weight by alpha; written out, weights would have as many digits
// as there are examples. A sum is a Map from exponents to rationals that are not 0; under is ONE, or a sum whose lowest
// term is 1.

import { ratio, rationals as q } from "./rationals.js";

const ONE = new Map([[0, q.one]]);
const lowest = (terms) => Math.min(...terms.keys());

function plus(left, right) {
  const terms = new Map(left);
  for (const [e, c] of right) {
    const total = terms.has(e) ? q.add(terms.get(e), c) : c;
    if (total.n === 0n) terms.delete(e);
    else terms.set(e, total);
  }
  return terms;
}

const scaled = (terms, e, c) => new Map([...terms].map(([f, d]) => [e + f, q.mul(c, d)]));

function times(left, right) {
  if (right === ONE) return left;
  let result = new Map();
  for (const [e, c] of right) result = plus(result, scaled(left, e, c));
  return result;
}

const same = (left, right) =>
  left === right ||
  (left.size === right.size &&
    [...left].every(([e, c]) => right.has(e) && q.sign(q.add(c, q.neg(right.get(e)))) === 0));

// A quotient in lowest terms as far as that matters: a single term, or an equal sum, below the line is divided out.
function made(over, under = ONE) {
  if (over.size === 0) return { over, under: ONE };
  if (under === ONE) return { over, under };
  const low = lowest(under);
  const scale = q.inverse(under.get(low));
  [over, under] = [scaled(over, -low, scale), scaled(under, -low, scale)];
  if (under.size === 1) return { over, under: ONE };
  const first = lowest(over);
  const factor = over.get(first);
  return same(scaled(under, first, factor), over) ? { over: new Map([[first, factor]]), under: ONE } : { over, under };
}

function product(a, b) {
  if (a.under !== ONE || b.under !== ONE) {
    // What stands above in one factor and below in the other goes away, or numbers would grow step by step.
    const [left, right] = [made(a.over, b.under), made(b.over, a.under)];
    return made(times(left.over, right.over), times(left.under, right.under));
  }
  return made(a.over.size < b.over.size ? times(b.over, a.over) : times(a.over, b.over));
}

function sum(a, b) {
  if (same(a.under, b.under)) return made(plus(a.over, b.over), a.under);
  return made(plus(times(a.over, b.under), times(b.over, a.under)), times(a.under, b.under));
}

export function powersOf(name, base) {
  const log = Math.log10(q.approx(base));
  const halves = (e) => 2n * base.n ** BigInt(e) <= base.d ** BigInt(e);
  const half = [1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 1024].find(halves) ?? Infinity; // its power is at most 1/2

  function signOfSum(terms) {
    if (terms.size === 0) return 0;
    const low = lowest(terms);
    const first = terms.get(low);
    const leading = q.sign(first);
    // Powers fall as exponents grow: where the first coefficient outweighs all that oppose it, it decides.
    let left = first;
    for (const [e, c] of terms) {
      if (q.sign(c) !== leading) left = q.add(left, ratio(c.n, c.d << BigInt(Math.floor((e - low) / half))));
    }
    if (q.sign(left) === leading) return leading;
    const high = Math.max(...terms.keys());
    const below = [...terms.values()].reduce((total, { d }) => total * d, 1n);
    let total = 0n; // the sum times below, over the lowest power, times a power of what alpha is divided by
    for (const [e, { n, d }] of terms) {
      total += n * (below / d) * base.n ** BigInt(e - low) * base.d ** BigInt(high - e);
    }
    return total > 0n ? 1 : total < 0n ? -1 : 0;
  }

  // A sum without its lowest power, as a double, and that power's logarithm.
  function parts(terms) {
    const low = lowest(terms);
    return [[...terms].reduce((total, [e, c]) => total + q.approx(c) * 10 ** (log * (e - low)), 0), log * low];
  }

  function term(e, c) {
    if (e === 0) return q.text(c);
    const power = e === 1 ? name : `${name}^${e}`;
    return c.n === c.d ? power : c.n === -c.d ? `-${power}` : `${q.text(c)}*${power}`;
  }

  const shown = (terms) =>
    [...terms]
      .sort(([d], [e]) => d - e)
      .map(([e, c]) => term(e, c))
      .join(" + ");

  const field = {
    zero: made(new Map()),
    one: { over: ONE, under: ONE },
    integer: (text) => made(text === "0" ? new Map() : new Map([[0, q.integer(text)]])),
    generator: { over: new Map([[1, q.one]]), under: ONE },
    add: sum,
    mul: product,
    neg: (a) => ({ over: scaled(a.over, 0, q.neg(q.one)), under: a.under }),
    inverse(a) {
      if (field.sign(a) === 0) throw new RangeError("division by zero");
      return made(a.under, a.over);
    },
    power(a, k) {
      if (a.over.size === 1 && a.under === ONE) {
        const [[e, c]] = a.over;
        const factor = k < 0 ? q.inverse(c) : c;
        const size = BigInt(Math.abs(k));
        return { over: new Map([[e * k, ratio(factor.n ** size, factor.d ** size)]]), under: ONE };
      }
      let result = field.one;
      for (let i = 0; i < Math.abs(k); i++) result = product(result, k < 0 ? field.inverse(a) : a);
      return result;
    },
    sign: (a) => signOfSum(a.over) * (a.under === ONE ? 1 : signOfSum(a.under)),
    text: (a) => (a.over.size === 0 ? "0" : a.under === ONE ? shown(a.over) : `(${shown(a.over)})/(${shown(a.under)})`),
    approx(a) {
      if (a.over.size === 0) return 0;
      const [[over, above], [under, below]] = [parts(a.over), parts(a.under)];
      return (over / under) * 10 ** (above - below);
    },
    log10(a) {
      const [[over, above], [under, below]] = [parts(a.over), parts(a.under)];
      return Math.log10(Math.abs(over / under)) + above - below;
    },
    // A single power as [coefficient, exponent], for those who write it with a raised exponent.
    single: (a) => (a.under === ONE && a.over.size === 1 ? [...a.over][0].reverse() : null),
  };
  return field;
}
