import { KEPT_DAYS } from '@minerx/rules/terms';
import type { Context } from '../../context.ts';
import { ABSOLUTE_MS, IDLE_MS } from './session.command.ts';

const DAY_MS = 86_400_000;
/** Long enough that "a device not seen before" means something. */
const KEEP_SESSIONS_MS = KEPT_DAYS.sessions * DAY_MS;
/** Longer than any window in which codes and links are counted. */
const KEEP_CODES_MS = KEPT_DAYS.codes * DAY_MS;
const KEEP_PIN_FAILURES_MS = KEPT_DAYS.pinFailures * DAY_MS;
/** Longer than any client asks again under the same key. The database holds to it as well. */
const KEEP_REFUSALS_MS = 7 * DAY_MS;

// Each statement by itself: none depends on another, and a short one holds no locks for long.
const SWEEPS: readonly { text: string; beforeMs: number }[] = [
  {
    text: `UPDATE session SET ended_at = last_used_at + interval '${IDLE_MS} milliseconds', ended_reason = 'idle' WHERE ended_at IS NULL AND last_used_at < $1`,
    beforeMs: IDLE_MS,
  },
  {
    text: `UPDATE session SET ended_at = expires_at, ended_reason = 'expired' WHERE ended_at IS NULL AND created_at < $1`,
    beforeMs: ABSOLUTE_MS,
  },
  {
    text: `WITH over AS (UPDATE session SET tokens_gone = true WHERE ended_at < $1 AND NOT tokens_gone RETURNING id)
           DELETE FROM refresh_token WHERE session_id = ANY (ARRAY(SELECT id FROM over))`,
    beforeMs: DAY_MS,
  },
  { text: 'DELETE FROM session WHERE ended_at < $1', beforeMs: KEEP_SESSIONS_MS },
  { text: 'DELETE FROM email_code WHERE created_at < $1', beforeMs: KEEP_CODES_MS },
  { text: 'DELETE FROM one_use_link WHERE expires_at < $1', beforeMs: KEEP_CODES_MS },
  {
    text: `DELETE FROM attempt WHERE subject NOT LIKE 'pin:%' AND updated_at < $1 AND coalesce(locked_until < $1, true)`,
    beforeMs: KEEP_CODES_MS,
  },
  {
    text: 'DELETE FROM attempt WHERE updated_at < $1 AND coalesce(locked_until < $1, true)',
    beforeMs: KEEP_PIN_FAILURES_MS,
  },
  { text: 'SELECT sweep_quotes($1)', beforeMs: DAY_MS },
  { text: 'SELECT sweep_refusals($1)', beforeMs: KEEP_REFUSALS_MS },
];

/** Ends sessions that time has ended, and removes codes, links, counters and sessions that nothing asks for any more. */
export const sweepExpired = async ({ pool, expiryClock }: Pick<Context, 'pool' | 'expiryClock'>): Promise<void> => {
  for (const { text, beforeMs } of SWEEPS) await pool.query(text, [new Date(expiryClock.now() - beforeMs)]);
};
