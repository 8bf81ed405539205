// One step of online gradient descent, for every rule that is made of polynomials: the kernel's step once more, written
// from its definition (docs/formats.md).

import { compiled, evaluate } from "./expressions.js";

// The interval between kinks that a score lies in; the kink that it is, or -1; and whether what meets there differs.
function place(field, score, kinks, agree) {
  let [interval, met] = [0, -1];
  for (const kink of kinks) {
    const side = field.sign(field.sub(score, kink));
    if (side < 0) break;
    if (side === 0) {
      met = interval;
      if (!agree(interval, interval + 1)) return { interval, met, kink: true };
    }
    interval += 1;
  }
  return { interval, met, kink: false };
}

// What becomes of a weight after a step: itself where nothing is said; null on a kink where two answers meet.
function follower(after, constants, field) {
  if (!after) return (w) => w;
  const [score, ...values] = [after.score, ...after.values].map((text) => compiled(text, field));
  const kinks = after.kinks.map((text) => evaluate(text, field, constants));
  const resting = new WeakSet(); // numbers that are known to stay
  return (w) => {
    if (resting.has(w)) return w;
    const scope = new Map([...constants, ["w", w]]);
    const value = (k) => values[k](scope);
    const { interval, kink } = place(field, score(scope), kinks, (k, l) => field.equal(value(k), value(l)));
    if (kink) return null;
    if (!field.equal(value(interval), w)) return value(interval);
    resting.add(w);
    return w;
  };
}

// A step of data, with the coordinates that its weights have: those of the rule's state are of the kind "state". Such
// weights neither decay nor follow a step; what follows is said of all others.
export function stepOf(said, coordinates, { field, read }) {
  const { zero, one, add, sub, mul } = field;
  const constants = new Map(Object.entries(said.constants).map(([name, text]) => [name, read(text)]));
  const state = new Map(coordinates.flatMap(({ name, kind }, i) => (kind === "state" ? [[name, i]] : [])));
  const kept = new Set(state.values());
  const others = coordinates.flatMap((_, i) => (kept.has(i) ? [] : [i]));
  const score = compiled(said.score, field);
  const kinks = said.kinks.map((text) => evaluate(text, field, constants));
  const moves = said.moves.map((texts) => Object.entries(texts).map(([name, text]) => [name, compiled(text, field)]));
  const rate = read(said.rate);
  const decay = sub(one, mul(rate, read(said.regularizer)));
  const steady = field.equal(decay, one);
  const units = [field.neg(one), zero, one];
  const along = said.along === "sign" ? (value) => units[field.sign(value) + 1] : (value) => value;
  const follow = follower(said.after, constants, field);

  // By how much each weight moves besides its decay, once what follows a step is done; null where that is on a kink.
  function followed(weight, moved) {
    if (!said.after) return moved;
    for (const i of others) {
      const decayed = steady ? weight(i) : mul(decay, weight(i));
      const before = moved.has(i) ? add(decayed, moved.get(i)) : decayed;
      const after = follow(before);
      if (after === null) return null;
      if (after !== before) moved.set(i, sub(after, decayed));
    }
    return moved;
  }

  // weight: of a coordinate; x: pairs of a coordinate and a number. The answer: w.x and the score; the interval that it
  // lies in, and the kink that it is, if it is one; whether the step is refused there; whether the interval has moves;
  // and what is added to which weights, after they have decayed.
  function take(weight, { x, y }) {
    const p = x.reduce((total, [i, value]) => add(total, mul(weight(i), value)), zero);
    const scope = new Map(constants).set("p", p).set("y", y);
    for (const [name, i] of state) scope.set(name, weight(i));
    const worth = (k) => moves[k].map(([name, move]) => [name, move(scope)]).filter(([, move]) => field.sign(move));
    const agree = (k, l) => {
      const [below, above] = [worth(k), new Map(worth(l))];
      return below.length === above.size && below.every(([name, move]) => above.has(name) && field.equal(move, above.get(name)));
    };
    const at = score(scope);
    const { interval, met, kink } = place(field, at, kinks, agree);
    const moved = new Map();
    const moving = (i, value) => moved.set(i, moved.has(i) ? add(moved.get(i), value) : value);
    for (const [name, move] of kink ? [] : worth(interval)) {
      const slope = mul(rate, move);
      if (name === "x") x.forEach(([i, value]) => moving(i, mul(slope, along(value))));
      else moving(state.get(name), slope);
    }
    const added = kink ? moved : followed(weight, moved);
    const fired = !kink && moves[interval].length > 0;
    if (added === null) return { p, score: at, interval, met: -1, kink: true, fired, added: [] };
    return { p, score: at, interval, met, kink, fired, added: [...added].filter(([, value]) => field.sign(value)) };
  }

  return { constants, decay, kept, kinks, take };
}
