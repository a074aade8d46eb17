import type { Trouble } from '@minerx/contract/operator/health';

interface Limit {
  /** It is a trouble beyond this; `below`: under it. */
  readonly above?: number;
  readonly below?: number;
  /** It wakes somebody; else it waits for the morning. */
  readonly urgent: boolean;
}

const MINUTE_S = 60;
const HOUR_S = 60 * MINUTE_S;

/**
 * From where on a sign is a trouble: what the rules of `deploy/alerts.yml` say, held against them by a test.
 * @internal
 */
export const LIMITS = {
  payouts_frozen: { above: 0, urgent: true },
  chain_differences: { above: 0, urgent: true },
  integrity_age_seconds: { above: 3 * HOUR_S, urgent: true },
  integrity_guard_age_seconds: { above: 10 * MINUTE_S, urgent: true },
  reconciliation_age_seconds: { above: 15 * MINUTE_S, urgent: true },
  settlement_age_seconds: { above: 30 * HOUR_S, urgent: true },
  settlement_days_waiting: { above: 0, urgent: true },
  settlement_days_far: { above: 0, urgent: false },
  chain_lag_blocks: { above: 200, urgent: true },
  chain_read_age_seconds: { above: 10 * MINUTE_S, urgent: true },
  payout_oldest_seconds: { above: 15 * MINUTE_S, urgent: true },
  payouts_errored: { above: 0, urgent: true },
  withdrawals_errored: { above: 0, urgent: true },
  sweeps_failed: { above: 0, urgent: false },
  hot_wallet_runway_hours: { below: 24, urgent: false },
  hot_wallet_gas_left: { below: 50, urgent: false },
  withdrawal_oldest_seconds: { above: 24 * HOUR_S, urgent: false },
  nft_withdrawal_oldest_seconds: { above: 24 * HOUR_S, urgent: false },
  btc_price_age_seconds: { above: 5 * MINUTE_S, urgent: true },
  btc_price_doubted: { above: 0, urgent: true },
  network_tip_age_seconds: { above: 2 * HOUR_S, urgent: false },
  network_tip_refused: { above: 0, urgent: false },
  pool_payout_age_seconds: { above: 36 * HOUR_S, urgent: false },
  measured_age_seconds: { above: 5 * MINUTE_S, urgent: true },
  outbox_oldest_seconds: { above: 10 * MINUTE_S, urgent: true },
  outbox_given_up: { above: 0, urgent: false },
} as const satisfies Record<Trouble, Limit>;

const isPast = ({ above = Infinity, below = -Infinity }: Limit, value: number): boolean =>
  value > above || value < below;

interface TroubleNow {
  readonly trouble: Trouble;
  readonly urgent: boolean;
  readonly value: number;
  readonly since: Date | null;
}

/**
 * What is past its limit now, what cannot wait first. An age is since its beginning; of the others somebody says.
 * @param begun since when the others are as they are, where anybody knows
 */
export const troublesOf = (
  signs: readonly { name: string; value: number | null }[],
  begun: Partial<Record<Trouble, Date | null>>,
  now: number,
): TroubleNow[] => {
  const values = new Map(signs.map(({ name, value }) => [name, value]));
  const past = (Object.entries(LIMITS) as [Trouble, Limit][]).flatMap(([trouble, limit]): TroubleNow[] => {
    const value = values.get(trouble) ?? null;
    if (value === null || !isPast(limit, value)) return [];
    const isAge = trouble.endsWith('_age_seconds') || trouble.endsWith('_oldest_seconds');
    const since = isAge ? new Date(now - value * 1000) : (begun[trouble] ?? null);
    return [{ trouble, urgent: limit.urgent, value, since }];
  });
  return past.toSorted((one, other) => Number(other.urgent) - Number(one.urgent));
};
