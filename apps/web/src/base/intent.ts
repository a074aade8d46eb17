import { newIdempotencyKey } from './api.ts';
import { decidedOf } from './decided.ts';
import { asRefusal, type Refusal } from './refusal.ts';
import { tabStorage, type TabStorage } from './tab-storage.ts';

/**
 * Something that a member wants to happen once, under the key that makes it so. It keeps its key until the server has decided
 * on it: through lost answers, reloads, and gates such as a wrong PIN, which decide nothing.
 */
export interface Intent<Wish> {
  readonly key: string;
  /** What is wanted; no secret. */
  readonly wish: Wish;
  /** How often it went out without an answer. None: it has not taken place. */
  readonly unanswered: number;
}

/** Where the one open intent of a form or a thing is kept. */
export interface IntentPlace<Wish> {
  read: () => Intent<Wish> | null;
  keep: (intent: Intent<Wish>) => void;
  drop: () => void;
  /** The open intent of this wish, so that it goes out under its key again; else a new one. */
  intentFor: (wish: Wish) => Intent<Wish>;
}

export interface PlaceOptions<Wish> {
  /** Of what was read: whether it is a wish of this place. */
  fits?: (wish: Partial<Wish>) => boolean;
  /** What makes two wishes the same; default: everything in them. */
  sameBy?: (wish: Wish) => unknown;
  storage?: TabStorage;
}

/** The place of that name, in this tab. */
export function intentPlace<Wish>(
  name: string,
  { fits = () => true, sameBy = (wish) => wish, storage = tabStorage }: PlaceOptions<Wish> = {},
): IntentPlace<Wish> {
  const at = `intent:${name}`;
  const read = (): Intent<Wish> | null => {
    const kept = storage.read(at) as Partial<Intent<Wish>> | null;
    const isIntent =
      typeof kept?.key === 'string' &&
      typeof kept.unanswered === 'number' &&
      typeof kept.wish === 'object' &&
      kept.wish !== null &&
      fits(kept.wish);
    return isIntent ? (kept as Intent<Wish>) : null;
  };
  const textOf = (wish: Wish): string => JSON.stringify(sameBy(wish));
  return {
    read,
    keep: (intent) => storage.write(at, intent),
    drop: () => storage.drop(at),
    intentFor: (wish) => {
      const open = read();
      return open !== null && textOf(open.wish) === textOf(wish)
        ? open
        : { key: newIdempotencyKey(), wish, unanswered: 0 };
    },
  };
}

/** How long to wait before what got no answer is asked for again by itself, and how often. */
const PAUSES_MS: readonly number[] = [1000, 3000];

const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** `open`: nobody knows what became of it. */
export type Outcome<Answer> = { answer: Answer } | { refusal: Refusal; open: boolean };

export interface Asking<Wish, Answer> {
  place: Pick<IntentPlace<Wish>, 'keep' | 'drop'>;
  send: (intent: Intent<Wish>) => Promise<Answer>;
  /** An answer got lost and is about to be asked for again. */
  onLost?: () => void;
  pausesMs?: readonly number[];
}

/** Sends an intent until somebody answers, at most three times, always under its key, and keeps it while it is open. */
export async function ask<Wish, Answer>(
  first: Intent<Wish>,
  { place, send, onLost, pausesMs = PAUSES_MS }: Asking<Wish, Answer>,
): Promise<Outcome<Answer>> {
  let intent = first;
  for (let lost = 0; ; lost += 1) {
    const sent = { ...intent, unanswered: intent.unanswered + 1 };
    // Before it goes out: whatever happens to this page, it is found again as one that nobody answered.
    place.keep(sent);
    try {
      const answer = await send(sent);
      place.drop();
      return { answer };
    } catch (error) {
      const refusal = asRefusal(error);
      const decided = decidedOf(refusal);
      if (decided === 'unknown') intent = sent;
      if (decided === 'yes') place.drop();
      else place.keep(intent);
      const pause = pausesMs[lost];
      if (decided !== 'unknown' || pause === undefined)
        return { refusal, open: decided !== 'yes' && intent.unanswered > 0 };
      onLost?.();
      await wait(pause);
    }
  }
}

/**
 * Asks for one thing by its name: "activate:<id>". Pressing again after a lost answer asks for the same.
 * @throws {Refusal}
 */
export async function askFor<Wish extends object, Answer>(
  name: string,
  wish: Wish,
  send: (idempotencyKey: string) => Promise<Answer>,
): Promise<Answer> {
  const place = intentPlace<Wish>(name);
  const outcome = await ask(place.intentFor(wish), { place, send: ({ key }) => send(key) });
  if ('refusal' in outcome) throw outcome.refusal;
  return outcome.answer;
}
