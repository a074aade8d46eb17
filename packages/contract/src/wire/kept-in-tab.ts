import type { IntentStorage } from './intent.ts';

interface TabStorage extends IntentStorage {
  /** What the storage did not take. */
  forget: () => void;
}

/** What this tab keeps through reloads, by name; where storage is full or off, what lives as long as the page. */
export const keptInTab = (prefix: string): TabStorage => {
  const unstored = new Map<string, string>();
  return {
    read(name) {
      try {
        return JSON.parse(unstored.get(name) ?? sessionStorage.getItem(prefix + name) ?? 'null');
      } catch {
        return null;
      }
    },
    write(name, value) {
      const text = JSON.stringify(value);
      try {
        sessionStorage.setItem(prefix + name, text);
        unstored.delete(name);
      } catch {
        unstored.set(name, text);
      }
    },
    drop(name) {
      unstored.delete(name);
      try {
        sessionStorage.removeItem(prefix + name);
      } catch {
        // Nothing was kept.
      }
    },
    forget: () => unstored.clear(),
  };
};
