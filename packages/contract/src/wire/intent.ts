import { bytesToHex, randomBytes } from '@noble/hashes/utils.js';
import { decidedBy } from './decided.ts';

/**
 * Something that somebody wants to happen once, under the key that makes it so. It keeps its key until the server has decided
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

export interface PlaceOptions<Input> {
  /** Of what was read: whether it is an input of this place. */
  fits?: (input: Partial<Input>) => boolean;
  /** What makes two inputs the same; default: everything in them. */
  sameBy?: (input: Input) => unknown;
}

/** Where it is kept, by name. */
export interface IntentStorage {
  /** Null where nothing was kept, or nothing that can be read. */
  read: (name: string) => unknown;
  write: (name: string, value: unknown) => void;
  drop: (name: string) => void;
}

/** For what may be in no storage: gone with the screen that made it. */
export const pageStorage = (): IntentStorage => {
  const kept = new Map<string, unknown>();
  return {
    read: (name) => kept.get(name) ?? null,
    write: (name, value) => void kept.set(name, value),
    drop: (name) => void kept.delete(name),
  };
};

/** 128 random bits: a key for one intent, or a seed. */
export const randomHex = (): string => bytesToHex(randomBytes(16));

/** The place of that name in a storage. */
export const placeIn = <Input>(
  storage: IntentStorage,
  name: string,
  { fits = () => true, sameBy = (input) => input }: PlaceOptions<Input> = {},
): IntentPlace<Input> => {
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
      return open !== null && textOf(open.input) === textOf(input) ? open : { key: randomHex(), input, unanswered: 0 };
    },
  };
};

/** How long to wait before what got no answer is asked for again by itself, and how often. */
const PAUSES_MS: readonly number[] = [1000, 3000];

const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** An answer other than success, as far as asking again has to know it; status 0: nobody answered. */
interface Refused {
  readonly code: string;
  readonly status: number;
}

/** `open`: nobody knows what became of it. */
export type Outcome<Answer, R extends Refused> = { answer: Answer } | { refusal: R; open: boolean };

export interface Asking<Input, Answer> {
  place: Pick<IntentPlace<Input>, 'keep' | 'drop'>;
  send: (intent: Intent<Input>) => Promise<Answer>;
  /** An answer got lost and is about to be asked for again. */
  onLost?: () => void;
  pausesMs?: readonly number[];
}

/** Sends an intent until somebody answers, at most three times, always under its key, and keeps it while it is open. */
export const askUnderKey = async <Input, Answer, R extends Refused>(
  first: Intent<Input>,
  { place, send, onLost, pausesMs = PAUSES_MS }: Asking<Input, Answer>,
  asRefusal: (error: unknown) => R,
): Promise<Outcome<Answer, R>> => {
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
      const decided = decidedBy(refusal.code, refusal.status);
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
};
