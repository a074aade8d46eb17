/** Keccak-f[1600] on 25 lanes of 64 bits, with Keccak's first padding (0x01), as Ethereum hashes; not SHA3-256 (padding 0x06). */

const LANES = 25;
const ROUNDS = 24;
/** Bytes taken in per permutation: 200 − 2 × 32. */
const RATE_BYTES = 136;
const MASK = (1n << 64n) - 1n;

/** Rotations and target lanes of ρ and π in the order in which lanes move (Keccak reference, section 1.2). */
const ROTATIONS = [1, 3, 6, 10, 15, 21, 28, 36, 45, 55, 2, 14, 27, 41, 56, 8, 25, 43, 62, 18, 39, 61, 20, 44];
const TARGETS = [10, 7, 11, 17, 18, 3, 5, 16, 8, 21, 24, 4, 15, 23, 19, 13, 12, 2, 20, 14, 22, 9, 6, 1];

const ROUND_CONSTANTS = roundConstants();

/**
 * Keccak-256 of bytes: 32 bytes. The hash of Ethereum addresses and their checksums (EIP-55).
 * Source: Bertoni and others, The Keccak reference 3.0; vectors of the reference implementation in the test.
 */
export function keccak256(message: Uint8Array): Uint8Array {
  const padded = new Uint8Array((Math.floor(message.length / RATE_BYTES) + 1) * RATE_BYTES);
  padded.set(message);
  padded[message.length] = 0x01;
  padded[padded.length - 1] = (padded.at(-1) ?? 0) | 0x80;
  const view = new DataView(padded.buffer);
  const state = new BigUint64Array(LANES);
  for (let block = 0; block < padded.length; block += RATE_BYTES) {
    for (let lane = 0; lane < RATE_BYTES / 8; lane++) {
      state[lane] = at(state, lane) ^ view.getBigUint64(block + lane * 8, true);
    }
    permute(state);
  }
  const digest = new DataView(new ArrayBuffer(32));
  for (let lane = 0; lane < 4; lane++) digest.setBigUint64(lane * 8, at(state, lane), true);
  return new Uint8Array(digest.buffer);
}

function permute(state: BigUint64Array): void {
  for (const constant of ROUND_CONSTANTS) {
    theta(state);
    rhoPi(state);
    chi(state);
    state[0] = at(state, 0) ^ constant;
  }
}

/** Adds to every bit the parity of two columns. */
function theta(state: BigUint64Array): void {
  const parity = Array.from(
    { length: 5 },
    (_, x) => at(state, x) ^ at(state, x + 5) ^ at(state, x + 10) ^ at(state, x + 15) ^ at(state, x + 20),
  );
  for (let lane = 0; lane < LANES; lane++) {
    const x = lane % 5;
    state[lane] = at(state, lane) ^ (parity[(x + 4) % 5] ?? 0n) ^ rotate(parity[(x + 1) % 5] ?? 0n, 1);
  }
}

/** Turns each lane and moves it to its next place; lane 0 stays. */
function rhoPi(state: BigUint64Array): void {
  let moving = at(state, 1);
  for (const [step, target] of TARGETS.entries()) {
    const next = at(state, target);
    state[target] = rotate(moving, ROTATIONS[step] ?? 0);
    moving = next;
  }
}

/** The only step that is not linear: each bit by its two right neighbours in the row. */
function chi(state: BigUint64Array): void {
  for (let row = 0; row < LANES; row += 5) {
    const before = state.slice(row, row + 5);
    for (let x = 0; x < 5; x++) {
      state[row + x] = at(before, x) ^ (~at(before, (x + 1) % 5) & MASK & at(before, (x + 2) % 5));
    }
  }
}

/** The constants of ι from their shift register x⁸ + x⁶ + x⁵ + x⁴ + 1: bit 2^j − 1 of round i is its (7i + j)th output. */
function roundConstants(): readonly bigint[] {
  let register = 1;
  return Array.from({ length: ROUNDS }, () => {
    let constant = 0n;
    for (let j = 0; j < 7; j++) {
      if ((register & 1) === 1) constant |= 1n << BigInt(2 ** j - 1);
      register = register & 0x80 ? ((register << 1) ^ 0x171) & 0xff : register << 1;
    }
    return constant;
  });
}

function rotate(lane: bigint, by: number): bigint {
  return ((lane << BigInt(by)) | (lane >> BigInt(64 - by))) & MASK;
}

function at(lanes: BigUint64Array, index: number): bigint {
  return lanes[index] ?? 0n;
}
