// One step of online gradient descent for each loss: the kernel's rules once more, written from their definitions.
// `weight` gives the weight at a coordinate, x is a list of [coordinate, value]. The answer: the score that is compared
// with the threshold, whether the example fired, and what it adds to which weights.

function dot(field, weight, x) {
  return x.reduce((total, [i, value]) => field.add(total, field.mul(weight(i), value)), field.zero);
}

function scaled(field, x, factor) {
  return x.map(([i, value]) => [i, field.mul(factor, value)]).filter(([, value]) => field.sign(value) !== 0);
}

// max(0, 1 - y w.x): if y w.x < 1, rate y x is added. (The regularizer's decay is the business of the run.)
function hinge(field, weight, { x, y }, rate) {
  const score = field.mul(y, dot(field, weight, x));
  const side = field.sign(field.sub(score, field.one));
  return { score, kink: side === 0, fired: side < 0, added: side < 0 ? scaled(field, x, field.mul(rate, y)) : [] };
}

// max(0, 1 - y (w.x + bias)): if y (w.x + bias) < 1, rate y x is added, and rate y to the bias, the last weight.
function hingeBias(field, weight, { x, y }, rate, last) {
  const score = field.mul(y, field.add(dot(field, weight, x), weight(last)));
  const side = field.sign(field.sub(score, field.one));
  const added = side < 0 ? scaled(field, [...x, [last, field.one]], field.mul(rate, y)) : [];
  return { score, kink: side === 0, fired: side < 0, added };
}

// max(0, -y w.x): if y w.x < 0, rate y x is added.
function perceptron(field, weight, { x, y }, rate) {
  const score = field.mul(y, dot(field, weight, x));
  const side = field.sign(score);
  return { score, kink: side === 0, fired: side < 0, added: side < 0 ? scaled(field, x, field.mul(rate, y)) : [] };
}

// (y - relu(w.x))^2: if w.x > 0, 2 rate (w.x - y) x is subtracted.
function denseRelu(field, weight, { x, y }, rate) {
  const score = dot(field, weight, x);
  const side = field.sign(score);
  const slope = field.mul(field.mul(field.integer("2"), rate), field.sub(y, score));
  return { score, kink: side === 0, fired: side > 0, added: side > 0 ? scaled(field, x, slope) : [] };
}

// (y - v relu(w.x))^2: if w.x > 0, both layers move against their gradients, at the old weights.
function denseReluDense(field, weight, { x, y }, rate, last) {
  const score = dot(field, weight, x);
  const side = field.sign(score);
  const v = weight(last);
  const slope = field.mul(field.mul(field.integer("2"), rate), field.sub(y, field.mul(v, score)));
  const added = side > 0 ? [...scaled(field, x, field.mul(slope, v)), ...scaled(field, [[last, score]], slope)] : [];
  return { score, kink: side === 0, fired: side > 0, added };
}

export const RULES = { hinge, perceptron, "dense-relu": denseRelu, "dense-relu-dense": denseReluDense, "hinge-bias": hingeBias };

// Those whose last weight the regularizer leaves as it is.
export const KEEPING = ["hinge-bias"];
