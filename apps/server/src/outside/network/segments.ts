import { HALVING_BLOCKS } from '@minerx/rules/mining-reward';
import type { FailureReason } from '../failure.ts';
import { dayEnd, dayStart } from '../utc-day.ts';
import { canFollow } from './difficulty.ts';
import type { DaySegment } from './port.ts';

/** A block header, as far as the difficulty of a day depends on it. */
export type Header = { height: number; bits: string; timeMs: number; medianTimeMs: number };

const retargetBlocks = 2016;
/** Header times may run up to two hours apart from the order of blocks; twelve blocks and then some. */
const looseBlocks = 30;
const blockMs = 600_000;

/**
 * Splits a UTC day where difficulty or subsidy changed. A change takes effect at the header time of its first block.
 * The day's blocks are found by median time, which unlike header times never falls.
 */
export const segmentsOfDay = async (
  day: string,
  chain: { tip: Header; header(height: number): Promise<Header>; fail(reason: FailureReason, detail: string): never },
): Promise<DaySegment[]> => {
  const fromMs = dayStart(day);
  const toMs = dayEnd(day);
  if (!isSettled(chain.tip, toMs)) chain.fail('not_ready', `the chain has not passed the end of ${day}`);
  const last = await lastBefore(toMs, chain);
  const first = await lastBefore(fromMs, { ...chain, tip: last });

  let segments: DaySegment[] = [];
  let before: Header | null = null;
  for (const height of changesAround(first.height, Math.min(last.height + looseBlocks, chain.tip.height))) {
    const header = await chain.header(height);
    if (before && !canFollow(before.bits, header.bits)) {
      chain.fail('implausible', `bits ${before.bits} cannot become ${header.bits} at height ${height}`);
    }
    before = header;
    const segment = { fromMs: Math.max(header.timeMs, fromMs), toMs, bits: header.bits, height: Math.max(height, 0) };
    if (header.timeMs <= fromMs) segments = [segment];
    else if (header.timeMs < toMs) segments.push(segment);
  }
  for (const [i, segment] of segments.entries()) segment.toMs = segments[i + 1]?.fromMs ?? toMs;
  if (segments[0]?.fromMs !== fromMs) chain.fail('implausible', `no difficulty known at the beginning of ${day}`);
  return segments;
};

/**
 * Whether no coming block can still change the day. Once the median of eleven blocks is past midnight none can (about an
 * hour after it); before that, a tip past midnight is enough unless a change is so near that it could still fall into the day.
 */
const isSettled = (tip: Header, endMs: number): boolean => {
  if (tip.medianTimeMs >= endMs) return true;
  const change = Math.min(following(tip.height, retargetBlocks), following(tip.height, HALVING_BLOCKS));
  return tip.timeMs >= endMs && change > tip.height + looseBlocks;
};

/** Heights at which something changes, from the last one well before `from` up to `to`. */
const changesAround = (from: number, to: number): number[] => {
  const heights: number[] = [];
  const settled = Math.max(0, from - looseBlocks);
  const start = Math.max(previous(settled, retargetBlocks), previous(settled, HALVING_BLOCKS));
  for (
    let height = start;
    height <= to;
    height = Math.min(following(height, retargetBlocks), following(height, HALVING_BLOCKS))
  ) {
    heights.push(height);
  }
  return heights;
};

const previous = (height: number, every: number): number => Math.floor(height / every) * every;
const following = (height: number, every: number): number => previous(height, every) + every;

/** The last block whose median time lies before `atMs`: guessed by the usual pace, then bracketed and halved. */
const lastBefore = async (
  atMs: number,
  chain: { tip: Header; header(height: number): Promise<Header>; fail(reason: FailureReason, detail: string): never },
): Promise<Header> => {
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
