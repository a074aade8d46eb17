import * as z from 'zod/mini';
import { defineCall } from '../wire/call.ts';
import { amount } from '../wire/wire.ts';
import { frozen } from './session.ts';

/** What may be wrong with what goes on by itself; each is a sign that is scraped, and has its rule in `deploy/alerts.yml`. */
const TROUBLES = [
  'payouts_frozen',
  'chain_differences',
  'integrity_age_seconds',
  'integrity_guard_age_seconds',
  'reconciliation_age_seconds',
  'settlement_age_seconds',
  'settlement_days_waiting',
  'settlement_days_far',
  'chain_lag_blocks',
  'chain_read_age_seconds',
  'payout_oldest_seconds',
  'payouts_errored',
  'withdrawals_errored',
  'sweeps_failed',
  'hot_wallet_runway_hours',
  'hot_wallet_gas_left',
  'withdrawal_oldest_seconds',
  'nft_withdrawal_oldest_seconds',
  'btc_price_age_seconds',
  'btc_price_doubted',
  'network_tip_age_seconds',
  'network_tip_refused',
  'pool_payout_age_seconds',
  'measured_age_seconds',
  'outbox_oldest_seconds',
  'outbox_given_up',
] as const;
export type Trouble = (typeof TROUBLES)[number];

export const operatorHealth = defineCall({
  method: 'GET',
  path: 'operator/health',
  summary:
    'How everything stands that goes on by itself: what is wrong, payouts, checks, sources, chains, hot wallets, and the signs that are scraped.',
  session: 'operator',
  result: z.object({
    /** What is past its limit, what cannot wait for the morning first; of each the figure, and since when where anybody knows. */
    troubles: z.array(
      z.object({
        trouble: z.enum(TROUBLES),
        urgent: z.boolean(),
        value: z.number(),
        since: z.nullable(z.string()),
      }),
    ),
    frozen,
    /** Equations that operators knew to be broken when they opened payouts last, with how many rows of each. */
    known: z.array(z.object({ equation: z.string(), rows: z.number() })),
    /** The last check of every equation that came to its end, and that of those before what leaves: the moment it looked at. */
    checks: z.array(z.object({ kind: z.enum(['whole', 'guard']), at: z.string(), old: z.boolean() })),
    /** Balances on chains that are not what the books say, and that nobody has explained. */
    differences: z.number(),
    /** Why the network's tip is not believed; null when it is. */
    refused_tip: z.nullable(z.object({ since: z.string(), detail: z.string() })),
    /** As this process has seen them since it started. */
    sources: z.array(
      z.object({
        name: z.string(),
        simulated: z.boolean(),
        answered: z.number(),
        failed: z.number(),
        last_answer_at: z.nullable(z.string()),
        last_failure_at: z.nullable(z.string()),
        last_failure: z.nullable(z.string()),
      }),
    ),
    chains: z.array(
      z.object({
        network: z.string(),
        block: z.number(),
        head: z.number(),
        read_at: z.string(),
        simulated: z.boolean(),
      }),
    ),
    /** What our own wallets have of a coin, and for how many whole hours it lasts at what left in the last days; null: nothing has left. */
    hot_wallets: z.array(
      z.object({
        network: z.string(),
        wallet: z.string(),
        held: amount,
        runway_hours: z.nullable(z.number()),
        compared_at: z.string(),
        simulated: z.boolean(),
      }),
    ),
    signs: z.array(z.object({ name: z.string(), about: z.string(), value: z.nullable(z.number()) })),
  }),
  refusals: ['err_forbidden'],
});
