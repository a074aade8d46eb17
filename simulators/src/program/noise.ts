/** Deterministic 32-bit mixing: the same text and numbers give the same result on every machine. */
export const mix = (text: string, a = 0, b = 0): number => {
  let h = 0x811c9dc5 ^ Math.imul(a | 0, 0x9e3779b1) ^ Math.imul(b | 0, 0x85ebca6b);
  for (let i = 0; i < text.length; i++) {
    h ^= text.charCodeAt(i);
    h = Math.imul(h, 0x01000193);
  }
  return scramble(h);
};

/** Same as `mix` without the text, for hot loops: `key` is a result of `mix`. */
export const mixKey = (key: number, a: number): number => scramble(key ^ Math.imul(a | 0, 0x9e3779b1));

const scramble = (value: number): number => {
  let h = value | 0;
  h ^= h >>> 16;
  h = Math.imul(h, 0x7feb352d);
  h ^= h >>> 15;
  h = Math.imul(h, 0x846ca68b);
  h ^= h >>> 16;
  return h >>> 0;
};

/** Evenly spread in [0, 1). */
export const unit = (hash: number): number => hash / 4294967296;

/**
 * Smooth noise in [-1, 1] with a random knot every `period` steps; with `cells` it repeats after so many knots.
 * Only + − × ÷, so it is equal everywhere.
 */
export const smooth = (key: number, position: number, period: number, cells = 0): number => {
  const cell = Math.floor(position / period);
  const x = position / period - cell;
  const next = cell + 1 === cells ? 0 : cell + 1;
  const from = unit(mixKey(key, cell)) * 2 - 1;
  const to = unit(mixKey(key, next)) * 2 - 1;
  return from + (to - from) * x * x * (3 - 2 * x);
};
