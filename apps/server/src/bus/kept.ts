import type { Bus, BusTopics } from './bus.ts';

/** Something that all members read alike, kept in memory for a moment. */
interface Kept<T> {
  get(): Promise<T>;
  /** Stops listening for changes. */
  close(): void;
}

const MAX_AGE_MS = 1000;

/**
 * Reads once and answers everybody for a second, or until the bus tells that it changed: a thousand members who look at the
 * same prices cost one query. A bus may lose messages, hence the age. Never for what decides about money: commands read
 * and lock the rows themselves.
 */
export const keep = <T>(load: () => Promise<T>, bus: Bus, topics: readonly (keyof BusTopics)[]): Kept<T> => {
  let held: { value: Promise<T>; at: number } | null = null;
  const forget = (): void => void (held = null);
  const unsubscribe = topics.map((topic) => bus.subscribe(topic, forget));
  return {
    get: () => {
      // The machine's monotonic clock: this is about age, not about the time of the business.
      const now = performance.now();
      if (held !== null && now - held.at < MAX_AGE_MS) return held.value;
      const mine = { value: load(), at: now };
      held = mine;
      mine.value.catch(() => {
        if (held === mine) held = null; // A failure is not kept.
      });
      return mine.value;
    },
    close: () => {
      for (const end of unsubscribe) end();
    },
  };
};
