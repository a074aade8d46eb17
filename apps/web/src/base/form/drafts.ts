import type { IntentStorage } from '@minerx/contract/intent';
import { tabStorage } from '../storage/tab-storage.ts';

/** Never kept: what proves who somebody is, and what is money to whoever reads it. */
const SECRET = /password|pin|code$/;

/** Whether a field may be kept. The referral code is no secret, an emailed code is. */
const mayKeep = (field: string): boolean => field === 'referral_code' || !SECRET.test(field);

/** What was typed into one form and not sent: it survives a reload, and ends with the session. */
export interface Draft<T> {
  read: () => T;
  write: (value: T) => void;
  drop: () => void;
}

/**
 * The draft of that name.
 * @param fit makes something to start with of whatever was kept: null where nothing was
 */
export function draftOf<T>(name: string, fit: (kept: unknown) => T, storage: IntentStorage = tabStorage): Draft<T> {
  const key = `draft:${name}`;
  return {
    read: () => fit(storage.read(key)),
    write: (value) => storage.write(key, withoutSecrets(value)),
    drop: () => storage.drop(key),
  };
}

/** One field of free text. */
export const textDraft = (name: string, storage?: IntentStorage): Draft<string> =>
  draftOf(name, (kept) => (typeof kept === 'string' ? kept : ''), storage);

/** The fields of a form. */
export const formDraft = <T extends object>(name: string, storage?: IntentStorage): Draft<Partial<T>> =>
  draftOf(name, (kept) => (typeof kept === 'object' ? { ...kept } : {}), storage);

function withoutSecrets<T>(value: T): T {
  if (typeof value !== 'object' || value === null) return value;
  const kept = Object.entries(value).filter(([field]) => mayKeep(field));
  return Object.fromEntries(kept) as T;
}
