import { WITHDRAWAL_STATUS_NAMES } from '@minerx/rules/withdrawal';
import * as z from 'zod/mini';
import { defineCall } from '../wire/call.ts';
import { amount, email, opaqueId } from '../wire/wire.ts';
import { after, leavingRecord, leavingRow, listOf } from './list.ts';

/** Lists of withdrawals: the open ones longest waiting first, the ended ones newest first. */
export const WITHDRAWAL_LISTS = ['review', 'approved', 'sent', 'errored', 'open', 'ended'] as const;
export type WithdrawalList = (typeof WITHDRAWAL_LISTS)[number];

const operatorWithdrawalRow = z.extend(leavingRow, {
  state: z.enum(WITHDRAWAL_STATUS_NAMES),
  /** An approval names the one that was seen. */
  revision: z.number(),
  wallet: z.string(),
  amount,
  two_operators: z.boolean(),
});
export type OperatorWithdrawal = z.output<typeof operatorWithdrawalRow>;

export const operatorWithdrawals = defineCall({
  method: 'GET',
  path: 'operator/withdrawal/all',
  summary: 'Withdrawals in a state, of everybody or of one member, with the next step of each.',
  session: 'operator',
  query: z.object({ state: z._default(z.enum(WITHDRAWAL_LISTS), 'review'), member: z.optional(email), after }),
  result: listOf(operatorWithdrawalRow),
  refusals: ['err_forbidden', 'err_page'],
});

/** Whoever looks is on the audit log. */
export const operatorWithdrawal = defineCall({
  method: 'GET',
  path: 'operator/withdrawal',
  summary: 'One withdrawal with its account, the addresses and changes of the last days, and its transactions.',
  session: 'operator',
  query: z.object({ id: opaqueId }),
  result: z.object({
    withdrawal: operatorWithdrawalRow,
    second_approver: z.nullable(z.string()),
    confirmed_by: z.nullable(z.string()),
    sent_at: z.nullable(z.string()),
    /** Operators send it and record the hash; elsewhere a worker does. */
    by_hand: z.boolean(),
    /** Every address that was saved for the coin, newest first. */
    addresses: z.array(
      z.object({ network: z.string(), address: z.string(), saved_at: z.string(), usable_at: z.string() }),
    ),
    ...leavingRecord,
  }),
  refusals: ['err_forbidden', 'err_not_found'],
});
