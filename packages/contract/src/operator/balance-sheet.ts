import * as z from 'zod/mini';
import { defineCall } from '../wire/call.ts';
import { amount } from '../wire/wire.ts';

/** An amount that may be below zero. */
const signed = z.string();

const place = z.object({
  /** `pool`: what the pool has paid by its own word. */
  place: z.enum(['deposit', 'hot', 'cold', 'pool']),
  network: z.nullable(z.string()),
  books: signed,
  /** By the chain; null: nobody has looked, or each address was looked at by itself. */
  chain: z.nullable(amount),
  /** When books and chain were compared last. */
  compared_at: z.nullable(z.string()),
  /** Balances that are not what the books say, and that nobody has explained. */
  differences: z.number(),
  simulated: z.boolean(),
});

const asset = z.object({
  wallet: z.string(),
  /** No reserve stands behind what we issue ourselves. */
  issued_by_us: z.boolean(),
  members: amount,
  /** On its way out of members' wallets, and still theirs. */
  held: amount,
  /** What lies at all places by the books. */
  assets: signed,
  /** What is left when everybody has been paid; below zero it is short. */
  difference: signed,
  places: z.array(place),
});
export type BalanceSheetAsset = z.output<typeof asset>;

export const operatorBalanceSheet = defineCall({
  method: 'GET',
  path: 'operator/balance-sheet',
  summary:
    'What members hold of each asset beside what lies where, by the ledger and by the chains, each with its age.',
  session: 'operator',
  result: z.object({
    /** When it was added up, on one snapshot; null: not yet. */
    at: z.nullable(z.string()),
    assets: z.array(asset),
  }),
  refusals: ['err_forbidden'],
});
