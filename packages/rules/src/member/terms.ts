import { DAY_MS } from '../text/duration.ts';

/** What members agree to: terms, privacy and risks are one text with one version. */
interface TermsVersion {
  version: number;
  /** The day it came into force. */
  from: string;
}

/** Every version that there was, the newest first. A change of the texts is a new one, with a line of what changed in every language. */
export const TERMS_VERSIONS: readonly [TermsVersion, ...TermsVersion[]] = [
  { version: 2, from: '2026-11-22' },
  { version: 1, from: '2026-11-20' },
];

/** The one that is in force. */
export const TERMS_VERSION: number = TERMS_VERSIONS[0].version;

/** How long an order waits for its machines at most, before it is refunded. */
export const WAITING_DAYS = 90;

/** When an order that waits since then is refunded at the latest. */
export const waitingEndsAt = (since: Date): Date => new Date(since.getTime() + WAITING_DAYS * DAY_MS);

/** For how many days what is not needed any more is kept: ended sessions, wrong PINs, codes that were mailed. */
export const KEPT_DAYS = { sessions: 90, pinFailures: 30, codes: 2 } as const;
