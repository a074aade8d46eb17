import { boundPerSecond, DEFAULT_LUCK_BAND_PPM } from '@minerx/rules/device-bound';
import { PRICE_AHEAD_LIMIT_MS, WALLET_OF } from '@minerx/rules/wallet';
import { accountId } from '../../ledger/account.ts';
import { REWARD_HOUSE } from '../reward/reward.ledger.ts';
import { LIVE_STATUSES } from '@minerx/rules/order-status';
import { CHECKED_AT, type Equation } from '../../ledger/equation.ts';
import { targetSql } from '../../base/bits.sql.ts';
import { fromMinute, heldOn, toMinute } from './share.sql.ts';

const OUTSIDE = accountId(REWARD_HOUSE.OUTSIDE, WALLET_OF.reward);
const MINING = accountId(REWARD_HOUSE.MINING, WALLET_OF.reward);

/** difficulty × 2^32 = this ÷ target. */
const WORK_OF_TARGET_ONE = `${65_535n << 240n}::numeric`;

/**
 * Every reward computed again from its receipt, by other means than the rules do: `mined` before the carry, `total` with it, in 1e-12
 * satoshi; whole satoshi and their value; `capped` where the value reaches the balance.
 */
const recomputed = (rewards: string): string => `
  totalled AS (
    SELECT r.order_id, r.day, r.part, r.seq, r.sat, r.usd_units, m.pico AS mined, m.pico + (r.inputs ->> 'carryPicoSat')::numeric AS total,
           (r.inputs ->> 'carryPicoSat')::numeric AS carry, (r.inputs ->> 'btcPriceUnits')::numeric AS price,
           (r.inputs ->> 'profitBalanceUnits')::numeric AS balance
      FROM ${rewards} r CROSS JOIN LATERAL (
        SELECT sum(side.sign * div((
                 SELECT coalesce(sum((g ->> 'hashesTenths')::numeric * ${targetSql("g ->> 'bits'")}
                          * (5000000000 >> ((g ->> 'height')::integer / 210000))), 0) FROM jsonb_array_elements(side.work -> 'segments') g
               ) * 1e12 * (1000000 - (r.inputs ->> 'poolFeePpm')::integer) * (side.work -> 'payoutFactor' ->> 'numerator')::numeric,
                 1e7 * ${WORK_OF_TARGET_ONE} * (side.work -> 'payoutFactor' ->> 'denominator')::numeric)) AS pico
          FROM (VALUES (1, r.inputs), (-1, r.inputs -> 'before')) side (sign, work) WHERE side.work IS NOT NULL) m),
  recomputed AS (
    SELECT t.*, div(div(total, 1e12) * price, 1e8) AS value, div(div(total, 1e12) * price, 1e8) >= balance AS capped FROM totalled t)`;

/** The minutes of each day in which an order was paid for its machines, by what machines it had then. */
const spans = (rewards: string): string => `
  spans AS (
    SELECT r.order_id, r.day, min(${fromMinute('r.day')}) AS first, max(${toMinute('r.day')}) AS last
      FROM (SELECT DISTINCT order_id, day FROM ${rewards}) r JOIN miner_order o ON o.id = r.order_id
      JOIN allocation a ON a.order_id = r.order_id AND ${heldOn('r.day')} GROUP BY 1, 2)`;

const iso = (minute: string): string =>
  `to_char(k.day + make_interval(mins => ${minute}), 'YYYY-MM-DD"T"HH24:MI:00.000"Z"')`;

/** The stretches of a settled day as a receipt of those minutes must name them, once for all orders with the same minutes. */
const DUE_SEGMENTS = `
  due AS (
    SELECT k.day, k.first, k.last, (
             SELECT jsonb_agg(jsonb_build_array(${iso('c.from')}, ${iso('c.to')}, c.bits, c.height) ORDER BY c.place)
               FROM (SELECT place, g -> 'bits' AS bits, g -> 'height' AS height,
                            least((g ->> 'toMinute')::integer, greatest((g ->> 'fromMinute')::integer, k.first)) AS "from",
                            least((g ->> 'toMinute')::integer, k.last) AS "to"
                       FROM jsonb_array_elements(s.segments) WITH ORDINALITY g (g, place)) c WHERE c.from < c.to) AS segments
      FROM (SELECT DISTINCT day, first, last FROM spans) k JOIN settlement_day s ON s.day = k.day)`;

/** Receipts that do not give what was credited. */
const misreckoned = (rewards: string): string => `WITH ${recomputed(rewards)}
      SELECT order_id || ' ' || day || ' ' || part AS id FROM recomputed
       -- What a receipt leaves out makes it unknown, and unknown is not true.
       WHERE (mined >= 0 AND sat = CASE WHEN capped THEN div(balance * 1e8, price) ELSE div(total, 1e12) END
              AND usd_units = CASE WHEN capped THEN balance ELSE value END) IS NOT TRUE
      UNION ALL
      SELECT r.order_id || ' ' || r.day || ' ' || r.part FROM ${rewards} r CROSS JOIN LATERAL jsonb_array_elements(r.inputs -> 'segments') g
       WHERE g ? 'measuredTenths' AND (g ->> 'hashesTenths')::numeric
          IS DISTINCT FROM (g ->> 'measuredTenths')::numeric + (g ->> 'filledTenths')::numeric - (g ->> 'cutTenths')::numeric`;

/** Receipts of another difficulty or other minutes than their day's, and corrections that do not set out from the receipt before. */
const misnamed = (rewards: string): string => `WITH ${spans(rewards)}, ${DUE_SEGMENTS}
      SELECT r.order_id || ' ' || r.day || ' ' || r.part AS id FROM ${rewards} r
        LEFT JOIN spans w ON w.order_id = r.order_id AND w.day = r.day LEFT JOIN due d ON d.day = w.day AND d.first = w.first AND d.last = w.last
       WHERE d.segments IS DISTINCT FROM (SELECT jsonb_agg(jsonb_build_array(g -> 'from', g -> 'to', g -> 'bits', g -> 'height') ORDER BY place)
                                            FROM jsonb_array_elements(r.inputs -> 'segments') WITH ORDINALITY e (g, place))
      UNION ALL
      SELECT r.order_id || ' ' || r.day || ' ' || r.part FROM ${rewards} r
        LEFT JOIN public.reward p ON p.order_id = r.order_id AND p.day = r.day AND p.part = r.part - 1
       WHERE r.inputs -> 'before' IS DISTINCT FROM CASE WHEN r.part > 0
               THEN jsonb_build_object('segments', p.inputs -> 'segments', 'payoutFactor', p.inputs -> 'payoutFactor') END`;

/** As many as a check can look at twice a minute: what was written in between. */
const NEWEST = '(SELECT * FROM reward ORDER BY seq DESC LIMIT 200)';

const newestPart = (table: string, alias: string): string =>
  `NOT EXISTS (SELECT FROM ${table} n WHERE n.day = ${alias}.day AND n.device_id = ${alias}.device_id AND n.part > ${alias}.part)`;

/** What one hash of a stretch `g` is worth, in satoshi × `WORK_OF_TARGET_ONE`. */
const WORTH_OF_HASH = `${targetSql("g ->> 'bits'")} * (5000000000 >> ((g ->> 'height')::integer / 210000))`;

/**
 * The figures of days, each beside the ones before. `formula`: what the devices that were decided with the first figures are worth, in
 * 1e-12 satoshi and a last one for the rounding; `room`: with the most that those which waited could come to.
 */
const SHARES = `
  work AS (
    SELECT f.day, sum(${WORTH_OF_HASH} * d.credited) AS decided, max(${WORTH_OF_HASH}) AS dearest
      FROM settlement_figures f JOIN settlement_day s ON s.day = f.day CROSS JOIN LATERAL jsonb_array_elements(s.segments) WITH ORDINALITY e (g, place)
      CROSS JOIN LATERAL (SELECT coalesce(sum(measured + filled - cut), 0) AS credited FROM device_day
                           WHERE day = f.day AND part = 0 AND stretch = place - 1 AND recorded_at = f.recorded_at) d
     WHERE f.part = 0 AND f.payout_numerator < f.payout_denominator GROUP BY 1),
  shares AS (
    SELECT f.*, div(w.decided * r.rate, r.whole) + 1 AS formula,
           div((w.decided + w.dearest * f.open_devices * ${boundPerSecond(1)}::numeric * 86400 * (SELECT max(rated_ths) FROM device_rated)) * r.rate, r.whole) + 1 AS room,
           EXISTS (SELECT FROM device_day d WHERE d.day = f.day) AS by_devices, p.reward_sat AS told
      FROM settlement_figures f JOIN settlement_day s ON s.day = f.day LEFT JOIN work w ON w.day = f.day
      LEFT JOIN pool_payout p ON p.day = f.day AND p.part = f.payout_part
      CROSS JOIN LATERAL (SELECT 1e12 * (1000000 - s.pool_fee_ppm) AS rate, 1e6 * ${WORK_OF_TARGET_ONE} AS whole) r),
  bands AS (
    SELECT greatest(${DEFAULT_LUCK_BAND_PPM}, max((v.value ->> 0)::numeric)) AS widest
      FROM row_version v WHERE v.table_name = 'setting' AND v.key = 'luck_band_ppm' AND jsonb_typeof(v.value -> 0) = 'number')`;

/** What must hold between receipts, what devices told, what the pool saw, and what it paid. */
export const SETTLEMENT_EQUATIONS: readonly Equation[] = [
  {
    name: 'reward-receipts',
    byDay: true,
    sentence:
      'Every reward is what its receipt gives, and a receipt’s hashes are what was measured and filled less what was cut.',
    rows: misreckoned('reward'),
  },
  {
    name: 'reward-chain',
    each: 'order',
    sentence:
      'What a reward leaves below a satoshi and of the profit is what the next one of the order begins with, the last one’s is the order’s; without a reward nothing is carried.',
    rows: `WITH ${recomputed('reward')},
      step AS (
        SELECT o.id, o.carry_pico_sat, o.max_profit_units, r.seq, r.carry, r.balance, CASE WHEN r.capped THEN 0 ELSE mod(r.total, 1e12) END AS leaves,
               lag(CASE WHEN r.capped THEN 0 ELSE mod(r.total, 1e12) END) OVER w AS before, sum(r.usd_units) OVER w - r.usd_units AS earned,
               lead(r.seq) OVER w IS NULL AS last
          FROM recomputed r JOIN miner_order o ON o.id = r.order_id WINDOW w AS (PARTITION BY r.order_id ORDER BY r.seq))
      SELECT id::text AS id FROM step WHERE (carry = coalesce(before, 0) AND balance = max_profit_units - earned AND (NOT last OR leaves = carry_pico_sat)) IS NOT TRUE
      UNION ALL SELECT o.id::text FROM miner_order o WHERE o.carry_pico_sat <> 0 AND NOT EXISTS (SELECT FROM reward r WHERE r.order_id = o.id)`,
  },
  {
    name: 'reward-days',
    byDay: true,
    sentence: 'Every reward has its settled day, and that day’s fee, price and a payout factor of its figures.',
    rows: `SELECT r.order_id || ' ' || r.day || ' ' || r.part AS id FROM reward r LEFT JOIN settlement_day s ON s.day = r.day
            WHERE s.day IS NULL OR s.pool_fee_ppm IS DISTINCT FROM (r.inputs ->> 'poolFeePpm')::integer OR s.price_units IS DISTINCT FROM (r.inputs ->> 'btcPriceUnits')::numeric
               OR NOT EXISTS (SELECT FROM settlement_figures f WHERE f.day = r.day
                                 AND f.payout_numerator = (r.inputs -> 'payoutFactor' ->> 'numerator')::numeric
                                 AND f.payout_denominator = (r.inputs -> 'payoutFactor' ->> 'denominator')::numeric)`,
  },
  {
    name: 'simulated',
    byDay: true,
    sentence:
      'What was reckoned from something simulated says so, and nothing else does: a day by its price and its pool, a reward by its day and its machines.',
    rows: `SELECT s.day::text AS id FROM settlement_day s WHERE NOT s.simulated
             AND (EXISTS (SELECT FROM pool_payout p WHERE p.day = s.day AND p.part = 0 AND p.simulated)
               OR EXISTS (SELECT FROM market_close c WHERE c.symbol = s.price_pair AND c.at + interval '1 minute' = s.price_at AND c.simulated))
           UNION ALL
           SELECT r.order_id || ' ' || r.day || ' ' || r.part FROM reward r JOIN settlement_day s ON s.day = r.day
            WHERE r.simulated <> (s.simulated OR EXISTS (SELECT FROM allocation a JOIN device d ON d.id = a.device_id AND d.simulated
                                                          WHERE a.order_id = r.order_id AND ${heldOn('r.day')}))`,
  },
  {
    name: 'reward-segments',
    byDay: true,
    sentence:
      'Every receipt names the difficulty, height and minutes of its settled day to the letter, and a correction sets out from the receipt before it.',
    rows: misnamed('reward'),
  },
  {
    name: 'newest-rewards',
    guard: 'only',
    sentence:
      'The newest rewards are what their receipts give, and were credited so, by the difficulty of their settled days.',
    rows: `SELECT id FROM (${misreckoned(NEWEST)}) a UNION ALL SELECT id FROM (${misnamed(NEWEST)}) b
      UNION ALL
      SELECT r.order_id || ' ' || r.day || ' ' || r.part FROM ${NEWEST} r
        LEFT JOIN posting p ON p.transfer_id = r.transfer_id AND p.destination = account_of(r.member_id, ${WALLET_OF.reward}) WHERE r.sat <> coalesce(p.amount, 0)`,
  },
  {
    name: 'reward-hashes',
    sentence:
      'The newest receipt of an order that worked a whole settled day counts what the devices that it had then are credited of that day.',
    rows: `WITH newest AS (
             SELECT DISTINCT ON (r.order_id, r.day) r.order_id, r.day, r.part, r.inputs FROM reward r
               JOIN miner_order o ON o.id = r.order_id AND o.status IN (${LIVE_STATUSES.join(', ')}) AND o.activated_at <= r.day::timestamp AT TIME ZONE 'UTC'
               JOIN settlement_day s ON s.day = r.day AND s.state <> 'correcting'
              WHERE EXISTS (SELECT FROM device_day d WHERE d.day = r.day)
                AND NOT EXISTS (SELECT FROM allocation a WHERE a.order_id = r.order_id
                                   AND (a.allocated_at > r.day AND a.allocated_at < r.day + 1 OR a.released_at > r.day AND a.released_at < r.day + 1))
              ORDER BY r.order_id, r.day, r.part DESC)
           SELECT n.order_id || ' ' || n.day || ' ' || n.part AS id FROM newest n
             CROSS JOIN LATERAL jsonb_array_elements(n.inputs -> 'segments') WITH ORDINALITY g (segment, place)
            WHERE (g.segment ->> 'hashesTenths')::numeric <> (
                    SELECT coalesce(sum(a.share_tenths * (d.measured + d.filled - d.cut)), 0) FROM allocation a
                      JOIN device_day d ON d.day = n.day AND d.device_id = a.device_id AND d.stretch = g.place - 1 AND ${newestPart('device_day', 'd')}
                     WHERE a.order_id = n.order_id AND a.allocated_at <= n.day AND (a.released_at IS NULL OR a.released_at >= n.day + 1))`,
  },
  {
    name: 'days-over',
    about: 'settings',
    guard: 'also',
    sentence:
      'No day is settled or shared out, and nothing that the pool saw of it or paid for it is told, before it is over.',
    rows: ['settlement_day', 'settlement_figures', 'pool_worker_day', 'pool_payout']
      .map(
        (table) =>
          `SELECT DISTINCT day::text AS id FROM ${table} WHERE day >= ((${CHECKED_AT} + interval '${PRICE_AHEAD_LIMIT_MS} milliseconds') AT TIME ZONE 'UTC')::date`,
      )
      .concat(`SELECT day::text FROM pool_payout WHERE recorded_at < (day + 1)::timestamp AT TIME ZONE 'UTC'`)
      .join(' UNION ALL '),
  },
  {
    name: 'figures',
    sentence:
      'The figures of a day are of the payout that was told, within a band that operators set; members get the whole by the formula, or the part that the pool paid; and new ones follow news and take nothing away.',
    rows: `WITH ${SHARES}
      SELECT f.day || ' ' || f.part AS id FROM shares f CROSS JOIN bands b
        LEFT JOIN settlement_figures l ON l.day = f.day AND l.part = f.part - 1
       WHERE f.payout_sat <> coalesce(f.told, 0) OR f.payout_numerator NOT BETWEEN 0 AND f.payout_denominator
          OR f.by_devices AND f.band_ppm > b.widest
          OR f.payout_numerator < f.payout_denominator AND f.by_devices AND (f.payout_numerator, f.payout_denominator) IS DISTINCT FROM (l.payout_numerator, l.payout_denominator)
             AND (f.payout_numerator <> f.payout_sat * 1e12 OR f.band_ppm <> 0)
          OR f.part = 0 AND f.payout_numerator < f.payout_denominator AND f.by_devices
             AND CASE WHEN f.open_devices = 0 THEN f.payout_denominator <> f.formula ELSE f.payout_denominator > f.room END
          OR f.part > 0 AND (l.part IS NULL OR f.open_devices > 0 OR f.payout_part < l.payout_part OR f.payout_part = l.payout_part AND l.open_devices = 0
             OR f.band_ppm < l.band_ppm OR f.payout_numerator * l.payout_denominator < l.payout_numerator * f.payout_denominator)`,
  },
  {
    name: 'payout-cap',
    sentence: 'All rewards of a day together, corrections too, are at most what the pool paid for it.',
    byDay: true,
    // Of every day that one of the rewards is of, all that were ever credited for it.
    rows: `WITH of_days AS NOT MATERIALIZED (SELECT p.* FROM public.reward p WHERE p.day IN (SELECT DISTINCT day FROM reward)), ${recomputed('of_days')}
      SELECT r.day::text AS id FROM (SELECT day, sum(mined) AS mined FROM recomputed GROUP BY 1) r
        JOIN (SELECT day, max(payout_sat) AS sat FROM settlement_figures GROUP BY 1) f ON f.day = r.day
       WHERE r.mined > f.sat * 1e12`,
  },
  {
    name: 'payouts',
    sentence:
      'Every payout of the pool is booked once, from outside to mining, by the difference to what was known before, and only an operator puts one right.',
    rows: `SELECT p.day || ' ' || p.part AS id
             FROM (SELECT *, reward_sat - coalesce(lag(reward_sat) OVER (PARTITION BY day ORDER BY part), 0) AS more FROM pool_payout) p
             LEFT JOIN posting b ON b.transfer_id = p.transfer_id
            WHERE coalesce(b.amount, 0) <> abs(p.more) OR p.part > 0 AND p.source <> 'operator'
               OR p.source = 'operator' AND NOT EXISTS (SELECT FROM audit a WHERE a.action = 'settlement.payout' AND a.subject = 'day:' || p.day
                                                           AND a.detail ->> 'after' = p.reward_sat::text)
               OR p.more > 0 AND (b.source <> ${OUTSIDE} OR b.destination <> ${MINING})
               OR p.more < 0 AND (b.source <> ${MINING} OR b.destination <> ${OUTSIDE})
           UNION ALL
           SELECT t.id::text FROM transfer t WHERE t.kind = 'pool_payout' AND NOT EXISTS (SELECT FROM pool_payout p WHERE p.transfer_id = t.id)`,
  },
];
