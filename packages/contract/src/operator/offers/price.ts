import * as z from 'zod/mini';
import { defineCall } from '../../wire/call.ts';
import { text } from '../../wire/wire.ts';
import { after, listOf } from '../list.ts';
import { proposal } from '../waiting.ts';

/** What operators set a price or a fee of. */
const PRICE_KINDS = [
  'package_price',
  'activation_fee',
  'wallet_price',
  'withdrawal_fee',
  'nft_fee',
  'swap_spread',
  'swap_fee',
  'pool_fee',
] as const;

const priceId = text(60, { pattern: /^[a-z-]+(\.[\w ()-]+){0,2}$/, code: 'err_format' });

/** One change, as the audit log has it. */
const change = z.object({
  /** Of the line. */
  id: z.string(),
  at: z.string(),
  actor: z.string(),
  reason: z.string(),
  /** Null where there was nothing of the kind. */
  before: z.nullable(z.string()),
  after: z.nullable(z.string()),
  /** The first UTC day that it holds for; null: at once. */
  from_day: z.nullable(z.string()),
  /** Who agreed to which proposal; null where the line does not say it: it needed nobody, or is of before lines did. */
  agreed_by: z.nullable(z.string()),
  proposal: z.nullable(z.string()),
});
export type PriceChange = z.output<typeof change>;

const price = z.object({
  id: z.string(),
  kind: z.enum(PRICE_KINDS),
  /** What it is of, in words. */
  of: z.string(),
  value: z.string(),
  /** What the value counts: a coin, dollars, per cent. */
  unit: z.string(),
  /** The last one; null while it is what it began as. */
  changed: z.nullable(change),
});
export type OperatorPrice = z.output<typeof price>;

export const operatorPrices = defineCall({
  method: 'GET',
  path: 'operator/price/all',
  summary:
    'Every price and fee that operators set, with its last change. As many as packages, coins and networks make: one page.',
  session: 'operator',
  result: listOf(price),
  refusals: ['err_forbidden'],
});

export const operatorPrice = defineCall({
  method: 'GET',
  path: 'operator/price',
  summary: 'One price or fee, the action that changes it, and what waits for a second operator.',
  session: 'operator',
  query: z.object({ id: priceId }),
  result: z.object({
    price,
    /** The action, what of it is settled, and the field of the new value. */
    action: z.object({ name: z.string(), given: z.record(z.string(), z.string()), field: z.string() }),
    proposals: z.array(proposal),
  }),
  refusals: ['err_forbidden', 'err_not_found'],
});

export const operatorPriceHistory = defineCall({
  method: 'GET',
  path: 'operator/price/history',
  summary: 'Changes of one price or fee, newest first: who, when, why, before and after.',
  session: 'operator',
  query: z.object({ id: priceId, after }),
  result: listOf(change),
  refusals: ['err_forbidden', 'err_not_found', 'err_page'],
});
