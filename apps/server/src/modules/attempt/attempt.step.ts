import type { Context } from '../../context.ts';
import { refuse } from '../../refusal.ts';
import type { SecurityEvents } from '../../security/security-event.ts';
import { visitorOf } from '../../security/visitor.ts';
import {
  ATTEMPT_RULES,
  countOfForged,
  nothingCounted,
  oneLess,
  oneMore,
  type AttemptRuleName,
  type Count,
} from './attempt-rule.ts';
import { findCount, writeCount } from './attempt.store.ts';

/** Given the pool and never a transaction: no rollback must give a try back. */
export type Counting = Pick<Context, 'pool' | 'security'> & { env: Pick<Context['env'], 'pepper'> };

/** Why a try is not taken: a lock, or the pause between two tries that is not over (`isPause`). */
interface Lock {
  retryAfterS: number;
  isPause: boolean;
}

type Attempt = { locked: false; last: boolean } | ({ locked: true } & Lock);

/** Whoever is overtaken so often says "a moment". Of fifty at once one is written in each round. */
const ROUNDS = 100;

/**
 * Changes the count of a subject by what `next` makes of it; null leaves it. Guesses sent at once to several processes are counted one after
 * the other: what was overtaken looks again. A count that none of our processes wrote is locked, and noted.
 */
const change = async (
  { pool, env, security }: Counting,
  subject: string,
  now: number,
  next: (count: Count | null) => Count | null,
): Promise<{ before: Count | null; after: Count | null }> => {
  for (let round = 0; round < ROUNDS; round += 1) {
    const known = await findCount(pool, env.pepper, subject);
    const isForged = known !== null && !known.isOurs;
    const after = isForged ? countOfForged(known.count, now) : next(known?.count ?? null);
    if (after === null) return { before: known?.count ?? null, after };
    const isWritten = await writeCount(pool, env.pepper, subject, after, known?.version ?? 0n);
    if (isWritten && isForged) security.note('count_forged');
    else if (isWritten) return { before: known?.count ?? null, after };
  }
  return refuse('err_too_many', { retryAfterS: 1 });
};

/**
 * Takes one try, before the secret is compared. Right afterwards: `clearAttempts`. Wrong: it is counted, and `noteLock` tells of the lock
 * that it set (`last`).
 */
export const takeAttempt = async (
  counting: Counting,
  subject: string,
  rule: AttemptRuleName,
  now: number,
): Promise<Attempt> => {
  const { before, after } = await change(counting, subject, now, (count) => oneMore(count, ATTEMPT_RULES[rule], now));
  return after === null ? { locked: true, ...lockOf(before!, now)! } : { locked: false, last: after.failures === 0 };
};

/** Notes the lock that a try has set, if it was the last and not right. */
export const noteLock = (
  { security }: Pick<Counting, 'security'>,
  rule: AttemptRuleName,
  attempt: Attempt,
  about: Parameters<SecurityEvents['note']>[1],
): void => {
  if (!attempt.locked && attempt.last) security.note(ATTEMPT_RULES[rule].locked, about);
};

const lockOf = ({ lockedUntil, failures }: Count, now: number): Lock | null => {
  const leftMs = (lockedUntil?.getTime() ?? 0) - now;
  return leftMs > 0 ? { retryAfterS: Math.ceil(leftMs / 1000), isPause: failures > 0 } : null;
};

/** What keeps a subject from its next try; null when nothing does. */
export const findLock = async (counting: Counting, subject: string, now: number): Promise<Lock | null> => {
  const { before } = await change(counting, subject, now, () => null);
  return before && lockOf(before, now);
};

/** A right secret clears failures and locks alike. */
export const clearAttempts = async (counting: Counting, subject: string, now: number): Promise<void> => {
  await change(counting, subject, now, (count) => count && nothingCounted(count));
};

/** Gives back a try that turned out to be no guess, and lifts the lock that it set. */
export const returnAttempt = async (
  counting: Counting,
  subject: string,
  now: number,
  { rule, last }: { rule: AttemptRuleName; last: boolean },
): Promise<void> => {
  await change(counting, subject, now, (count) => count && oneLess(count, ATTEMPT_RULES[rule], last));
};

/** Takes a try that counts whatever comes of it. False when none may be taken. */
export const countOne = async (
  counting: Counting,
  subject: string,
  rule: AttemptRuleName,
  now: number,
  about: Parameters<SecurityEvents['note']>[1],
): Promise<boolean> => {
  const attempt = await takeAttempt(counting, subject, rule, now);
  noteLock(counting, rule, attempt, about);
  return !attempt.locked;
};

/** Counts that a visitor asks for a code. False when the line or its site has had its share of this hour. */
export const takeCodeShare = async (counting: Counting, address: string, now: number): Promise<boolean> => {
  const { network, site } = visitorOf(address);
  const hasOfLine = await countOne(counting, `codes:${network}`, 'codes_of_line', now, { address });
  const hasOfSite = site === null || (await countOne(counting, `codes:${site}`, 'codes_of_site', now, { address }));
  return hasOfLine && hasOfSite;
};

/** Passwords slow down before they are refused: a pause says to wait a moment, a lock that sign-in is closed for a while. */
export const refuseSignIn = ({ retryAfterS, isPause }: Lock): never =>
  refuse(isPause ? 'err_too_many' : 'err_login_locked', { retryAfterS });
