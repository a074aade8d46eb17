import type { FailureReason } from '../failure.ts';
import { canFollow, difficultyText } from './difficulty.ts';
import type { KnownTip, NetworkState } from './port.ts';
import type { Header } from './segments.ts';

const retargetBlocks = 2016;
/** A chain that lost more blocks than this at once is another chain. */
const reorgBlocks = 6;

/**
 * Remembers the last tip that was believed. A new tip whose target differs by more than the retarget rule allows for the
 * periods between them is refused, and so is one with other bits inside the same period, or one that fell by more than a reorganisation takes back.
 * Of a tip that was recalled from an earlier start only the bits bind: a clock of the demo may have gone back since.
 */
export const createTipMemory = (
  fail: (reason: FailureReason, detail: string) => never,
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
        if (!believed.recalled && tip.height < believed.height - reorgBlocks)
          fail('implausible', `the chain fell from height ${believed.height} to ${tip.height}`);
        const periods = Math.abs(
          Math.floor(tip.height / retargetBlocks) - Math.floor(believed.height / retargetBlocks),
        );
        const possible = periods === 0 ? tip.bits === believed.bits : periods > 1 || canFollow(believed.bits, tip.bits);
        if (!possible) fail('implausible', `bits ${believed.bits} cannot become ${tip.bits} at height ${tip.height}`);
      }
      believed = { ...tip, recalled: false };
      return tip;
    },
    state: (tip) => ({ height: tip.height, bits: tip.bits, difficulty: difficultyText(tip.bits), at: tip.timeMs }),
  };
};
