import { newIdempotencyKey } from '../api.ts';
import { decidedOf } from './decided.ts';
import { asRefusal, type Refusal } from '../refusal.ts';
import { tabStorage, type TabStorage } from '../storage/tab-storage.ts';

/**
 * Something that a member wants to happen once, under the key that makes it so. It keeps its key until the server has decided
 * on it: through lost answers, reloads, and gates such as a wrong PIN, which decide nothing.
 */
export interface Intent<Input> {
  readonly key: string;
  /** What is wanted; no secret. */
  readonly input: Input;
  /** How often it went out without an answer. None: it has not taken place. */
  readonly unanswered: number;
}

/** Where the one open intent of a form or a thing is kept. */
export interface IntentPlace<Input> {
  read: () => Intent<Input> | null;
  keep: (intent: Intent<Input>) => void;
  drop: () => void;
  /** The open intent of this input, so that it goes out under its key again; else a new one. */
  intentFor: (input: Input) => Intent<Input>;
}

interface PlaceOptions<Input> {
  /** Of what was read: whether it is an input of this place. */
  fits?: (input: Partial<Input>) => boolean;
  /** What makes two inputs the same; default: everything in them. */
  sameBy?: (input: Input) => unknown;
  storage?: TabStorage;
}

/** The place of that name, in this tab. */
export function intentPlace<Input>(
  name: string,
  { fits = () => true, sameBy = (input) => input, storage = tabStorage }: PlaceOptions<Input> = {},
): IntentPlace<Input> {
  const at = `intent:${name}`;
  const read = (): Intent<Input> | null => {
    const kept = storage.read(at) as Partial<Intent<Input>> | null;
    const isIntent =
      typeof kept?.key === 'string' &&
      typeof kept.unanswered === 'number' &&
      typeof kept.input === 'object' &&
      kept.input !== null &&
      fits(kept.input);
    return isIntent ? (kept as Intent<Input>) : null;
  };
  const textOf = (input: Input): string => JSON.stringify(sameBy(input));
  return {
    read,
    keep: (intent) => storage.write(at, intent),
    drop: () => storage.drop(at),
    intentFor: (input) => {
      const open = read();
      return open !== null && textOf(open.input) === textOf(input)
        ? open
        : { key: newIdempotencyKey(), input, unanswered: 0 };
    },
  };
}

/** How long to wait before what got no answer is asked for again by itself, and how often. */
const PAUSES_MS: readonly number[] = [1000, 3000];

const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** `open`: nobody knows what became of it. */
export type Outcome<Answer> = { answer: Answer } | { refusal: Refusal; open: boolean };

interface Asking<Input, Answer> {
  place: Pick<IntentPlace<Input>, 'keep' | 'drop'>;
  send: (intent: Intent<Input>) => Promise<Answer>;
  /** An answer got lost and is about to be asked for again. */
  onLost?: () => void;
  pausesMs?: readonly number[];
}

/** Sends an intent until somebody answers, at most three times, always under its key, and keeps it while it is open. */
export async function ask<Input, Answer>(
  first: Intent<Input>,
  { place, send, onLost, pausesMs = PAUSES_MS }: Asking<Input, Answer>,
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
export async function askFor<Input extends object, Answer>(
  name: string,
  input: Input,
  send: (idempotencyKey: string) => Promise<Answer>,
): Promise<Answer> {
  const place = intentPlace<Input>(name);
  const outcome = await ask(place.intentFor(input), { place, send: ({ key }) => send(key) });
  if ('refusal' in outcome) throw outcome.refusal;
  return outcome.answer;
}
