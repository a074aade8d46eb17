import { WITHDRAWAL_STEPS, WITHDRAWAL_WARNINGS } from '@minerx/rules/withdrawal-step';
import * as z from 'zod/mini';
import { defineCall } from '../wire/call.ts';
import { amount, email, opaqueId } from '../wire/wire.ts';
import { account, after, attempt, auditLine, listOf, payout } from './list.ts';

/** Lists of NFT withdrawals: those that wait longest waiting first, the others newest first. */
const NFT_WITHDRAWAL_LISTS = ['pending', 'approved', 'ended', 'all'] as const;
export type NftWithdrawalList = (typeof NFT_WITHDRAWAL_LISTS)[number];

const row = z.object({
  id: z.string(),
  state: z.enum(['pending', 'approved', 'cancelled', 'rejected']),
  name: z.string(),
  category: z.string(),
  network: z.string(),
  /** In USDT. */
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
  next: z.nullable(z.enum(WITHDRAWAL_STEPS)),
  warnings: z.array(z.enum(WITHDRAWAL_WARNINGS)),
});
export type OperatorNftWithdrawal = z.output<typeof row>;

export const operatorNftWithdrawals = defineCall({
  method: 'GET',
  path: 'operator/nft/all',
  summary: 'NFT withdrawals in a state, of everybody or of one member, with the next step of each.',
  session: 'operator',
  query: z.object({ state: z._default(z.enum(NFT_WITHDRAWAL_LISTS), 'pending'), member: z.optional(email), after }),
  result: listOf(row),
  refusals: ['err_forbidden', 'err_page'],
});

/** Whoever looks is on the audit log. */
export const operatorNftWithdrawal = defineCall({
  method: 'GET',
  path: 'operator/nft',
  summary: 'One NFT withdrawal with its account and its transactions.',
  session: 'operator',
  query: z.object({ id: opaqueId }),
  result: z.object({
    withdrawal: row,
    hash_url: z.nullable(z.string()),
    /** Blocks on its transaction, and how many make it final. */
    blocks: z.nullable(z.number()),
    confirmations: z.number(),
    decided_at: z.nullable(z.string()),
    /** Whom the contract named when it was final. */
    owner: z.nullable(z.string()),
    account,
    payout: z.nullable(payout),
    attempts: z.array(attempt),
    audit: z.array(auditLine),
  }),
  refusals: ['err_forbidden', 'err_not_found'],
});
