// A circuit in layers, from inputs to outputs: gates by depth, wires through the layers between, few crossings.

const SWEEPS = 12;
const GAP = { gate: 42, wire: 12, layer: 70 };

// Nodes are {kind, signal, layer, before, after}: inputs, gates, ports of outputs, and bends of wires.
export function layOut({ inputs, gates, outputs }) {
  const nodes = [];
  const wires = []; // {from, to, pin, path}: from a signal's node to a gate's or port's
  const add = (kind, signal, layer) => {
    const node = { kind, signal, layer, before: [], after: [], y: 0 };
    nodes.push(node);
    return node;
  };
  const bySignal = Array.from({ length: inputs }, (_, i) => add("input", i, 0)); // placed as words are written, below
  gates.forEach(([a, b], k) => {
    bySignal.push(add("gate", inputs + k, 1 + Math.max(bySignal[a].layer, bySignal[b].layer)));
  });
  const last = 1 + Math.max(0, ...bySignal.map((node) => node.layer));
  const ports = outputs.map((output, i) => add("port", i, last));

  function connect(from, to, pin) {
    const path = [from];
    for (let layer = from.layer + 1; layer < to.layer; layer++) path.push(bend(from, layer));
    path.push(to);
    path.slice(1).forEach((node, k) => {
      path[k].after.push(node);
      node.before.push(path[k]);
    });
    wires.push({ from, to, pin, path });
  }
  const bends = new Map();
  function bend(from, layer) {
    // Wires of one signal share their way.
    const key = `${from.signal}:${layer}`;
    if (!bends.has(key)) bends.set(key, add("bend", from.signal, layer));
    return bends.get(key);
  }
  gates.forEach(([a, b], k) => {
    connect(bySignal[a], bySignal[inputs + k], 0);
    connect(bySignal[b], bySignal[inputs + k], 1);
  });
  outputs.forEach((output, i) => connect(bySignal[output], ports[i], 0));

  const layers = Array.from({ length: last + 1 }, (_, layer) => nodes.filter((node) => node.layer === layer));
  for (const end of [layers[0], layers.at(-1)]) end.sort(asWritten(inputs));
  order(layers);
  settle(layers);
  const low = Math.min(...nodes.map((node) => node.y));
  const high = Math.max(...nodes.map((node) => node.y));
  const across = columns(layers);
  for (const node of nodes) {
    node.y -= low;
    node.x = across[node.layer];
  }
  return { nodes, wires, width: across.at(-1), height: Math.max(high - low, GAP.gate) };
}

// Where layers stand: the more there is in them, the more room is left between two.
function columns(layers) {
  const gates = layers.map((layer) => layer.filter(({ kind }) => kind !== "bend").length);
  const places = [0];
  for (let k = 1; k < layers.length; k++) places.push(places[k - 1] + Math.sqrt(gates[k - 1] + gates[k]));
  const scale = (GAP.layer * (layers.length - 1)) / places.at(-1);
  return places.map((place) => place * scale);
}

// State bits from above in the order in which words are written, the last of the file first; the spare input, whose
// port is the answer, below them.
function asWritten(inputs) {
  const place = ({ kind, signal }) => (kind === "bend" ? inputs : signal === inputs - 1 ? inputs - 1 : inputs - 2 - signal);
  return (a, b) => place(a) - place(b);
}

const mean = (values) => values.reduce((total, value) => total + value, 0) / values.length;

// Barycentres, to and fro; inputs and outputs keep their order. Places are parts of a layer, since layers differ in size.
function order(layers) {
  const number = (layer) => layer.forEach((node, k) => (node.place = (k + 0.5) / layer.length));
  layers.forEach(number);
  for (let sweep = 0; sweep < SWEEPS; sweep++) {
    const forth = sweep % 2 === 0;
    const inner = layers.slice(1, -1);
    for (const layer of forth ? inner : inner.reverse()) {
      for (const node of layer) {
        const near = forth ? node.before : node.after;
        node.wish = near.length ? mean(near.map((other) => other.place)) : Infinity; // what nobody reads stands last
      }
      layer.sort((a, b) => a.wish - b.wish || a.place - b.place);
      number(layer);
    }
  }
}

const room = (above, below) => (above.kind === "bend" || below.kind === "bend" ? (GAP.gate + GAP.wire) / 2 : GAP.gate);

// Heights: each node where its neighbours would have it, as far as the order leaves room.
function settle(layers) {
  for (const layer of layers) {
    let y = 0;
    layer.forEach((node, k) => (node.y = k ? (y += room(layer[k - 1], node)) : 0));
    layer.forEach((node) => (node.y -= y / 2));
  }
  for (let sweep = 0; sweep < SWEEPS; sweep++) {
    for (const layer of sweep % 2 ? [...layers].reverse() : layers) {
      const wishes = layer.map((node) => {
        const near = [...node.before, ...node.after];
        return near.length ? mean(near.map((other) => other.y)) : node.y;
      });
      const down = [];
      const up = [];
      layer.forEach(
        (node, k) => (down[k] = k ? Math.max(wishes[k], down[k - 1] + room(layer[k - 1], node)) : wishes[k]),
      );
      for (let k = layer.length - 1; k >= 0; k--) {
        up[k] = k < layer.length - 1 ? Math.min(wishes[k], up[k + 1] - room(layer[k], layer[k + 1])) : wishes[k];
      }
      layer.forEach((node, k) => (node.y = (down[k] + up[k]) / 2));
    }
  }
}
