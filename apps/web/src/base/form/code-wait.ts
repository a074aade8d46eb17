import type { Translate } from '../../i18n/texts.ts';
import type { IntentStorage } from '@minerx/contract/intent';
import { Refusal } from '../refusal.ts';
import { OWN_ON_DEVICE, sessionOwner } from '../session.ts';
import { tabStorage } from '../storage/tab-storage.ts';

/** A code is on its way already, perhaps asked for before a reload: wait as long as the server says, else not at all. */
export const codeWait = (error: unknown): number | false =>
  (error instanceof Refusal && error.code === 'err_code_wait' && error.retryAfter) || false;

/** What a code is for: each has a wait of its own. */
export type CodePurpose = 'signup' | 'withdrawal' | 'withdrawal-address' | 'email' | 'lost-factor' | 'deletion';

type WaitStorage = Pick<IntentStorage, 'read' | 'write'>;

/** A member's, whose mailbox it is: whoever comes back from it to an app that is opened anew is in another tab. */
const deviceStorage = (owner: string): WaitStorage => ({
  read(name) {
    try {
      const kept = JSON.parse(localStorage.getItem(OWN_ON_DEVICE + name) ?? 'null') as {
        owner: string;
        until: unknown;
      } | null;
      return kept?.owner === owner ? kept.until : null;
    } catch {
      return null;
    }
  },
  write(name, until) {
    try {
      localStorage.setItem(OWN_ON_DEVICE + name, JSON.stringify({ owner, until }));
    } catch {
      // Without it the server says how long to wait.
    }
  },
});

/** Before anybody has signed in an address is not settled: what one waits for is no other tab's. */
function storageNow(): WaitStorage {
  const owner = sessionOwner();
  return owner === null ? tabStorage : deviceStorage(owner);
}

/** When another code may be asked for, in ms since 1970, kept through a reload: the server waits on, and so does the button. */
export const keptCodeWait = (purpose: CodePurpose, storage: WaitStorage = storageNow()) => ({
  read: (): number => {
    const until = storage.read(`code:${purpose}`);
    return typeof until === 'number' ? until : 0;
  },
  write: (until: number): void => storage.write(`code:${purpose}`, until),
});

/** Longer than a mailbox waits between two codes is told in minutes. */
const MINUTE = 60;

export const codeWaitLabel = (t: Translate, seconds: number): string =>
  seconds <= MINUTE
    ? t('session.code.wait', { seconds })
    : t('session.code.waitMinutes', { minutes: Math.ceil(seconds / MINUTE) });
