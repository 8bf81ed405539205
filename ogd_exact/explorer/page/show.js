// Numbers and truth values as people read them.

const RAISED = { "-": "⁻", 0: "⁰", 1: "¹", 2: "²", 3: "³", 4: "⁴", 5: "⁵", 6: "⁶", 7: "⁷", 8: "⁸", 9: "⁹" };
const LONGEST = 9;
export const TRUTHS = {
  true: { sign: "1", word: "true" },
  false: { sign: "0", word: "false" },
  unset: { sign: "–", word: "unset" },
  between: { sign: "~", word: "in between" },
};

const minus = (text) => text.replace(/-/g, "−");
const raised = (exponent) => [...String(exponent)].map((digit) => RAISED[digit]).join("");

export const counted = (count, what) => `${count} ${what}${count === 1 ? "" : what.endsWith("s") ? "es" : "s"}`;

// A name that is too long loses its middle: names of files differ at their ends.
export function shortName(name, most) {
  const letters = [...name];
  if (letters.length <= most) return name;
  const tail = Math.floor((most - 1) / 2);
  return `${letters.slice(0, most - 1 - tail).join("")}…${letters.slice(-tail).join("")}`;
}

export const tuple = (texts) => `(${texts.join(",\u2009")})`;

// A cell of a table: alpha and eps1 as Greek letters, powers raised.
export function cellText(text) {
  return minus(
    text
      .replace(/\^(-?\d+)/g, (_, exponent) => raised(exponent))
      .replace(/sqrt_eta/g, "√η")
      .replace(/alpha/g, "α")
      .replace(/\blambda\b/g, "λ")
      .replace(/\beta\b/g, "η")
      .replace(/eps(\d?)/g, (_, k) => "ε" + [...k].map((d) => String.fromCharCode(0x2080 + Number(d))).join(""))
      .replace(/\*/g, "·"),
  );
}

export function shortText(field, value) {
  const power = field.single?.(value);
  const text = field.shown ? field.shown(value) : field.text(value);
  const exact = power && power[1] !== 0 ? cellText(text) : minus(text);
  if (exact.length <= LONGEST) return exact;
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
