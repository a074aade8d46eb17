import { DAY_MS, HOUR_MS } from '@minerx/rules/duration';
import { CODE_MINUTES, CODE_RESEND_SECONDS } from '@minerx/rules/member';
import type { Context } from '../../context.ts';
import type { Random } from '../../ports.ts';
import type { Tx } from '../../db/transaction.ts';
import { refuse } from '../../refusal.ts';
import { keyedDigest } from '../../security/secret-hash.ts';
import { countCodes, insertCode, listCodeMoments, lockCodes, type CodeOwner } from './email-code.store.ts';

const SECOND = 1000;

/** How many codes, and how many reset links, a mailbox may get in how long; the first row is the countdown of the button. */
const LIMITS = [
  { count: 1, withinMs: CODE_RESEND_SECONDS * SECOND },
  { count: 5, withinMs: HOUR_MS },
  { count: 20, withinMs: DAY_MS },
] as const;

/**
 * Codes that strangers may have us send in an hour: to one domain, and to all. Far above any day's sign-ups, far below a flood. Mails to members
 * about their own accounts are not counted here, so nobody can use up theirs.
 */
const CODES_AN_HOUR = { ofDomain: 1000, ofAll: 3000 };
/** Of that, what visitors may use who had their share already: the rest is for those who ask for few. */
const FOR_MANY = 1 / 2;

/**
 * Before a code goes to an address that anybody may have typed. The answer does not depend on whether it is a member's.
 * @param hasShare whether whoever asks has asked for few
 * @throws err_code_wait when the domain, or all domains together, have had what an hour allows
 */
export const requireCodeBudget = async (
  { security }: Pick<Context, 'security'>,
  tx: Tx,
  owner: CodeOwner,
  hasShare: boolean,
  now: number,
): Promise<void> => {
  const part = hasShare ? 1 : FOR_MANY;
  const sent = await countCodes(tx, owner, new Date(now - HOUR_MS), CODES_AN_HOUR.ofAll);
  if (sent.ofDomain < CODES_AN_HOUR.ofDomain * part && sent.ofAll < CODES_AN_HOUR.ofAll * part) return;
  security.note('mail_withheld');
  refuse('err_code_wait', { retryAfterS: 600 });
};

/** Milliseconds until one more code may be made, 0 when now. `moments`: newest first. Without a share only half of each limit is there. */
export const codeWaitMs = (moments: readonly number[], now: number, hasShare = true): number => {
  const part = hasShare ? 1 : FOR_MANY;
  return Math.max(
    0,
    ...LIMITS.map(({ count, withinMs }) => (moments[Math.ceil(count * part) - 1] ?? -Infinity) + withinMs - now),
  );
};

/** Six digits, each as likely as the others: draws above the last whole million are thrown away. */
export const drawCode = (random: Random): string => {
  for (;;) {
    const drawn = random.bytes(4).readUInt32BE();
    if (drawn < 4_294_000_000) return String(drawn % 1_000_000).padStart(6, '0');
  }
};

/** What the database keeps of a code: bound to mailbox, purpose and what it confirms, and useless without the pepper. */
export const codeHash = (pepper: string, { emailKey, purpose, confirms }: CodeOwner, code: string): Buffer =>
  keyedDigest(pepper, 'code', purpose, emailKey, confirms, code);

/**
 * Stores the hash of a new code, which makes every older one worthless.
 * @throws err_code_wait when the mailbox got one less than 59 seconds ago, five within an hour or twenty within a day
 */
export const storeCode = async (tx: Tx, owner: CodeOwner, hash: Buffer, now: number): Promise<void> => {
  await lockCodes(tx, owner);
  const moments = await listCodeMoments(tx, owner, new Date(now - DAY_MS), 20);
  const waitMs = codeWaitMs(
    moments.map((moment) => moment.getTime()),
    now,
  );
  if (waitMs > 0) refuse('err_code_wait', { retryAfterS: Math.ceil(waitMs / SECOND) });
  await insertCode(tx, owner, hash, new Date(now), new Date(now + CODE_MINUTES * 60 * SECOND));
};
