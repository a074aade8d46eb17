import { DAY_MS } from '@minerx/rules/duration';
import { KEPT_DAYS } from '@minerx/rules/terms';
import type { Context } from '../../context.ts';
import type { Db } from '../../db/transaction.ts';
import { sweepRefusals } from '../../ledger/answers.ts';
import { forgetGivenUp } from '../../outbox/outbox.ts';
import { forgetAttempts } from '../attempt/attempt.store.ts';
import { forgetChallenges } from '../passkey/passkey.store.ts';
import { forgetCodes } from '../member/email-code.store.ts';
import { forgetNotices } from '../notice/notice.store.ts';
import { sweepQuotes } from '../swap/swap.store.ts';
import { ABSOLUTE_MS } from './session.command.ts';
import { IDLE_MS } from './session.query.ts';
import { endExpiredSessions, endIdleSessions, forgetLinks, forgetSessions, forgetTokens } from './sweep.store.ts';

/** Long enough that "a device not seen before" means something. */
const KEEP_SESSIONS_MS = KEPT_DAYS.sessions * DAY_MS;
/** Longer than any window in which codes and links are counted. */
const KEEP_CODES_MS = KEPT_DAYS.codes * DAY_MS;
/** Longer than any client asks again under the same key. The database holds to it as well. */
const KEEP_REFUSALS_MS = 7 * DAY_MS;

/** What members are told of stands elsewhere too; so long it can be looked up here. */
const KEEP_NOTICES_MS = 90 * DAY_MS;

/** Long enough for an operator to see that a mail reached nobody. Work of other topics waits for one, however long. */
const KEEP_MAILS_MS = 90 * DAY_MS;

type Sweep = (db: Db, before: Date) => Promise<void>;

// Each by itself: none depends on another, and a short one holds no locks for long.
const SWEEPS: readonly [sweep: Sweep, beforeMs: number][] = [
  [(db, before) => endIdleSessions(db, before, IDLE_MS), IDLE_MS],
  [endExpiredSessions, ABSOLUTE_MS],
  [forgetTokens, DAY_MS],
  [forgetSessions, KEEP_SESSIONS_MS],
  [forgetCodes, KEEP_CODES_MS],
  [forgetLinks, KEEP_CODES_MS],
  [forgetAttempts, 0],
  [forgetChallenges, 0],
  [sweepQuotes, DAY_MS],
  [forgetNotices, KEEP_NOTICES_MS],
  [(db, before) => forgetGivenUp(db, before, ['mail', 'push']), KEEP_MAILS_MS],
  [sweepRefusals, KEEP_REFUSALS_MS],
];

/** Ends sessions that time has ended, and removes codes, links, counters, notices, mails and sessions that nothing asks for any more. */
export const sweepExpired = async ({ pool, expiryClock }: Pick<Context, 'pool' | 'expiryClock'>): Promise<void> => {
  for (const [sweep, beforeMs] of SWEEPS) await sweep(pool, new Date(expiryClock.now() - beforeMs));
};
