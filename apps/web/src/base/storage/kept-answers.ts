import type { QueryClient } from '@tanstack/react-query';
import { queryClient } from '../query.tsx';
import { KEPT_ANSWERS, hasSession, onSessionEnd, sessionOwner } from '../session.ts';

/**
 * What a member saw last, kept on the device for the next start without a network (docs/decisions/019). One record, of one
 * member and one build; it goes when the session ends (`session.ts` deletes the database).
 */
const STORE = 'last';
const RECORD = 'answers';
/** Long enough for one screen's answers to come together, short enough for a member who closes the app right after. */
const PAUSE_MS = 1500;
const MOST = 80;
const LONGEST_MS = 7 * 86_400_000;

interface Answer {
  key: readonly unknown[];
  /** The key as text: what tells answers apart. */
  hash: string;
  data: unknown;
  /** Milliseconds since 1970. */
  updatedAt: number;
}

interface Kept {
  owner: string;
  build: string;
  answers: Answer[];
}

/** The entry's address changes with every change of the app: answers of another build may have another shape. */
const build = (): string => document.querySelector<HTMLScriptElement>('script[type="module"][src]')?.src ?? '';

/** Runs one request on the store and closes the database, so that it can be deleted at any time. */
const withStore = <T>(mode: IDBTransactionMode, ask: (store: IDBObjectStore) => IDBRequest<T>): Promise<T> =>
  new Promise((resolve, reject) => {
    const opening = indexedDB.open(KEPT_ANSWERS);
    opening.onupgradeneeded = () => opening.result.createObjectStore(STORE);
    opening.onerror = () => reject(opening.error);
    opening.onsuccess = () => {
      const database = opening.result;
      try {
        const transaction = database.transaction(STORE, mode);
        const asked = ask(transaction.objectStore(STORE));
        transaction.oncomplete = () => resolve(asked.result);
        transaction.onabort = () => reject(transaction.error);
      } catch (error) {
        // What cannot be cloned is not kept.
        reject(error as Error);
      } finally {
        // Closes once the transaction is through.
        database.close();
      }
    };
  });

const answersOf = (client: QueryClient): Answer[] =>
  client
    .getQueryCache()
    .getAll()
    .filter(({ state }) => state.data !== undefined)
    .map(({ queryKey, queryHash, state }) => ({
      key: queryKey,
      hash: queryHash,
      data: state.data,
      updatedAt: state.dataUpdatedAt,
    }));

/** The record, if it is this member's and this build's. */
async function keptHere(): Promise<Kept | null> {
  const kept = await withStore('readonly', (store) => store.get(RECORD) as IDBRequest<Kept | undefined>);
  return kept !== undefined && kept.owner === sessionOwner() && kept.build === build() ? kept : null;
}

/** The newest answers: those of now, and of screens that were seen before this start. */
async function keep(): Promise<void> {
  const before = await keptHere();
  const owner = sessionOwner();
  // Nothing is kept of a session that has ended meanwhile.
  if (!hasSession() || owner === null) return;
  const newest = new Map((before?.answers ?? []).map((answer) => [answer.hash, answer]));
  for (const answer of answersOf(queryClient)) newest.set(answer.hash, answer);
  const answers = [...newest.values()]
    .filter(({ updatedAt }) => Date.now() - updatedAt < LONGEST_MS)
    .sort((a, b) => b.updatedAt - a.updatedAt)
    .slice(0, MOST);
  await withStore('readwrite', (store) => store.put({ owner, build: build(), answers } satisfies Kept, RECORD));
}

/** Keeps answers as they come, from now on. A device without room or right for it keeps nothing. */
export function startKeeping(): () => void {
  let waiting: ReturnType<typeof setTimeout> | undefined;
  const now = () => {
    clearTimeout(waiting);
    waiting = undefined;
    keep().catch(() => undefined);
  };
  const soon = () => {
    waiting ??= setTimeout(now, PAUSE_MS);
  };
  const stopListening = queryClient.getQueryCache().subscribe((event) => {
    if (event.type === 'updated' && event.action.type === 'success' && !event.action.manual) soon();
  });
  const leave = () => {
    if (document.hidden && waiting !== undefined) now();
  };
  document.addEventListener('visibilitychange', leave);
  const stopEnding = onSessionEnd(() => clearTimeout(waiting));
  soon();
  return () => {
    clearTimeout(waiting);
    stopListening();
    stopEnding();
    document.removeEventListener('visibilitychange', leave);
  };
}

let restored: Promise<void> | null = null;

async function restore(): Promise<void> {
  for (const { key, data, updatedAt } of (await keptHere())?.answers ?? []) {
    if (Date.now() - updatedAt > LONGEST_MS || queryClient.getQueryData(key) !== undefined) continue;
    queryClient.setQueryData(key, data, { updatedAt });
  }
  // However young: each screen asks anew, and says that the values are old when nobody answers.
  await queryClient.invalidateQueries({ refetchType: 'none' });
}

/** Puts the kept answers where nothing newer is known, once per start; they are old, and every screen says so when it asks anew in vain. */
export const restoreAnswers = (): Promise<void> => (restored ??= restore().catch(() => undefined));
