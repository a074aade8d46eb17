import * as z from 'zod/mini';
import { defineCall } from '../wire/call.ts';
import { after, listOf } from './list.ts';

/** Queues with a list behind them. */
const QUEUES = [
  'withdrawals',
  'unknown',
  'nfts',
  'nfts_unknown',
  'payouts',
  'deposits',
  'tickets',
  'prizes',
  'settlements',
  'corrections',
  'liquidity',
  'outbox',
] as const;
export type Queue = (typeof QUEUES)[number];
/** Nobody counts further: so many are enough to know. */
export const MOST_COUNTED = 1000;

export const proposal = z.object({
  id: z.string(),
  action: z.string(),
  /** As it was typed. */
  input: z.record(z.string(), z.string()),
  /** Of prices, fees and prizes: what they were when it was proposed, by the field of the new value. */
  before: z.record(z.string(), z.string()),
  proposed_by: z.string(),
  proposed_at: z.string(),
});
export type OperatorProposal = z.output<typeof proposal>;

export const operatorWaiting = defineCall({
  method: 'GET',
  path: 'operator/waiting',
  summary: 'What waits for an operator: how much of each, and since when.',
  session: 'operator',
  result: z.object({
    queues: z.array(z.object({ queue: z.enum(QUEUES), count: z.number(), oldest_at: z.nullable(z.string()) })),
  }),
  refusals: [],
});

export const operatorProposals = defineCall({
  method: 'GET',
  path: 'operator/proposals',
  summary: 'What another operator has to agree to, the oldest first.',
  session: 'operator',
  query: z.object({ after }),
  result: listOf(proposal),
  refusals: ['err_page'],
});
