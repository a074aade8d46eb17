import type { Db } from '../../db/transaction.ts';
import { refuse } from '../../refusal.ts';
import { visitorOf } from '../../security/visitor.ts';
import { CODES_OF_LINE, CODES_OF_SITE, type AttemptRule } from './attempt-rule.ts';
import { countTry, findLock, type Lock } from './attempt.store.ts';

type Attempt = { locked: false; last: boolean } | ({ locked: true } & Lock);

/**
 * Takes one try, before the secret is compared. Right afterwards: `clearAttempts`. Wrong: nothing more to do, it is counted.
 * `last` says that this try set the lock. Given a pool, never a transaction: no rollback must give a try back.
 */
export const takeAttempt = async (db: Db, subject: string, rule: AttemptRule, now: number): Promise<Attempt> => {
  const taken = await countTry(db, subject, rule, now);
  if (taken !== null) return { locked: false, last: taken.last };
  return { locked: true, ...((await findLock(db, subject, now)) ?? { retryAfterS: 1, isPause: true }) };
};

/** Counts that a visitor asks for a code. False when the line or its site has had its share of this hour. */
export const takeCodeShare = async (db: Db, address: string, now: number): Promise<boolean> => {
  const { network, site } = visitorOf(address);
  const ofLine = await takeAttempt(db, `codes:${network}`, CODES_OF_LINE, now);
  const ofSite = site === null ? null : await takeAttempt(db, `codes:${site}`, CODES_OF_SITE, now);
  return !ofLine.locked && ofSite?.locked !== true;
};

/** Passwords slow down before they are refused: a pause says to wait a moment, a lock that sign-in is closed for a while. */
export const refuseSignIn = ({ retryAfterS, isPause }: Lock): never =>
  refuse(isPause ? 'err_too_many' : 'err_login_locked', { retryAfterS });
