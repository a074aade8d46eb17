import { WITHDRAWAL_STEPS, WITHDRAWAL_WARNINGS } from '@minerx/rules/withdrawal-step';
import * as z from 'zod/mini';
import { amount, text } from '../wire/wire.ts';

/** Rows of one page of a console's list. */
export const LIST_ROWS = 50;

/** Where a page begins, as the page before said it. Lists go on from a row, never from a count: a million rows cost what fifty cost. */
export const after = z.optional(text(120, { pattern: /^[\w.:-]+$/, code: 'err_format' }));

/** One page; `next` begins the following one, null on the last. */
export const listOf = <R extends z.core.$ZodType>(row: R) =>
  z.object({ rows: z.array(row), next: z.nullable(z.string()) });

/** The lists that operators take along. Those of members' personal data are none of them. */
export const LIST_FILES = [
  'withdrawal/all',
  'nft/all',
  'deposit/all',
  'settlement/all',
  'fulfilment/all',
  'voucher/batches',
  'voucher/all',
  'price/all',
  'price/history',
  'device/all',
  'fleet/machines',
  'ticket/all',
  'outbox/all',
  'audit/all',
] as const;

/** A line of the audit log. */
export const auditLine = z.object({
  id: z.string(),
  at: z.string(),
  actor: z.string(),
  action: z.string(),
  subject: z.string(),
  reason: z.string(),
  /** What was asked, and what was before and after. */
  detail: z.record(z.string(), z.unknown()),
});
export type AuditLine = z.output<typeof auditLine>;

/**
 * What a member proves themselves with has become another: `reset`, password and PIN by a mailed link; `factor_lost`, the second factor taken away
 * without it; `email`, the email address. What leaves is held after these three; the others are done by the member while signed in, with what was there before. `recovery`: new recovery codes.
 */
const factorChangeKind = z.enum([
  'reset',
  'password',
  'pin',
  'factor_on',
  'factor_off',
  'factor_lost',
  'recovery',
  'passkey_on',
  'passkey_off',
  'email',
]);
export type FactorChangeKind = z.output<typeof factorChangeKind>;

const factorChange = z.object({ kind: factorChangeKind, at: z.string() });

/** The account behind something that is to leave it. */
export const account = z.object({
  member_id: z.string(),
  email: z.string(),
  username: z.string(),
  name: z.string(),
  since: z.string(),
  frozen: z.boolean(),
  /** Nothing leaves before this moment, after a reset of password and PIN; null when something may. */
  held_until: z.nullable(z.string()),
  /** Of the last thirty days, newest first. */
  changes: z.array(factorChange),
});
export type Account = z.output<typeof account>;

/** What operators see of everything that asks to leave for a chain, coin or item; its states are its own. */
export const leavingRow = z.object({
  id: z.string(),
  network: z.string(),
  fee: amount,
  address: z.string(),
  member_email: z.string(),
  first_approver: z.nullable(z.string()),
  cause: z.nullable(z.string()),
  hash: z.nullable(z.string()),
  asked_at: z.string(),
  /** Since when it is in its state. */
  since: z.string(),
  /** When it goes back by itself if nobody decides. */
  deadline_at: z.string(),
  /** What somebody has to do now, or what it waits for; null when it is over. */
  next: z.nullable(z.enum(WITHDRAWAL_STEPS)),
  /** What must be known before it is approved. */
  warnings: z.array(z.enum(WITHDRAWAL_WARNINGS)),
});
export type LeavingRow = z.output<typeof leavingRow>;

/** What a worker does about something that leaves for a chain. */
const payout = z.object({
  state: z.string(),
  /** Of its transaction, in the order of the wallet that sends. */
  number: z.nullable(z.number()),
  waits_for: z.nullable(z.string()),
  cause: z.nullable(z.string()),
});
export type Payout = z.output<typeof payout>;

/** A transaction that was signed. */
const attempt = z.object({
  hash: z.string(),
  signed_at: z.string(),
  told_at: z.string(),
  most_gwei: z.string(),
});
export type Attempt = z.output<typeof attempt>;

/** The page of one of them beside its row. */
export const leavingRecord = {
  /** Where its transaction can be looked up. */
  hash_url: z.nullable(z.string()),
  /** Blocks on its transaction, and how many make it final. */
  blocks: z.nullable(z.number()),
  confirmations: z.number(),
  account,
  payout: z.nullable(payout),
  /** Transactions that were signed for it, newest first. */
  attempts: z.array(attempt),
  audit: z.array(auditLine),
};
