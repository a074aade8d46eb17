import { DEPOSIT_STATUS } from '@minerx/rules/deposit';
import { runwayHours } from '@minerx/rules/hot-wallet';
import { NFT_WITHDRAWAL_STATUS } from '@minerx/rules/nft-status';
import { SENT_BY_WORKER, WITHDRAWAL_STATUS } from '@minerx/rules/withdrawal';
import { ORDER_STATUS } from '@minerx/rules/order-status';
import { PAYOUT_STATUS } from '@minerx/rules/payout';
import { WALLET } from '@minerx/rules/wallet';
import type { Db } from '../../db/transaction.ts';
import { listWaitingDays } from '../settlement/waiting/waiting-days.query.ts';
import { PUSH } from '../notice/push.store.ts';
import { listGas, listHotWallets } from '../hot-wallet/hot-wallet.query.ts';
import { isStoredSql, settingSql } from '../setting/setting.query.ts';

/** What each is called where it is scraped, and what it means. */
const SIGNS = {
  outbox_waiting: 'Rows of the outbox that wait for their turn.',
  outbox_oldest_seconds: 'Age of the oldest row of the outbox that waits and is due; without messages to browsers.',
  outbox_given_up: 'Rows of the outbox that were given up and wait for an operator.',
  devices_polled: 'Devices that the collector has ever asked.',
  devices_connected: 'Devices that answer.',
  measured_age_seconds: 'Since the last minute of any device was written.',
  settlement_provisional_days: 'Days that were tried to settle and still wait for figures.',
  settlement_days_waiting: 'Days that nothing will settle by itself: they wait for an operator.',
  settlement_age_seconds: 'Since the end of the last settled day.',
  settlement_days_far: 'Days of the last week whose formula is far from what the pool paid.',
  btc_price_age_seconds: 'Age of the BTC price.',
  btc_price_doubted: 'Whether the market tells a BTC price that is not believed: everything that pays by it waits.',
  payouts_frozen: 'Whether payouts are frozen because an equation of the integrity check is broken.',
  equations_broken: 'Equations that were broken when payouts were frozen.',
  integrity_age_seconds: 'Since the moment that the last finished check of every equation looked at.',
  integrity_guard_age_seconds: 'The same of the equations that stand before what leaves.',
  network_tip_age_seconds: "Since the time in the header of the chain's tip; blocks come every ten minutes or so.",
  maintenance: 'Whether members are told to wait for planned work: every answer to them is 503.',
  network_tip_refused:
    'Whether the network tells a tip that is not believed: difficulty stays as it was last, and settlement waits.',
  measurements_rejected: 'Devices’ minutes that were put aside in the last day because they could not be written.',
  pool_payout_age_seconds: 'Since the end of the last day whose payout the pool has told.',
  orders_waiting: 'Orders that wait for stock or for their group.',
  chain_lag_blocks:
    'Blocks between the head of a watched chain and what is read of it; of the one that is furthest behind.',
  chain_read_age_seconds: 'Since something new was read of a watched chain; of the one that was read longest ago.',
  deposits_unfinal: 'Deposits that are seen and not final yet.',
  nft_withdrawals_waiting: 'NFT withdrawals under review.',
  nft_withdrawal_oldest_seconds: 'Age of the oldest NFT withdrawal under review.',
  withdrawals_waiting: 'Withdrawals under review.',
  withdrawal_oldest_seconds: 'Age of the oldest withdrawal under review.',
  withdrawal_unsent_oldest_seconds: 'Since the longest waiting approved withdrawal was approved.',
  withdrawals_errored: 'Withdrawals of which nobody can say whether they left.',
  payouts_waiting:
    'Approved payouts that are not told to their chain yet; with what is approved and no worker has heard of.',
  payout_oldest_seconds:
    'Age of the oldest approved payout that is not told to its chain yet; with what is approved and no worker has heard of.',
  payouts_sent: 'Payouts that are told and not final.',
  payouts_errored: 'Payouts of which nobody can say what became of them.',
  sweeps_failed: 'Sweeps of deposit addresses that failed in the last day: those addresses are left alone for it.',
  hot_wallet_runway_hours:
    'For how long the hot wallet lasts that lasts shortest, at what left in the last week; 0 where it does not suffice for what is approved.',
  hot_wallet_gas_left:
    'How many more transactions the hot wallet that has least coins for gas can pay for, at what its last ones might cost.',
  cold_movements_waiting: 'What is too much in hot wallets and nobody has agreed to move, or has not moved yet.',
  chain_differences: 'Balances on chains that are less than the books say, and that nobody has explained.',
  reconciliation_age_seconds: 'Since the books were held against a chain; of the one that was compared longest ago.',
} as const;
type Name = keyof typeof SIGNS;
/** What the one statement does not tell. */
type Reckoned = 'hot_wallet_runway_hours' | 'hot_wallet_gas_left' | 'settlement_days_waiting';

const { UNDER_REVIEW, APPROVED, ERRORED } = WITHDRAWAL_STATUS;

const ageS = (of: string): string => `extract(epoch FROM $1::timestamptz - ${of})::float8`;

const WAITS = `status IN (${PAYOUT_STATUS.WAITING}, ${PAYOUT_STATUS.NUMBERED})`;

/** Approved for the worker's hands, and no payout: nothing signs, nobody reads that chain, or a contract is not known. */
const UNQUEUED = `
  SELECT w.changed_at AS at FROM withdrawal w
   WHERE w.status = ${APPROVED} AND w.network_id IN (${SENT_BY_WORKER.join(', ')}) AND NOT EXISTS (SELECT FROM payout p WHERE p.id = w.id)
  UNION ALL SELECT w.decided_at FROM nft_withdrawal w
   WHERE w.status = ${NFT_WITHDRAWAL_STATUS.APPROVED} AND w.tx_hash IS NULL AND NOT EXISTS (SELECT FROM payout p WHERE p.id = w.id)`;

const VITAL_SIGNS = `
  SELECT o.waiting AS outbox_waiting, o.given_up AS outbox_given_up, ${ageS('o.oldest')} AS outbox_oldest_seconds,
         d.polled AS devices_polled, d.connected AS devices_connected, ${ageS('d.measured')} AS measured_age_seconds,
         s.provisional AS settlement_provisional_days, ${ageS('s.settled')} AS settlement_age_seconds,
         (SELECT count(*)::integer FROM settlement_alarm a
           WHERE day > ($1::timestamptz - interval '8 days')::date
             AND payout_part = (SELECT max(f.payout_part) FROM settlement_figures f WHERE f.day = a.day)) AS settlement_days_far,
         (SELECT ${ageS('price_at')} FROM wallet_type WHERE id = ${WALLET.BTC} AND price_source <> 'none') AS btc_price_age_seconds,
         ${isStoredSql('btc_price_doubt')}::integer AS btc_price_doubted,
         (SELECT count(*)::integer FROM payout_freeze WHERE lifted_at IS NULL) AS payouts_frozen,
         (SELECT count(*)::integer FROM payout_freeze f CROSS JOIN jsonb_object_keys(f.violations) WHERE f.lifted_at IS NULL) AS equations_broken,
         (SELECT ${ageS('at')} FROM integrity_check WHERE kind = 'whole') AS integrity_age_seconds,
         (SELECT ${ageS('at')} FROM integrity_check WHERE kind = 'guard') AS integrity_guard_age_seconds,
         ${ageS(`(${settingSql('network_tip')} ->> 'at')::timestamptz`)} AS network_tip_age_seconds,
         coalesce((${settingSql('maintenance')} -> 'maintenance')::boolean, false)::integer AS maintenance,
         ${isStoredSql('network_tip_refused')}::integer AS network_tip_refused,
         (SELECT count(*)::integer FROM device_minute_rejected
           WHERE rejected_at > $1::timestamptz - interval '1 day') AS measurements_rejected,
         (SELECT ${ageS('(max(day) + 1)::timestamptz')} FROM pool_payout) AS pool_payout_age_seconds,
         (SELECT count(*)::integer FROM miner_order
           WHERE status IN (${ORDER_STATUS.WAITING_STOCK}, ${ORDER_STATUS.ON_QUEUE})) AS orders_waiting,
         (SELECT max(head_number - block_number)::float8 FROM chain_cursor) AS chain_lag_blocks,
         (SELECT ${ageS('min(read_at)')} FROM chain_cursor) AS chain_read_age_seconds,
         (SELECT count(*)::integer FROM deposit WHERE status = ${DEPOSIT_STATUS.SEEN}) AS deposits_unfinal,
         n.waiting AS nft_withdrawals_waiting, ${ageS('n.oldest')} AS nft_withdrawal_oldest_seconds,
         w.waiting AS withdrawals_waiting, ${ageS('w.oldest')} AS withdrawal_oldest_seconds,
         ${ageS('w.unsent')} AS withdrawal_unsent_oldest_seconds, w.errored AS withdrawals_errored,
         p.waiting + u.waiting AS payouts_waiting, ${ageS('least(p.oldest, u.oldest)')} AS payout_oldest_seconds, p.sent AS payouts_sent, p.errored AS payouts_errored,
         (SELECT count(*)::integer FROM payout
           WHERE kind = 'sweep' AND status = ${PAYOUT_STATUS.FAILED} AND settled_at > $1::timestamptz - interval '1 day') AS sweeps_failed,
         (SELECT count(*)::integer FROM chain_difference WHERE ended_at IS NULL AND acknowledged_at IS NULL AND stops) AS chain_differences,
         (SELECT count(*)::integer FROM cold_movement WHERE ended_at IS NULL) AS cold_movements_waiting,
         (SELECT ${ageS('min(at)')} FROM reconciliation) AS reconciliation_age_seconds
    FROM (SELECT count(*) FILTER (WHERE given_up_at IS NULL)::integer AS waiting, count(given_up_at)::integer AS given_up,
                 min(created_at) FILTER (WHERE given_up_at IS NULL AND created_at <= $1 AND topic <> '${PUSH}') AS oldest FROM outbox) o,
         (SELECT polled, connected, measured_at AS measured FROM fleet_state) d,
         (SELECT count(*) FILTER (WHERE state = 'provisional')::integer AS provisional,
                 max(day + 1) FILTER (WHERE state = 'settled')::timestamptz AS settled FROM settlement_day) s,
         (SELECT count(*)::integer AS waiting, min(created_at) AS oldest FROM nft_withdrawal WHERE status = ${NFT_WITHDRAWAL_STATUS.PENDING}) n,
         (SELECT count(*) FILTER (WHERE status = ${UNDER_REVIEW})::integer AS waiting, min(created_at) FILTER (WHERE status = ${UNDER_REVIEW}) AS oldest,
                 min(changed_at) FILTER (WHERE status = ${APPROVED}) AS unsent, count(*) FILTER (WHERE status = ${ERRORED})::integer AS errored
            FROM withdrawal WHERE status IN (${UNDER_REVIEW}, ${APPROVED}, ${ERRORED})) w,
         (SELECT count(*)::integer AS waiting, min(at) AS oldest FROM (${UNQUEUED}) q) u,
         (SELECT count(*) FILTER (WHERE ${WAITS})::integer AS waiting, min(created_at) FILTER (WHERE ${WAITS}) AS oldest,
                 count(*) FILTER (WHERE status = ${PAYOUT_STATUS.SENT})::integer AS sent,
                 count(*) FILTER (WHERE status = ${PAYOUT_STATUS.ERRORED})::integer AS errored
            FROM payout WHERE status = ${PAYOUT_STATUS.WAITING} OR status IN (${PAYOUT_STATUS.NUMBERED}, ${PAYOUT_STATUS.SENT}, ${PAYOUT_STATUS.ERRORED})) p`;

/** How the work that goes on by itself stands, whichever process does it. Asked at each scrape: it reads counters and small tables only. */
export const readVitalSigns = async (
  db: Db,
  now: number,
): Promise<{ name: Name; help: string; value: number | null }[]> => {
  const { rows } = await db.query<Record<Exclude<Name, Reckoned>, number | null>>({
    name: 'vital_signs',
    text: VITAL_SIGNS,
    values: [new Date(now)],
  });
  const lasting = (await listHotWallets(db, new Date(now))).map(runwayHours).filter((hours) => hours !== null);
  const gas = (await listGas(db)).flatMap(({ wei, eachWei }) =>
    eachWei === null || eachWei === 0n ? [] : [Number(wei / eachWei)],
  );
  const values: Partial<Record<Name, number | null>> = {
    ...rows[0],
    settlement_days_waiting: (await listWaitingDays(db, now)).length,
    hot_wallet_runway_hours: lasting.length === 0 ? null : Math.min(...lasting),
    hot_wallet_gas_left: gas.length === 0 ? null : Math.min(...gas),
  };
  return (Object.entries(SIGNS) as [Name, string][]).map(([name, help]) => {
    const value = values[name];
    // null is a figure that is not there yet; what nothing tells of would be missing for ever, and nobody would know.
    if (value === undefined) throw new Error(`nothing tells ${name}`);
    return { name, help, value };
  });
};
