import { Refusal } from '../../base/refusal.ts';
import { openPack, type Opened } from './blessing.api.ts';
import { dropKeptPick, keepPick, leavesPickOpen, type KeptPick } from './kept-pick.ts';

/** How long to wait before an unanswered pick is asked for again by itself, and how often. */
const AGAIN_MS = [1000, 3000];

export type PickOutcome = { opened: Opened } | { refusal: Refusal; kept: KeptPick | null };

const asRefusal = (error: unknown): Refusal =>
  error instanceof Refusal ? error : new Refusal({ code: 'unreadable', message: '', status: 0 });

const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** Sends one pick until somebody answers, at most three times, always the same card under the same key. */
export async function sendPick(first: KeptPick, onLost: () => void): Promise<PickOutcome> {
  for (let asked = first.asked + 1; ; asked += 1) {
    const kept = { ...first, asked };
    keepPick(kept);
    try {
      const opened = await openPack(kept);
      dropKeptPick(kept.packId);
      return { opened };
    } catch (error) {
      const refusal = asRefusal(error);
      const open = leavesPickOpen(refusal, asked);
      if (!open) dropKeptPick(kept.packId);
      const pause = AGAIN_MS[asked - first.asked - 1];
      if (!open || !refusal.isUncertain || pause === undefined) return { refusal, kept: open ? kept : null };
      onLost();
      await wait(pause);
    }
  }
}
