import { queryClient } from '../query.tsx';
import { isLost } from '../refusal.ts';
import { KEPT_ANSWERS, onSessionEnd, sessionOwner } from '../session.ts';

/**
 * What a member saw last, kept on the device for when nobody answers (docs/decisions/019): at a start without a network, and
 * for what fails later. One record, of one member and one build; it goes when the session ends (`session.ts` deletes the database).
 */
const STORE = 'last';
const RECORD = 'answers';
/** Long enough for one screen's answers to come together, short enough for a member who closes the app right after. */
const PAUSE_MS = 1500;
const MOST = 80;
const LONGEST_MS = 7 * 86_400_000;

const cache = queryClient.getQueryCache();

interface Answer {
  key: readonly unknown[];
  /** The key as text: what tells answers apart. */
  hash: string;
  data: unknown;
  /** Milliseconds since 1970. */
  updatedAt: number;
}

interface Kept {
  stamp: string;
  answers: Answer[];
}

/**
 * Whose answers, and of which build: answers of another one may have another shape, and the entry's address changes with every
 * change of the app.
 */
const stampOf = (owner: string | null): string =>
  `${owner} ${document.querySelector<HTMLScriptElement>('script[type="module"][src]')?.src}`;

const answerOf = <T>(request: IDBRequest<T>): Promise<T> =>
  new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });

/** Runs one request on the store and closes the database, so that it can be deleted. What cannot be cloned is not kept. */
async function withStore<T>(ask: (store: IDBObjectStore) => IDBRequest<T>): Promise<T> {
  const opening = indexedDB.open(KEPT_ANSWERS);
  opening.onupgradeneeded = () => opening.result.createObjectStore(STORE);
  const database = await answerOf(opening);
  try {
    return await answerOf(ask(database.transaction(STORE, 'readwrite').objectStore(STORE)));
  } finally {
    database.close();
  }
}

/** What may still be shown of the record, if it is this member's and this build's. */
async function keptAnswers(): Promise<Answer[]> {
  const kept = await withStore((store) => store.get(RECORD) as IDBRequest<Kept | undefined>);
  if (kept?.stamp !== stampOf(sessionOwner())) return [];
  return kept.answers.filter(({ updatedAt }) => Date.now() - updatedAt < LONGEST_MS);
}

/** What is kept, at hand for what fails. */
let known: readonly Answer[] = [];

let waiting: ReturnType<typeof setTimeout> | undefined;

function stopWaiting(): void {
  clearTimeout(waiting);
  waiting = undefined;
}

onSessionEnd(() => {
  stopWaiting();
  known = [];
});

/**
 * Puts what is kept under what was asked for in vain and has nothing newer. It stays failed: every screen marks by that what
 * is old, and `setQueryData` would make a fresh answer of it.
 */
function fill(): void {
  for (const { hash, data, updatedAt } of known) {
    const query = cache.get(hash);
    if (query?.state.error && !query.state.dataUpdatedAt && isLost(query.state.error))
      query.setState({ data, dataUpdatedAt: updatedAt });
  }
}

/** The newest answers: those of now, and of screens that were seen before this start. */
async function keep(): Promise<void> {
  const newest = new Map((await keptAnswers()).map((answer) => [answer.hash, answer]));
  const owner = sessionOwner();
  // Nothing is kept of a session that has ended meanwhile.
  if (owner === null) return;
  const stamp = stampOf(owner);
  for (const { queryKey: key, queryHash: hash, state } of cache.getAll())
    if (state.data !== undefined) newest.set(hash, { key, hash, data: state.data, updatedAt: state.dataUpdatedAt });
  const answers = [...newest.values()].sort((a, b) => b.updatedAt - a.updatedAt).slice(0, MOST);
  known = answers;
  // Of what has failed before they were at hand.
  fill();
  await withStore((store) => store.put({ stamp, answers } satisfies Kept, RECORD));
}

/** Keeps answers as they come, from now on, and what fails for want of one has its last. A device without room or right for it keeps nothing. */
export function startKeeping(): () => void {
  const now = () => {
    stopWaiting();
    keep().catch(() => undefined);
  };
  const soon = () => {
    waiting ??= setTimeout(now, PAUSE_MS);
  };
  const stopListening = cache.subscribe((event) => {
    if (event.type !== 'updated') return;
    const { action } = event;
    if (action.type === 'error') fill();
    if (action.type === 'success' && !action.manual) soon();
  });
  const leave = () => {
    if (document.hidden && waiting) now();
  };
  document.addEventListener('visibilitychange', leave);
  now();
  return () => {
    stopWaiting();
    stopListening();
    document.removeEventListener('visibilitychange', leave);
  };
}

let restored: Promise<void> | undefined;

async function restore(): Promise<void> {
  known = await keptAnswers();
  fill();
  for (const { key, hash, data, updatedAt } of known) {
    const query = cache.get(hash);
    if (!query?.state.error && !query?.state.dataUpdatedAt) queryClient.setQueryData(key, data, { updatedAt });
  }
  // However young: each screen asks anew, and says that the values are old when nobody answers.
  await queryClient.invalidateQueries({ refetchType: 'none' });
}

/** Puts the kept answers where nothing newer is known, once per start; they are old, and every screen says so when it asks anew in vain. */
export const restoreAnswers = (): Promise<void> => (restored ??= restore().catch(() => undefined));
