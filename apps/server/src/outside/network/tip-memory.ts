import { HOUR_MS } from '@minerx/rules/duration';
import type { FailureReason } from '../failure.ts';
import { targetFromBits } from '@minerx/rules/mining-reward';
import { canStandTogether, difficultyText } from './difficulty.ts';
import type { KnownTip, NetworkState } from './port.ts';
import type { Header } from './segments.ts';

/** A chain that lost more blocks than this at once is another chain. */
const reorgBlocks = 6;

/**
 * Before anything is remembered, the genesis and a header with work in it prove little: at difficulty 1 anybody makes one in seconds. So the
 * first tip of all is later than this block of the main chain, and of at least a quarter of its difficulty (86 T, April 2024).
 */
const KNOWN_TIP = { height: 840_000, bits: '17034219' } as const;
const isOfTooLittleWork = ({ height, bits }: KnownTip): boolean =>
  height < KNOWN_TIP.height || targetFromBits(bits) > 4n * targetFromBits(KNOWN_TIP.bits);

/** The main chain takes a block of at most two hours ahead of its nodes' time, and was never still for a day since its first year. */
const AHEAD_MS = 2 * HOUR_MS;
const STILL_MS = 24 * HOUR_MS;

/**
 * Remembers the last tip that was believed. A new tip whose target differs by more than the retarget rule allows for the
 * periods between them is refused, and so is one with other bits inside the same period, or one that fell by more than a reorganisation takes back;
 * one of a real chain also when its time is not about ours. A simulated chain lives by a clock that may have gone back since an earlier start.
 */
export const createTipMemory = (
  fail: (reason: FailureReason, detail: string) => never,
  { simulated, clock }: { simulated: boolean; clock: Pick<DateConstructor, 'now'> },
): {
  recall(tip: KnownTip | null): void;
  accept(tip: Header): Header;
  state(tip: Header): NetworkState;
} => {
  let believed: (KnownTip & { recalled: boolean }) | null = null;
  return {
    recall(tip) {
      if (tip === null) believed = null;
      else believed ??= { ...tip, recalled: true };
    },
    accept(tip) {
      if (believed) {
        if (!(believed.recalled && simulated) && tip.height < believed.height - reorgBlocks)
          fail('implausible', `the chain fell from height ${believed.height} to ${tip.height}`);
        if (!canStandTogether(believed, tip))
          fail('implausible', `bits ${believed.bits} cannot become ${tip.bits} at height ${tip.height}`);
      }
      if (believed === null && !simulated && isOfTooLittleWork(tip))
        fail('implausible', `nothing is known yet that bears out bits ${tip.bits} at height ${tip.height}`);
      const ageMs = clock.now() - tip.timeMs;
      if (!simulated && (ageMs < -AHEAD_MS || ageMs > STILL_MS))
        fail('implausible', `the block at height ${tip.height} is of ${new Date(tip.timeMs).toISOString()}`);
      believed = { ...tip, recalled: false };
      return tip;
    },
    state: (tip) => ({ height: tip.height, bits: tip.bits, difficulty: difficultyText(tip.bits), at: tip.timeMs }),
  };
};
