import type { IntentStorage } from '@minerx/contract/intent';
import { onSessionEnd } from '../session.ts';

const PREFIX = 'minerx:';

/** Where storage is full or off: it then lives as long as the page. */
const unstored = new Map<string, string>();
onSessionEnd(() => unstored.clear());

/** What this tab keeps through reloads, by name. Everything of ours goes when another member signs in or this one leaves (`session.ts`). */
export const tabStorage: IntentStorage = {
  read(name) {
    try {
      return JSON.parse(unstored.get(name) ?? sessionStorage.getItem(PREFIX + name) ?? 'null');
    } catch {
      return null;
    }
  },
  write(name, value) {
    const text = JSON.stringify(value);
    try {
      sessionStorage.setItem(PREFIX + name, text);
      unstored.delete(name);
    } catch {
      unstored.set(name, text);
    }
  },
  drop(name) {
    unstored.delete(name);
    try {
      sessionStorage.removeItem(PREFIX + name);
    } catch {
      // Nothing was kept.
    }
  },
};
