/** The first 32 bits of the fractional parts of the cube (rounds) and square (start) roots of the first primes. */
const PRIMES = firstPrimes(64);
const ROUND_CONSTANTS = PRIMES.map((prime) => fractionBits(Math.cbrt(prime)));
const START = PRIMES.slice(0, 8).map((prime) => fractionBits(Math.sqrt(prime)));

const BLOCK_BYTES = 64;

/**
 * SHA-256 of bytes: 32 bytes. In `rules` because both ends judge addresses, and the browser's own is asynchronous and
 * only there on secure origins. Source: FIPS 180-4; its vectors are in the test.
 */
export function sha256(message: Uint8Array): Uint8Array {
  const padded = new Uint8Array((Math.floor((message.length + 8) / BLOCK_BYTES) + 1) * BLOCK_BYTES);
  padded.set(message);
  padded[message.length] = 0x80;
  const view = new DataView(padded.buffer);
  view.setBigUint64(padded.length - 8, BigInt(message.length) * 8n);
  const state = Uint32Array.from(START);
  for (let block = 0; block < padded.length; block += BLOCK_BYTES) compress(state, view, block);
  const digest = new DataView(new ArrayBuffer(32));
  for (const [place, word] of state.entries()) digest.setUint32(place * 4, word);
  return new Uint8Array(digest.buffer);
}

function compress(state: Uint32Array, view: DataView, block: number): void {
  const words = schedule(view, block);
  let [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0] = state;
  for (const [round, word] of words.entries()) {
    const mix = turn(e, 6) ^ turn(e, 11) ^ turn(e, 25);
    const first = (h + mix + ((e & f) ^ (~e & g)) + (ROUND_CONSTANTS[round] ?? 0) + word) | 0;
    const second = ((turn(a, 2) ^ turn(a, 13) ^ turn(a, 22)) + ((a & b) ^ (a & c) ^ (b & c))) | 0;
    [h, g, f, e, d, c, b, a] = [g, f, e, (d + first) | 0, c, b, a, (first + second) | 0];
  }
  for (const [place, value] of [a, b, c, d, e, f, g, h].entries()) state[place] = (state[place] ?? 0) + value;
}

function schedule(view: DataView, block: number): Uint32Array {
  const words = new Uint32Array(64);
  for (let place = 0; place < 16; place++) words[place] = view.getUint32(block + place * 4);
  for (let place = 16; place < 64; place++) {
    const [near, far] = [words[place - 2] ?? 0, words[place - 15] ?? 0];
    const nearMix = turn(near, 17) ^ turn(near, 19) ^ (near >>> 10);
    const farMix = turn(far, 7) ^ turn(far, 18) ^ (far >>> 3);
    words[place] = (words[place - 16] ?? 0) + farMix + (words[place - 7] ?? 0) + nearMix;
  }
  return words;
}

function turn(word: number, by: number): number {
  return (word >>> by) | (word << (32 - by));
}

/** 52 bits of a double hold whole part and 32 bits of the fraction of every root used here. */
function fractionBits(root: number): number {
  return Math.floor((root - Math.floor(root)) * 2 ** 32);
}

function firstPrimes(count: number): readonly number[] {
  const primes: number[] = [];
  for (let candidate = 2; primes.length < count; candidate++) {
    if (primes.every((prime) => candidate % prime !== 0)) primes.push(candidate);
  }
  return primes;
}
