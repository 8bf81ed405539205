// Exact rationals: {n, d} with d > 0 and no common factor. Every field has these functions.

function gcd(a, b) {
  while (b) [a, b] = [b, a % b];
  return a < 0n ? -a : a;
}

export function ratio(n, d = 1n) {
  if (d === 0n) throw new RangeError("division by zero");
  if (d === 1n) return { n, d };
  const common = d < 0n ? -gcd(n, d) : gcd(n, d);
  return { n: n / common, d: d / common };
}

// The nearest double or so, also where numerator and denominator are too large to be doubles.
function nearly({ n, d }) {
  const excess = Math.max(n.toString(16).length, d.toString(16).length) - 250;
  if (excess <= 0) return Number(n) / Number(d);
  const shift = BigInt(4 * excess);
  const below = Number(d >> shift);
  return below ? Number(n >> shift) / below : n > 0n ? Infinity : -Infinity;
}

function log10(big) {
  const digits = (big < 0n ? -big : big).toString();
  return digits.length - 1 + Math.log10(Number(digits[0] + "." + digits.slice(1, 16)));
}

export const rationals = {
  zero: { n: 0n, d: 1n },
  one: { n: 1n, d: 1n },
  integer: (text) => ratio(BigInt(text)),
  add: (a, b) => (a.d === b.d ? ratio(a.n + b.n, a.d) : ratio(a.n * b.d + b.n * a.d, a.d * b.d)),
  mul: (a, b) => ratio(a.n * b.n, a.d * b.d),
  neg: (a) => ({ n: -a.n, d: a.d }),
  inverse: (a) => ratio(a.d, a.n),
  sign: (a) => (a.n > 0n ? 1 : a.n < 0n ? -1 : 0),
  text: (a) => (a.d === 1n ? String(a.n) : `${a.n}/${a.d}`),
  approx: nearly,
  log10: (a) => log10(a.n) - log10(a.d), // of the absolute value, which is not 0
};

// What follows from those few functions, in any field.
export function withDerived(field) {
  return {
    ...field,
    sub: (a, b) => field.add(a, field.neg(b)),
    div: (a, b) => field.mul(a, field.inverse(b)),
    equal: (a, b) => a === b || field.sign(field.add(a, field.neg(b))) === 0,
    power: field.power ?? ((a, k) => raised(field, k < 0 ? field.inverse(a) : a, Math.abs(k))),
  };
}

function raised(field, a, k) {
  let result = field.one;
  for (; k; k = Math.floor(k / 2)) {
    if (k % 2) result = field.mul(result, a);
    if (k > 1) a = field.mul(a, a);
  }
  return result;
}
