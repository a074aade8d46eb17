import * as z from 'zod/mini';
import { defineCall } from '../wire/call.ts';
import { email, opaqueId } from '../wire/wire.ts';
import { after, leavingRecord, leavingRow, listOf } from './list.ts';

/** Lists of NFT withdrawals: those that wait longest waiting first, the others newest first. */
const NFT_WITHDRAWAL_LISTS = ['pending', 'approved', 'ended', 'all'] as const;
export type NftWithdrawalList = (typeof NFT_WITHDRAWAL_LISTS)[number];

/** Its fee is USDT. */
const row = z.extend(leavingRow, {
  state: z.enum(['pending', 'approved', 'cancelled', 'rejected']),
  name: z.string(),
  category: z.string(),
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
    decided_at: z.nullable(z.string()),
    /** Whom the contract named when it was final. */
    owner: z.nullable(z.string()),
    ...leavingRecord,
  }),
  refusals: ['err_forbidden', 'err_not_found'],
});
