// SHAKE128, which shuffles: so that the page shuffles as every command does. A lane of 64 bits is two of 32.

const RATE = 168; // bytes of the state that are read or written at once
const ROUNDS = 24;
const ROTATIONS = [0, 1, 62, 28, 27, 36, 44, 6, 55, 20, 3, 10, 43, 25, 39, 41, 45, 15, 21, 8, 18, 2, 61, 56, 14];

// The constants of the rounds, by the shift register of the standard.
const CONSTANTS = (() => {
  let register = 1;
  const bit = () => {
    const found = register & 1;
    register = register & 0x80 ? ((register << 1) ^ 0x171) & 0xff : register << 1;
    return found;
  };
  return Array.from({ length: ROUNDS }, () => {
    const lane = [0, 0];
    for (let j = 0; j < 7; j++) {
      const place = 2 ** j - 1;
      if (bit()) lane[place >> 5] ^= 1 << (place & 31);
    }
    return lane;
  });
})();

function rotated(low, high, by) {
  if (by >= 32) [low, high, by] = [high, low, by - 32];
  if (!by) return [low, high];
  return [(low << by) | (high >>> (32 - by)), (high << by) | (low >>> (32 - by))];
}

// Lane x + 5y is at 2(x + 5y), its low half first.
function permute(state) {
  const columns = new Int32Array(10);
  const moved = new Int32Array(50);
  for (const constant of CONSTANTS) {
    for (let k = 0; k < 10; k++) columns[k] = state[k] ^ state[k + 10] ^ state[k + 20] ^ state[k + 30] ^ state[k + 40];
    for (let x = 0; x < 5; x++) {
      const [left, right] = [2 * ((x + 4) % 5), 2 * ((x + 1) % 5)];
      const [low, high] = rotated(columns[right], columns[right + 1], 1);
      for (let y = 0; y < 5; y++) {
        state[2 * x + 10 * y] ^= columns[left] ^ low;
        state[2 * x + 10 * y + 1] ^= columns[left + 1] ^ high;
      }
    }
    for (let x = 0; x < 5; x++) {
      for (let y = 0; y < 5; y++) {
        const lane = x + 5 * y;
        const to = 2 * (y + 5 * ((2 * x + 3 * y) % 5));
        [moved[to], moved[to + 1]] = rotated(state[2 * lane], state[2 * lane + 1], ROTATIONS[lane]);
      }
    }
    for (let k = 0; k < 50; k++) {
      const row = 10 * Math.floor(k / 10);
      state[k] = moved[k] ^ (~moved[row + ((k + 2) % 10)] & moved[row + ((k + 4) % 10)]);
    }
    state[0] ^= constant[0];
    state[1] ^= constant[1];
  }
}

// So many numbers of 64 bits, drawn from a text.
export function drawn(text, count) {
  const state = new Int32Array(50);
  const bytes = new Uint8Array(state.buffer, 0, RATE);
  const given = [...text].map((letter) => letter.charCodeAt(0));
  if (given.length >= RATE) throw new RangeError("the text is too long");
  given.forEach((byte, k) => (bytes[k] ^= byte));
  bytes[given.length] ^= 0x1f;
  bytes[RATE - 1] ^= 0x80;
  permute(state);
  const found = [];
  for (let at = 0; found.length < count; at += 2) {
    if (at === RATE / 4) {
      permute(state);
      at = 0;
    }
    found.push((BigInt(state[at + 1] >>> 0) << 32n) | BigInt(state[at] >>> 0));
  }
  return found;
}
