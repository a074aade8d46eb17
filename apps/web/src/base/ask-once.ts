const PAUSES_MS: readonly number[] = [1000, 3000];

/** Keys of intents whose outcome is not known yet, by what and of which thing. They live until the server has decided. */
const openKeys = new Map<string, string>();

const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** Refusals that say that nothing was decided: no answer, or one of a server that failed. */
const isUncertain = (error: unknown): boolean =>
  error instanceof Error &&
  'isUncertain' in error &&
  error.isUncertain === true &&
  !('code' in error && error.code === 'err_price_stale');

export interface AskOnce<T> {
  /** What is wanted of which thing: "activate:<id>". */
  intent: string;
  send: (idempotencyKey: string) => Promise<T>;
  newKey: () => string;
  /** How long to wait before each further try. */
  pausesMs?: readonly number[];
}

/**
 * Sends an intent until the server has decided on it: a lost answer is asked again under the same key, so there is one effect
 * and the true outcome. When nobody answers, the key is kept for the next press.
 * @throws {Refusal}
 */
export async function askOnce<T>({ intent, send, newKey, pausesMs = PAUSES_MS }: AskOnce<T>): Promise<T> {
  const key = openKeys.get(intent) ?? newKey();
  openKeys.set(intent, key);
  for (let asked = 0; ; asked += 1) {
    try {
      const result = await send(key);
      openKeys.delete(intent);
      return result;
    } catch (error) {
      if (!isUncertain(error)) openKeys.delete(intent);
      const pause = pausesMs[asked];
      if (!isUncertain(error) || pause === undefined) throw error;
      await wait(pause);
    }
  }
}
