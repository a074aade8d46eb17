import { createHash } from 'node:crypto';
import { mix, unit } from '../program/noise.ts';

/**
 * A deterministic stand-in for the Bitcoin chain: block times, bits and hashes as functions of (seed, height).
 * Difficulty wanders between 140 and 160 T. The pace inside a period is what leads to the next difficulty, so the retarget
 * rule (2 016 blocks in 14 days) holds as it does on the real chain.
 */
export type ChainBlock = {
  height: number;
  hash: string;
  previousHash: string;
  /** Unix seconds. */
  time: number;
  medianTime: number;
  bits: number;
};

type Chain = {
  firstHeight: number;
  tipAt(atMs: number): number | null;
  block(height: number): ChainBlock;
  heightOfHash(hash: string): number | null;
  bitsOf(height: number): number;
  periodStart(period: number): number;
};

const periodBlocks = 2016;
const firstPeriod = 460;
const startsAtS = Date.UTC(2025, 11, 17) / 1000;
const difficultyOneTarget = 0xffffn << 208n;

/** Compact form of a target, as in a block header. @internal */
export const bitsOfTarget = (target: bigint): number => {
  let bytes = Math.ceil(target.toString(16).length / 2);
  let mantissa = Number(bytes <= 3 ? target << BigInt(8 * (3 - bytes)) : target >> BigInt(8 * (bytes - 3)));
  // The top bit of the mantissa is a sign.
  if (mantissa & 0x800000) {
    mantissa >>>= 8;
    bytes += 1;
  }
  return bytes * 0x1000000 + mantissa;
};

export const targetOfBits = (bits: number): bigint => {
  const bytes = Math.floor(bits / 0x1000000);
  const mantissa = BigInt(bits % 0x1000000);
  return bytes <= 3 ? mantissa >> BigInt(8 * (3 - bytes)) : mantissa << BigInt(8 * (bytes - 3));
};

/** The number that bitcoind prints, as a double. */
export const difficultyOfBits = (bits: number): number => {
  const exponent = Math.floor(bits / 0x1000000);
  return (0xffff / (bits % 0x1000000)) * 256 ** (0x1d - exponent);
};

/** Satoshi per block. */
export const subsidySat = (height: number): bigint => 5_000_000_000n >> BigInt(Math.floor(height / 210_000));

export const createChain = (seed: string): Chain => {
  const firstHeight = firstPeriod * periodBlocks;
  const starts: number[] = [startsAtS];

  const difficultyOf = (period: number): number =>
    140e12 + Math.floor(unit(mix(`${seed}/difficulty`, period)) * 20e6) * 1e6;
  const bitsOfPeriod = (period: number): number => bitsOfTarget(difficultyOneTarget / BigInt(difficultyOf(period)));
  const startOf = (period: number): number => {
    const index = period - firstPeriod;
    while (starts.length <= index) {
      const before = firstPeriod + starts.length - 1;
      const lasts = Math.round((1_209_600 * difficultyOf(before)) / difficultyOf(before + 1));
      starts.push(starts.at(-1)! + lasts);
    }
    return starts[index]!;
  };
  const timeOf = (height: number): number => {
    const period = Math.floor(height / periodBlocks);
    const start = startOf(period);
    const pace = (startOf(period + 1) - start) / periodBlocks;
    const index = height - period * periodBlocks;
    // Less than half a pace, so that block times always rise; a period begins exactly at its start.
    const jitter = index === 0 ? 0 : (unit(mix(`${seed}/jitter`, height)) - 0.5) * 0.9 * pace;
    return start + Math.floor(index * pace + jitter);
  };
  const hashOf = (height: number): string => {
    const digest = createHash('sha256').update(`${seed}/block/${height}`).digest('hex');
    return `${'0'.repeat(20)}${digest.slice(0, 36)}${height.toString(16).padStart(8, '0')}`;
  };
  const tipAt = (atMs: number): number | null => {
    const at = Math.floor(atMs / 1000);
    if (at < startsAtS) return null;
    let period = firstPeriod;
    while (startOf(period + 1) <= at) period += 1;
    const pace = (startOf(period + 1) - startOf(period)) / periodBlocks;
    let height = period * periodBlocks + Math.min(periodBlocks - 1, Math.floor((at - startOf(period)) / pace) + 1);
    while (timeOf(height) > at) height -= 1;
    return height;
  };
  const block = (height: number): ChainBlock => ({
    height,
    hash: hashOf(height),
    previousHash: hashOf(height - 1),
    time: timeOf(height),
    medianTime: timeOf(Math.max(firstHeight, height - 5)),
    bits: bitsOfPeriod(Math.floor(height / periodBlocks)),
  });
  return {
    firstHeight,
    tipAt,
    block,
    heightOfHash(hash) {
      const height = Number.parseInt(hash.slice(-8), 16);
      return height >= firstHeight && hashOf(height) === hash ? height : null;
    },
    bitsOf: (height) => bitsOfPeriod(Math.floor(height / periodBlocks)),
    periodStart: startOf,
  };
};
