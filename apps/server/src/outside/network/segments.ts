import { HOUR_MS } from '@minerx/rules/duration';
import { HALVING_BLOCKS } from '@minerx/rules/mining-reward';
import type { FailureReason } from '../failure.ts';
import { dayEnd, dayStart } from '../utc-day.ts';
import { canStandTogether, RETARGET_BLOCKS } from './difficulty.ts';
import type { DaySegment } from './port.ts';

/** A block header, as far as the difficulty of a day depends on it. */
export type Header = {
  height: number;
  hash: string;
  previousHash: string;
  bits: string;
  timeMs: number;
  medianTimeMs: number;
};

interface ReadChain {
  readonly tip: Header;
  header(height: number): Promise<Header>;
  fail(reason: FailureReason, detail: string): never;
}

/** Header times may run up to two hours apart from the order of blocks; twelve blocks and then some. */
const looseBlocks = 30;
const blockMs = 600_000;
/** Two hours ahead of the nodes' time, and six slow blocks. */
const nearMs = 6 * HOUR_MS;

/**
 * Splits a UTC day where difficulty or subsidy changed. A change takes effect at the header time of its first block.
 * The day's blocks are found by median time, which unlike header times never falls.
 */
export const segmentsOfDay = async (day: string, told: ReadChain): Promise<DaySegment[]> => {
  const chain = { ...told, header: async (height: number) => heldTo(await told.header(height), height, told.fail) };
  const fromMs = dayStart(day);
  const toMs = dayEnd(day);
  if (!isSettled(chain.tip, toMs)) chain.fail('not_ready', `the chain has not passed the end of ${day}`);
  const first = await lastBefore(fromMs, chain);

  let segments: DaySegment[] = [];
  let before: Header | null = null;
  for (const height of changesBetween(first.height, chain.tip.height)) {
    const header = await chain.header(height);
    if (before !== null) await requireChange(before, header, chain);
    before = header;
    const segment = { fromMs: Math.max(header.timeMs, fromMs), toMs, bits: header.bits, height: Math.max(height, 0) };
    if (header.timeMs <= fromMs) segments = [segment];
    else if (header.timeMs < toMs) segments.push(segment);
  }
  if (before !== null && before.bits !== chain.tip.bits)
    chain.fail('implausible', `bits ${before.bits} at height ${before.height} are not the tip’s`);
  for (const [i, segment] of segments.entries()) segment.toMs = segments[i + 1]?.fromMs ?? toMs;
  if (segments[0]?.fromMs !== fromMs) chain.fail('implausible', `no difficulty known at the beginning of ${day}`);
  return segments;
};

/** Height and median time are no part of what is hashed: the node answers for them, so they must fit what is. */
const heldTo = (header: Header, height: number, fail: ReadChain['fail']): Header => {
  if (header.height !== height) fail('implausible', `asked for height ${height}, told of ${header.height}`);
  if (Math.abs(header.timeMs - header.medianTimeMs) > nearMs)
    fail('implausible', `the block at height ${height} is far from the median of its time`);
  return header;
};

/**
 * That a period begins there: behind a block with the bits of the one before, which its hash names. So periods hang together from the tip
 * back to the day, and no other true block passes for the first of one.
 */
const requireChange = async (before: Header, header: Header, chain: ReadChain): Promise<void> => {
  const { height, bits } = header;
  if (!canStandTogether(before, header))
    chain.fail('implausible', `bits ${before.bits} cannot become ${bits} at height ${height}`);
  const previous = await chain.header(height - 1);
  if (previous.hash !== header.previousHash || previous.bits !== before.bits)
    chain.fail('implausible', `the block at height ${height} does not follow the one before it`);
};

/**
 * Whether no coming block can still change the day. Once the median of eleven blocks is past midnight none can (about an
 * hour after it); before that, a tip past midnight is enough unless a change is so near that it could still fall into the day.
 */
const isSettled = (tip: Header, endMs: number): boolean => {
  if (tip.medianTimeMs >= endMs) return true;
  const change = Math.min(following(tip.height, RETARGET_BLOCKS), following(tip.height, HALVING_BLOCKS));
  return tip.timeMs >= endMs && change > tip.height + looseBlocks;
};

/** Heights at which something changes, from the last one well before `from` up to `to`. */
const changesBetween = (from: number, to: number): number[] => {
  const heights: number[] = [];
  const settled = Math.max(0, from - looseBlocks);
  const start = Math.max(previous(settled, RETARGET_BLOCKS), previous(settled, HALVING_BLOCKS));
  for (
    let height = start;
    height <= to;
    height = Math.min(following(height, RETARGET_BLOCKS), following(height, HALVING_BLOCKS))
  ) {
    heights.push(height);
  }
  return heights;
};

const previous = (height: number, every: number): number => Math.floor(height / every) * every;
const following = (height: number, every: number): number => previous(height, every) + every;

/** The last block whose median time lies before `atMs`: guessed by the usual pace, then bracketed and halved. */
const lastBefore = async (atMs: number, chain: ReadChain): Promise<Header> => {
  let high = chain.tip;
  if (high.medianTimeMs < atMs) return high;
  let step = Math.ceil((high.medianTimeMs - atMs) / blockMs) + 6;
  let low = high;
  while (low.medianTimeMs >= atMs) {
    high = low;
    if (low.height === 0) chain.fail('implausible', 'the chain begins after that time');
    low = await chain.header(Math.max(0, low.height - step));
    step = Math.max(6, Math.ceil(step / 4));
  }
  while (high.height - low.height > 1) {
    const middle = await chain.header((low.height + high.height) >> 1);
    if (middle.medianTimeMs < atMs) low = middle;
    else high = middle;
  }
  return low;
};
