import * as z from 'zod/mini';
import { defineCall } from '../wire/call.ts';
import { amount, email, opaqueId, text } from '../wire/wire.ts';
import { after, listOf } from './list.ts';

/** `all` is the list without a filter. */
const DEPOSIT_LISTS = ['all', 'seen', 'kept', 'credited', 'orphaned'] as const;

const row = z.object({
  id: z.string(),
  state: z.string(),
  wallet: z.string(),
  network: z.string(),
  amount,
  member_email: z.string(),
  member_id: z.string(),
  hash: z.string(),
  /** Blocks on it, and how many make it final; null while its chain is not read. */
  blocks: z.nullable(z.number()),
  confirmations: z.number(),
  seen_at: z.string(),
  credited_at: z.nullable(z.string()),
});
export type OperatorDeposit = z.output<typeof row>;

export const operatorDeposits = defineCall({
  method: 'GET',
  path: 'operator/deposit/all',
  summary: 'What came in from chains, newest first: of everybody or of one member, in a state, or by its transaction.',
  session: 'operator',
  query: z.object({
    state: z._default(z.enum(DEPOSIT_LISTS), 'all'),
    member: z.optional(email),
    hash: z.optional(text(66, { pattern: /^(?:0x)?[0-9a-fA-F]{64}$/, code: 'err_format' })),
    after,
  }),
  result: listOf(row),
  refusals: ['err_forbidden', 'err_page'],
});

export const operatorDeposit = defineCall({
  method: 'GET',
  path: 'operator/deposit',
  summary: 'One deposit: where it stands on its chain, whose address took it, and what it was credited by.',
  session: 'operator',
  query: z.object({ id: opaqueId }),
  result: z.object({
    deposit: row,
    address: z.string(),
    /** By which the key of the address is derived; null where it is no deposit address of ours. */
    child: z.nullable(z.number()),
    /** In the token's smallest unit. */
    raw: z.string(),
    block: z.string(),
    block_hash: z.string(),
    log_index: z.number(),
    hash_url: z.nullable(z.string()),
    /** Final deposits below it wait until they reach it together. */
    minimum: amount,
    transfer_id: z.nullable(z.string()),
  }),
  refusals: ['err_forbidden', 'err_not_found'],
});
