import { isUtcDay } from '@minerx/rules/statement';
import * as z from 'zod/mini';
import { defineCall } from '../../wire/call.ts';
import { amount, checked, text } from '../../wire/wire.ts';
import { auditLine, listOf } from '../list.ts';
import { proposal } from '../waiting.ts';

const version = z.object({
  /** SHA-256 of the table, which proofs name; `draft` where no day is committed to it. */
  id: z.string(),
  /** Whether decks are drawn from it today, will be, were, or would be by what operators have set since. */
  state: z.enum(['now', 'next', 'over', 'draft']),
  /** UTC days that it was committed to, by stretches without a gap; of a draft the first that it can be, without an end. */
  days: z.array(z.object({ from: z.string(), to: z.nullable(z.string()) })),
  /** Lines that are drawn. */
  lines: z.number(),
  /** US dollars of a pick in the mean, with what is left now; null for one that is over. */
  expected_value: z.nullable(amount),
});
export type PrizeVersion = z.output<typeof version>;

const line = z.object({
  id: z.number(),
  name: z.string(),
  /** US dollars. */
  from: amount,
  to: amount,
  mean: amount,
  weight: z.number(),
  /** Null where there is no end of them. */
  total: z.nullable(z.number()),
  /** Now; null where there is no end of them, and in a version that is over. */
  left: z.nullable(z.number()),
  drawn: z.boolean(),
  /** Chance of a pick to turn it up, from 0 to 1, with what is left now; null in a version that is over. */
  odds: z.nullable(amount),
  /** How it reaches its member; `wallet` is null where it is not credited. */
  delivery: z.enum(['credit', 'voucher', 'fulfilment']),
  wallet: z.nullable(z.string()),
});
export type PrizeLine = z.output<typeof line>;

const price = z.object({
  wallet: z.string(),
  /** US dollars of one. */
  price: amount,
  source: z.string(),
  at: z.string(),
  simulated: z.boolean(),
  /** Whether prizes are paid by it now: not by a market's that is not believed or older than five minutes. */
  pays: z.enum(['now', 'doubted', 'too old']),
});
export type PrizePrice = z.output<typeof price>;

export const operatorPrizeVersions = defineCall({
  method: 'GET',
  path: 'operator/prize/versions',
  summary: 'Versions of the prize table of Raya Blessings, the newest first, each with its days.',
  session: 'operator',
  /** First day of the last row of the page before. */
  query: z.object({ after: z.optional(checked(10, isUtcDay, 'err_page')) }),
  result: listOf(version),
  refusals: ['err_forbidden', 'err_page'],
});

export const operatorPrizeVersion = defineCall({
  method: 'GET',
  path: 'operator/prize',
  summary: 'One version of the prize table: weights, odds, amounts, and the prices that prizes are paid at.',
  session: 'operator',
  query: z.object({ id: text(64, { pattern: /^(?:[0-9a-f]{64}|draft)$/, code: 'err_format' }) }),
  result: z.object({
    version,
    lines: z.array(line),
    /** Of now: what is credited is the amount in dollars at this price. */
    prices: z.array(price),
    /** Changes that wait for a second operator. */
    proposals: z.array(proposal),
    /** Of a draft: the last changes of the table. */
    audit: z.array(auditLine),
  }),
  refusals: ['err_forbidden', 'err_not_found'],
});
