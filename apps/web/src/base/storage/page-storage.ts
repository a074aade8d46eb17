import type { TabStorage } from './tab-storage.ts';

/** For what may be in no storage: gone with the screen that made it. */
export function pageStorage(): TabStorage {
  const kept = new Map<string, unknown>();
  return {
    read: (name) => kept.get(name) ?? null,
    write: (name, value) => void kept.set(name, value),
    drop: (name) => void kept.delete(name),
  };
}
