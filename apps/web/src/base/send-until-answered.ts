import { Refusal } from './refusal.ts';

/** How long to wait before what got no answer is asked for again by itself, and how often. */
const AGAIN_MS = [1000, 3000];

export type Outcome<Answer> = { answer: Answer } | { refusal: Refusal; open: boolean };

/** What is sent under a key and kept while nobody knows what became of it. */
export interface Sent<Kept extends { asked: number }, Answer> {
  keep: (kept: Kept) => void;
  /** Somebody answered. */
  drop: () => void;
  send: (kept: Kept) => Promise<Answer>;
  /** Whether a refusal of the n-th question leaves open what became of it. */
  leavesOpen: (refusal: Refusal, asked: number) => boolean;
  /** An answer got lost and is about to be asked for again. */
  onLost: () => void;
}

const asRefusal = (error: unknown): Refusal =>
  error instanceof Refusal ? error : new Refusal({ code: 'unreadable', message: '', status: 0 });

const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** Sends one wish that moves money until somebody answers, at most three times, always under the same key. */
export async function sendUntilAnswered<Kept extends { asked: number }, Answer>(
  first: Kept,
  { keep, drop, send, leavesOpen, onLost }: Sent<Kept, Answer>,
): Promise<Outcome<Answer>> {
  for (let asked = first.asked + 1; ; asked += 1) {
    const kept = { ...first, asked };
    keep(kept);
    try {
      const answer = await send(kept);
      drop();
      return { answer };
    } catch (error) {
      const refusal = asRefusal(error);
      const open = leavesOpen(refusal, asked);
      if (!open) drop();
      const pause = AGAIN_MS[asked - first.asked - 1];
      if (!open || !refusal.isUncertain || refusal.code === 'err_maintenance' || pause === undefined)
        return { refusal, open };
      onLost();
      await wait(pause);
    }
  }
}
