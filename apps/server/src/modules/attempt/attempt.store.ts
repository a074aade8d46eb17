import {
  ADDRESS_TRIES,
  addressPauseS,
  PASSWORD_TRIES,
  passwordPauseS,
  PIN_TRIES,
  pinLockMinutes,
} from '@minerx/rules/member';
import type { Pool } from 'pg';
import type { Tx } from '../../db/transaction.ts';
import { refuse } from '../../refusal.ts';
import { visitorOf } from '../../security/visitor.ts';

/** How many failures a subject may have, and how long each lock in a row lasts. */
export interface AttemptRule {
  tries: number;
  lockMinutes(lockNumber: number): number;
  /** For so long nothing is tried after so many failures, short of a lock. */
  pauseS?(failures: number): number;
  /** Failures older than this are forgotten; null: only a success clears them. */
  forgetMinutes: number | null;
}

export const PIN_RULE: AttemptRule = { tries: PIN_TRIES, lockMinutes: pinLockMinutes, forgetMinutes: null };
export const PASSWORD_RULE: AttemptRule = {
  tries: PASSWORD_TRIES,
  lockMinutes: pinLockMinutes,
  pauseS: passwordPauseS,
  forgetMinutes: 24 * 60,
};
/** Wrong emailed codes of a mailbox in a day, over all codes that it got. */
export const CODE_RULE: AttemptRule = { tries: 30, lockMinutes: () => 24 * 60, forgetMinutes: 24 * 60 };
/** Many members may share an address, so it is generous: it stops one machine that tries many accounts. */
const ADDRESS_RULE: AttemptRule = {
  tries: ADDRESS_TRIES,
  lockMinutes: pinLockMinutes,
  pauseS: addressPauseS,
  forgetMinutes: 60,
};

const ADDRESS_RULE_OF_SITE: AttemptRule = { tries: 10 * ADDRESS_TRIES, lockMinutes: pinLockMinutes, forgetMinutes: 60 };

/** Codes for mailboxes of strangers that a visitor asks for in an hour, before those who asked for fewer come first. */
const codesAnHour = (tries: number): AttemptRule => ({ tries, lockMinutes: () => 60, forgetMinutes: 60 });
const CODES_OF_LINE = codesAnHour(10);
const CODES_OF_SITE = codesAnHour(100);

/** Names and codes under which a member found nobody to send something to. */
export const RECIPIENT_RULE: AttemptRule = { tries: 20, lockMinutes: pinLockMinutes, forgetMinutes: 60 };

export const pinSubject = (memberId: bigint): string => `pin:${memberId}`;
/** Of everybody who types an email, or of one device on which its account was signed in before. */
export const loginSubject = (emailKey: string, deviceId: string | null = null): string =>
  `login:${emailKey}${deviceId === null ? '' : `#${deviceId}`}`;
export const codeSubject = ({ purpose, emailKey }: { purpose: string; emailKey: string }): string =>
  `code:${purpose}:${emailKey}`;
export const recipientSubject = (memberId: bigint): string => `recipient:${memberId}`;
/** What wrong passwords of an address count for: its line, and ten times as many for the site that hands out lines. */
export const addressCounts = (address: string): readonly { subject: string; rule: AttemptRule }[] => {
  const { network, site } = visitorOf(address);
  const ofLine = { subject: `address:${network}`, rule: ADDRESS_RULE };
  return site === null ? [ofLine] : [ofLine, { subject: `address:${site}`, rule: ADDRESS_RULE_OF_SITE }];
};

/** Why a try is not taken: a lock, or the pause between two tries that is not over (`isPause`). */
interface Lock {
  retryAfterS: number;
  isPause: boolean;
}
type Attempt = { locked: false; last: boolean } | ({ locked: true } & Lock);

// One statement, so that guesses sent at once to several processes are counted one after the other. The try that uses up
// the allowance sets the lock at once, before anybody knows whether it is right; a success lifts it again. So does one that is followed by a
// pause: of many at once one is compared. A pause counts on; after a lock the count begins anew.
const TAKE = `
  INSERT INTO attempt AS a (subject, failures, lockouts, locked_until, updated_at)
  VALUES ($1, 1, 0, NULL, $2)
  ON CONFLICT (subject) DO UPDATE SET
    (failures, lockouts, locked_until, updated_at) = (
      SELECT CASE WHEN n.failures >= $3 THEN 0 ELSE n.failures END,
             n.lockouts + CASE WHEN n.failures >= $3 THEN 1 ELSE 0 END,
             CASE WHEN n.failures >= $3
                  THEN $2::timestamptz + ($5::int[])[least(n.lockouts + 1, cardinality($5::int[]))] * interval '1 minute'
                  ELSE $2::timestamptz + nullif(($6::int[])[n.failures], 0) * interval '1 second' END,
             $2::timestamptz
        FROM (SELECT CASE WHEN stale THEN 1 ELSE a.failures + 1 END AS failures, CASE WHEN stale THEN 0 ELSE a.lockouts END AS lockouts
                FROM (SELECT $4::int IS NOT NULL AND a.updated_at + $4 * interval '1 minute' < $2
                             AND coalesce(a.locked_until + $4 * interval '1 minute' < $2, true) AS stale) s) n)
    WHERE a.locked_until IS NULL OR a.locked_until <= $2
  RETURNING failures = 0 AS last`;

/** As many lengths as it takes to reach the longest lock. */
const LOCKS = 12;

/**
 * Takes one try, before the secret is compared. Right afterwards: `clearAttempts`. Wrong: nothing more to do, it is counted.
 * `last` says that this try set the lock. Runs outside of any transaction, so that no rollback gives a try back.
 */
export const takeAttempt = async (pool: Pool, subject: string, rule: AttemptRule, now: number): Promise<Attempt> => {
  const locks = Array.from({ length: LOCKS }, (_, index) => rule.lockMinutes(index + 1));
  const { pauseS } = rule;
  const pauses = pauseS ? Array.from({ length: rule.tries - 1 }, (_, index) => pauseS(index + 1)) : [];
  const { rows } = await pool.query<{ last: boolean }>({
    name: 'attempt_take',
    text: TAKE,
    values: [subject, new Date(now), rule.tries, rule.forgetMinutes, locks, pauses],
  });
  const taken = rows[0];
  if (taken !== undefined) return { locked: false, last: taken.last };
  return { locked: true, ...((await findLock(pool, subject, now)) ?? { retryAfterS: 1, isPause: true }) };
};

/** Counts that a visitor asks for a code. False when the line or its site has had its share of this hour. */
export const takeCodeShare = async (pool: Pool, address: string, now: number): Promise<boolean> => {
  const { network, site } = visitorOf(address);
  const ofLine = await takeAttempt(pool, `codes:${network}`, CODES_OF_LINE, now);
  const ofSite = site === null ? null : await takeAttempt(pool, `codes:${site}`, CODES_OF_SITE, now);
  return !ofLine.locked && ofSite?.locked !== true;
};

/** What keeps a subject from its next try; null when nothing does. */
export const findLock = async (pool: Pool, subject: string, now: number): Promise<Lock | null> => {
  const { rows } = await pool.query<{ until: Date; isPause: boolean }>({
    name: 'attempt_locked',
    text: 'SELECT locked_until AS until, failures > 0 AS "isPause" FROM attempt WHERE subject = $1 AND locked_until > $2',
    values: [subject, new Date(now)],
  });
  if (rows[0] === undefined) return null;
  const { until, isPause } = rows[0];
  return { retryAfterS: Math.max(1, Math.ceil((until.getTime() - now) / 1000)), isPause };
};

/** Passwords slow down before they are refused: a pause says to wait a moment, a lock that sign-in is closed for a while. */
export const refuseSignIn = ({ retryAfterS, isPause }: Lock): never =>
  refuse(isPause ? 'err_too_many' : 'err_login_locked', { retryAfterS });

/** A right secret clears failures and locks alike. */
export const clearAttempts = async (pool: Pool, subject: string): Promise<void> => {
  await pool.query({ name: 'attempt_clear', text: 'DELETE FROM attempt WHERE subject = $1', values: [subject] });
};

/** Gives back a try that turned out to be no guess, and lifts the lock that it set. */
export const returnAttempt = async (pool: Pool, subject: string, rule: AttemptRule, last: boolean): Promise<void> => {
  await pool.query({
    name: 'attempt_return',
    text: `UPDATE attempt SET failures = CASE WHEN $3 THEN $2 - 1 ELSE greatest(failures - 1, 0) END,
             lockouts = lockouts - CASE WHEN $3 THEN 1 ELSE 0 END, locked_until = CASE WHEN $3 THEN NULL ELSE locked_until END
            WHERE subject = $1`,
    values: [subject, rule.tries, last],
  });
};

/** Forgets what was counted against a secret that is replaced in this transaction. */
export const clearAttemptsIn = async (tx: Tx, subjects: readonly string[]): Promise<void> => {
  await tx.query('DELETE FROM attempt WHERE subject = ANY($1)', [subjects]);
};

/** The same for sign-in with a password, on every device. */
export const clearLoginAttemptsIn = async (tx: Tx, emailKey: string): Promise<void> => {
  // No email holds a # after its @, so no other email begins like this; what follows the # is a $.
  const first = loginSubject(emailKey, '');
  await tx.query(`DELETE FROM attempt WHERE subject = $1 OR (subject COLLATE "C" >= $2 AND subject COLLATE "C" < $3)`, [
    loginSubject(emailKey),
    first,
    first.replace(/#$/, '$'),
  ]);
};

/** Counts something that is no try, such as a mail of an hour. Gives how many it were. */
export const countIn = async (tx: Tx, subject: string, at: Date): Promise<number> => {
  const { rows } = await tx.query<{ count: number }>(
    `INSERT INTO attempt AS a (subject, failures, updated_at) VALUES ($1, 1, $2)
     ON CONFLICT (subject) DO UPDATE SET failures = a.failures + 1, updated_at = $2 RETURNING failures AS count`,
    [subject, at],
  );
  return rows[0]!.count;
};

/** What was counted, by subject; from now on nothing was. */
export const takeCounts = async (tx: Tx, subjects: readonly string[]): Promise<ReadonlyMap<string, number>> => {
  const { rows } = await tx.query<{ subject: string; count: number }>(
    'DELETE FROM attempt WHERE subject = ANY($1::text[]) RETURNING subject, failures AS count',
    [subjects],
  );
  return new Map(rows.map(({ subject, count }) => [subject, count]));
};

/** Forgets what nobody has added to since and no lock rests on; wrong PINs are kept longer. */
export const forgetAttempts = async (db: Pick<Pool, 'query'>, before: Date): Promise<void> => {
  await db.query(
    `DELETE FROM attempt WHERE subject NOT LIKE 'pin:%' AND updated_at < $1 AND coalesce(locked_until < $1, true)`,
    [before],
  );
};

/** The same of wrong PINs, and of whatever is left. */
export const forgetPinFailures = async (db: Pick<Pool, 'query'>, before: Date): Promise<void> => {
  await db.query('DELETE FROM attempt WHERE updated_at < $1 AND coalesce(locked_until < $1, true)', [before]);
};
