// Numbers and truth values as people read them.

const RAISED = { "-": "⁻", 0: "⁰", 1: "¹", 2: "²", 3: "³", 4: "⁴", 5: "⁵", 6: "⁶", 7: "⁷", 8: "⁸", 9: "⁹" };
const GREEK = new Map(
  "α alpha, β beta, γ gamma, δ delta, ε eps, ε epsilon, ζ zeta, η eta, θ theta, κ kappa, λ lambda, μ mu, ν nu, ρ rho, σ sigma, τ tau, ω omega"
    .split(", ")
    .map((pair) => pair.split(" ").reverse()),
);
const LONGEST = 9;
export const TRUTHS = {
  true: { sign: "1", word: "true" },
  false: { sign: "0", word: "false" },
  unset: { sign: "–", word: "unset" },
  between: { sign: "~", word: "in between" },
};

const minus = (text) => text.replace(/-/g, "−");
const raised = (exponent) => [...String(exponent)].map((digit) => RAISED[digit]).join("");

export const titled = (word) => word[0].toUpperCase() + word.slice(1);

export const counted = (count, what) => `${count} ${what}${count === 1 ? "" : what.endsWith("s") ? "es" : "s"}`;

// A name that is too long loses its middle: names of files differ at their ends.
export function shortName(name, most) {
  const letters = [...name];
  if (letters.length <= most) return name;
  const tail = Math.floor((most - 1) / 2);
  return `${letters.slice(0, most - 1 - tail).join("")}…${letters.slice(-tail).join("")}`;
}

export const tuple = (texts) => `(${texts.join(",\u2009")})`;

// A cell of a table, or another formula: Greek letters, powers raised.
export function cellText(text) {
  const below = (digits) => [...digits].map((d) => String.fromCharCode(0x2080 + Number(d))).join("");
  return minus(
    text
      .replace(/\^(-?\d+)/g, (_, exponent) => raised(exponent))
      .replace(/\bsqrt_/g, "√")
      .replace(/(?<!\w)([a-z]+)(\d*)(?!\w)/g, (all, name, digits) => (GREEK.has(name) ? GREEK.get(name) + below(digits) : all))
      .replace(/\*/g, "·"),
  );
}

export function shortText(field, value, most = LONGEST) {
  const power = field.single?.(value);
  const text = field.shown ? field.shown(value) : field.text(value);
  const exact = power && power[1] !== 0 ? cellText(text) : minus(text);
  if (exact.length <= most) return exact;
  const size = field.log10(value);
  if (size > 6 || size < -4) return `≈ ${field.sign(value) < 0 ? "−" : ""}10${raised(Math.round(size))}`;
  return `≈ ${minus(field.approx(value).toPrecision(4))}`;
}

// What a weight says: exactly true, false or unset where weights are steady; with decay its sign, between calls.
export function truthOf(run, weights, i, inCall) {
  const { field, encoding } = run;
  const value = weights.get(i);
  const side = field.sign(value);
  if (weights.steady) {
    return ["true", "false", "unset"].find((truth) => field.equal(value, encoding[truth])) ?? "between";
  }
  if (side === 0) return "unset";
  return inCall ? "between" : side > 0 ? "true" : "false";
}

// A word of bits is written as a number is: what comes last in the file stands first.
export const inWordOrder = (bits) => [...bits].reverse();

// The number that a state spells, what comes first in the file being its lowest bit; "" where it is no word of bits.
export function numberOf(truths) {
  if (truths.some((truth) => truth !== "true" && truth !== "false")) return "";
  return String(truths.reduceRight((total, truth) => 2n * total + (truth === "true" ? 1n : 0n), 0n));
}

// The registers of a state, the last of the file first: latches whose names differ in their digits alone. Each with its
// name, the number of its first latch, and the number after its last.
export function registersOf(latches) {
  const stems = latches.map((latch) => latch.replace(/\W?\d+\W?$/, ""));
  const found = [];
  for (let first = 0, end = 0; first < stems.length; first = end) {
    while (end < stems.length && stems[end] === stems[first]) end++;
    found.push({ name: stems[first], first, end });
  }
  return inWordOrder(found);
}

const MOST_REGISTERS = 6; // that are told apart
const LONGEST_WORD = 20; // bits that are written out; of longer words, those at both ends

// The rows and columns of a state that is a board, as in the Game of Life; null of others.
export function boardOf(latches) {
  if (!latches.every((latch) => /^r\d+c\d+$/.test(latch))) return null;
  const rows = registersOf(latches).length;
  return { rows, columns: latches.length / rows };
}

// Whether a state is cells and no number: a board, or a row c0, c1, ... as in Rule 110.
export const ofCells = (latches) =>
  boardOf(latches) !== null || (latches.length > 1 && latches.every((latch, k) => latch === `c${k}`));

// A state in a few letters: of cells, how many live; as a number, or as one for each register; where that is too long, as a word of bits.
export function spelled(latches, truths) {
  if (ofCells(latches)) return counted(truths.filter((truth) => truth === "true").length, "live cell");
  const registers = registersOf(latches);
  const numbers = registers.map(({ first, end }) => numberOf(truths.slice(first, end)));
  if (registers.length > MOST_REGISTERS || numbers.some((number) => !number || number.length > 7))
    return shortName(wordOf(truths), LONGEST_WORD);
  if (registers.length === 1) return numbers[0];
  return registers.map(({ name }, k) => `${shortName(name, 12)} ${numbers[k]}`).join(", ");
}

export const wordOf = (truths) =>
  inWordOrder(truths)
    .map((truth) => TRUTHS[truth].sign)
    .join("");

// "= 3/4", or "≈ 0.7312" where the exact number is too long to be read.
export function equalsText(field, value, most = LONGEST) {
  const text = shortText(field, value, most);
  return text.startsWith("≈") ? text : `= ${text}`;
}
