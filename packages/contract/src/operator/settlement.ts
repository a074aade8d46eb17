import { isUtcDay } from '@minerx/rules/statement';
import * as z from 'zod/mini';
import { defineCall } from '../wire/call.ts';
import { amount, checked } from '../wire/wire.ts';
import { after, auditLine, listOf } from './list.ts';
import { proposal } from './waiting.ts';

/** `open`: not settled yet. `corrected`: more was paid after it was settled, or is being paid now. `far`: the formula is far from what the pool paid. */
const DAY_LISTS = ['all', 'open', 'corrected', 'far'] as const;
export type DayList = (typeof DAY_LISTS)[number];

const day = checked(10, isUtcDay, 'err_format');

const row = z.object({
  day: z.string(),
  /** `waiting`: it is over and nothing can be said of it yet. `provisional`: orders wait for the pool’s figures. */
  state: z.enum(['waiting', 'provisional', 'settled', 'correcting']),
  /** Since when it is in its state. */
  since: z.nullable(z.string()),
  /** What the pool paid, in BTC, by the figures in force. */
  paid: z.nullable(amount),
  /** Part of the formula’s worth that the pool paid; 1 where it paid all of it or more. */
  share: z.nullable(z.number()),
  /** The whole fleet’s credited work by the formula, in BTC; null while nothing is summed up. */
  formula: z.nullable(amount),
  /** Dollars for a BTC. */
  price: z.nullable(amount),
  /** Devices with orders that the pool told nothing of when the shares were made. */
  open_devices: z.number(),
  /** How often the payout was put right after it was settled. */
  corrections: z.number(),
  /** What members were paid after it was settled, in BTC; null while nothing is summed up. */
  corrected: z.nullable(amount),
  /** Machines that the pool filled or cut; null while nothing is summed up. */
  outliers: z.nullable(z.number()),
  /** The formula is far from what the pool paid. */
  far: z.boolean(),
  simulated: z.boolean(),
  /** What somebody has to do now: agree to a proposed payout, have it settled, decide without the pool, or look why formula and payout are apart; null: nothing. */
  next: z.nullable(z.enum(['agree', 'wait', 'decide', 'look'])),
});
export type OperatorDay = z.output<typeof row>;

export const operatorSettlements = defineCall({
  method: 'GET',
  path: 'operator/settlement/all',
  summary:
    'UTC days, the newest first: how far each is settled, what the pool paid, and what somebody has to do about it.',
  session: 'operator',
  query: z.object({ state: z._default(z.enum(DAY_LISTS), 'all'), after }),
  result: listOf(row),
  refusals: ['err_forbidden', 'err_page'],
});

const machine = z.object({
  serial: z.string(),
  /** Hashes, in full. */
  measured: z.string(),
  filled: z.string(),
  cut: z.string(),
  /** Null: the pool told nothing of it. */
  pool: z.nullable(z.string()),
});
export type OutlyingMachine = z.output<typeof machine>;

export const operatorSettlement = defineCall({
  method: 'GET',
  path: 'operator/settlement',
  summary: 'A UTC day in full: payouts, what members were credited, and the machines that the pool filled or cut.',
  session: 'operator',
  query: z.object({ day }),
  result: z.object({
    day: row,
    payouts: z.array(z.object({ amount, source: z.string(), reason: z.nullable(z.string()), recorded_at: z.string() })),
    /** The whole fleet’s credited work by the formula, in BTC. */
    formula: amount,
    credited: amount,
    /** Of it after the day was settled. */
    corrected: amount,
    /** What of the payout is left with mining; below zero it is missing there. Null while the payout is not known. */
    rest: z.nullable(z.string()),
    pool_fee_ppm: z.nullable(z.number()),
    /** How far above the pool’s figure a machine was believed. */
    band_ppm: z.nullable(z.number()),
    price_source: z.nullable(z.string()),
    /** How far formula and payout are apart where somebody was told of it. */
    alarm: z.nullable(z.object({ formula: amount, payout: amount, told_at: z.string() })),
    unseen_devices: z.number(),
    /** Those that the pool filled or cut most, two hundred at most. */
    machines: z.array(machine),
    machine_count: z.number(),
    /** Payouts that wait for a second operator. */
    proposals: z.array(proposal),
    audit: z.array(auditLine),
  }),
  refusals: ['err_forbidden', 'err_not_found'],
});
