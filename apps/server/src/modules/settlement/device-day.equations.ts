import { LIVE_STATUSES } from '@minerx/rules/order-status';
import { boundPerSecond } from '@minerx/rules/device-bound';
import type { Equation } from '../../ledger/equation.ts';
import { fromMinute, heldOn, toMinute } from './share.sql.ts';

/** The most hashes a second of a device, by its rating of the day. */
const BOUND = `(q.rated_ths * ${boundPerSecond(1)}::numeric)`;
const RATED = `(SELECT max(rated_ths) AS rated_ths FROM device_rated WHERE device_id = d.device_id AND since < d.day + 1 AND until > d.day)`;

/** Each part of a device's day as one, with the ceiling that its credit has: what its machine can do, and what the pool saw with the band. */
const PARTS = `
  parts AS (
    SELECT d.*, ${BOUND} AS bound, f.band,
           CASE WHEN d.pool IS NULL THEN ${BOUND} * 86400
                ELSE least(div((d.pool + d.late * ${BOUND}) * (1000000 + f.band), 1000000), ${BOUND} * 86400) END AS most
      FROM (SELECT day, device_id, part, count(*) AS stretches, sum(measured) AS measured, sum(filled) AS filled, sum(cut) AS cut,
                   sum(blind_s)::numeric AS blind_s, min(pool_hashes) AS pool, min(pool_late_s) AS late, bool_and(edge_left_out) AS edge_left_out FROM device_day GROUP BY 1, 2, 3) d
      CROSS JOIN LATERAL ${RATED} q
      JOIN LATERAL (SELECT CASE WHEN d.part = 0 THEN min(band_ppm) FILTER (WHERE part = 0) ELSE max(band_ppm) END AS band
                      FROM settlement_figures WHERE day = d.day) f ON true)`;

/** Of the first part: the most that the seconds which nobody saw can be worth, at the device's own pace and a tenth. */
const LIMIT = `CASE WHEN p.blind_s = 0 THEN 0 WHEN coalesce(m.covered_s, 0) = 0 THEN p.bound * p.blind_s
  ELSE least(div(p.measured * p.blind_s * 11, 10 * m.covered_s), p.bound * p.blind_s) END`;

/** Of the first part: what the pool's figure proves of that day. Days recorded before it mattered took all of a late one. */
const PROVED = `p.pool - CASE WHEN p.edge_left_out THEN p.late * p.bound ELSE 0 END`;

/** Orders that worked a part of a day, or have ended since: the work of their newest receipt, stretch by stretch, as the day's records stood each time. */
const WORK = `
  newest AS (
    SELECT DISTINCT ON (r.order_id, r.day) r.order_id, r.day, r.part, r.inputs FROM reward r JOIN miner_order o ON o.id = r.order_id
      JOIN settlement_day s ON s.day = r.day AND s.state <> 'correcting'
     WHERE EXISTS (SELECT FROM device_day d WHERE d.day = r.day)
       AND (o.status NOT IN (${LIVE_STATUSES.join(', ')}) OR o.activated_at > r.day::timestamp AT TIME ZONE 'UTC'
         OR EXISTS (SELECT FROM allocation a WHERE a.order_id = r.order_id
                       AND (a.allocated_at > r.day AND a.allocated_at < r.day + 1 OR a.released_at > r.day AND a.released_at < r.day + 1)))
     ORDER BY r.order_id, r.day, r.part DESC),
  shares AS (
    SELECT n.order_id, n.day, a.device_id, a.share_tenths, ${fromMinute('n.day')} AS first, ${toMinute('n.day')} AS last
      FROM newest n JOIN miner_order o ON o.id = n.order_id JOIN allocation a ON a.order_id = n.order_id AND ${heldOn('n.day')}),
  spans AS (SELECT order_id, day, min(first) AS first, max(last) AS last FROM shares GROUP BY 1, 2),
  times AS (SELECT DISTINCT w.order_id, w.day, d.recorded_at, d.part FROM shares w JOIN device_day d ON d.day = w.day AND d.device_id = w.device_id),
  work AS (
    SELECT t.order_id, t.day, t.recorded_at, t.part, g.place,
           sum(w.share_tenths * CASE WHEN w.first = 0 AND w.last = 1440 THEN d.measured + d.filled - d.cut ELSE x.seen + y.filled - z.cut END) AS tenths
      FROM times t JOIN spans k ON k.order_id = t.order_id AND k.day = t.day JOIN settlement_day s ON s.day = t.day
      CROSS JOIN LATERAL (SELECT place, (g ->> 'fromMinute')::integer AS first, (g ->> 'toMinute')::integer AS last
                            FROM jsonb_array_elements(s.segments) WITH ORDINALITY e (g, place)) g
      JOIN shares w ON w.order_id = t.order_id AND w.day = t.day
      LEFT JOIN LATERAL (SELECT * FROM device_day d WHERE d.day = t.day AND d.device_id = w.device_id AND d.stretch = g.place - 1 AND (d.recorded_at, d.part) <= (t.recorded_at, t.part)
                          ORDER BY d.part DESC LIMIT 1) d ON true
      LEFT JOIN LATERAL (SELECT coalesce(sum(hashes), 0) AS seen, coalesce(sum(covered_s + down_s), 0) AS seen_s FROM (
                           SELECT minute, hashes, covered_s, down_s FROM device_span WHERE day = t.day AND device_id = w.device_id
                           UNION ALL SELECT minute, hashes, covered_s, down_s FROM device_minute_late
                            WHERE day = t.day AND device_id = w.device_id AND part BETWEEN 1 AND d.part) m
                          WHERE NOT (w.first = 0 AND w.last = 1440) AND m.minute >= greatest(w.first, g.first) AND m.minute < least(w.last, g.last)) x ON true
      CROSS JOIN LATERAL (SELECT least(d.blind_s, greatest(0, greatest(0, least(w.last, g.last) - greatest(w.first, g.first)) * 60 - x.seen_s)) AS blind_s) b
      CROSS JOIN LATERAL (SELECT CASE WHEN b.blind_s = 0 THEN 0 ELSE div(d.filled * b.blind_s, d.blind_s) END AS filled) y
      CROSS JOIN LATERAL (SELECT CASE WHEN d.measured + d.filled = 0 THEN 0
                                      ELSE div(d.cut * (x.seen + y.filled) + d.measured + d.filled - 1, d.measured + d.filled) END AS cut) z
     WHERE least(g.last, greatest(g.first, k.first)) < least(g.last, k.last) GROUP BY 1, 2, 3, 4, 5),
  works AS (SELECT order_id, day, array_agg(coalesce(tenths, 0) ORDER BY place) AS tenths FROM work GROUP BY 1, 2, recorded_at, part)`;

/** By stretch of a settled day, what the minutes of each device sum to. `since`: where the stretches begin; the first ends where the second does. */
const SEEN = `
  begins AS (
    SELECT s.day, array_agg((g ->> 'fromMinute')::integer ORDER BY place) AS since, array_agg((g ->> 'toMinute')::integer ORDER BY place) AS till
      FROM settlement_day s CROSS JOIN LATERAL jsonb_array_elements(s.segments) WITH ORDINALITY e (g, place) GROUP BY 1),
  seen AS (
    SELECT m.day, m.device_id, width_bucket(m.minute::integer, b.since) - 1 AS stretch, sum(m.hashes) AS hashes, sum(m.covered_s + m.down_s) AS seen_s
      FROM device_span m JOIN begins b ON b.day = m.day GROUP BY 1, 2, 3),
  late AS (
    SELECT l.day, l.device_id, l.part, width_bucket(l.minute::integer, b.since) - 1 AS stretch, sum(l.hashes) AS hashes, sum(l.covered_s + l.down_s) AS seen_s
      FROM device_minute_late l JOIN begins b ON b.day = l.day GROUP BY 1, 2, 3, 4),
  stretches AS (
    SELECT d.day, d.device_id, d.measured, d.blind_s, coalesce(m.hashes, 0) + coalesce(l.hashes, 0) AS hashes,
           greatest(0, (b.till[d.stretch + 1] - b.since[d.stretch + 1]) * 60 - coalesce(m.seen_s, 0) - coalesce(l.seen_s, 0)) AS unseen_s
      FROM device_day d JOIN begins b ON b.day = d.day LEFT JOIN seen m ON m.day = d.day AND m.device_id = d.device_id AND m.stretch = d.stretch
      LEFT JOIN LATERAL (SELECT sum(hashes) AS hashes, sum(seen_s) AS seen_s FROM late
                          WHERE day = d.day AND device_id = d.device_id AND stretch = d.stretch AND part BETWEEN 1 AND d.part) l ON true)`;

/** Whether an order that lives has had the device all that day: then nothing of the day is nobody's. */
const HELD_ALL_DAY = `EXISTS (
  SELECT FROM allocation a JOIN miner_order o ON o.id = a.order_id AND o.status IN (${LIVE_STATUSES.join(', ')}) AND o.activated_at <= d.day::timestamp AT TIME ZONE 'UTC'
   WHERE a.device_id = d.device_id AND a.allocated_at <= d.day AND (a.released_at IS NULL OR a.released_at >= d.day + 1))`;

/** What must hold between what devices are credited, what was seen of them, and what orders are paid for. */
export const DEVICE_DAY_EQUATIONS: readonly Equation[] = [
  {
    name: 'device-days',
    sentence:
      'What a device is said to have measured on a settled day is the sum of its minutes, with the late ones that corrections took, and nobody missed more of it than they leave.',
    rows: `WITH ${SEEN}
      SELECT d.device_id || ' ' || d.day AS id FROM stretches d
       WHERE d.measured <> d.hashes OR d.blind_s > d.unseen_s OR d.blind_s < d.unseen_s AND ${HELD_ALL_DAY}`,
  },
  {
    name: 'device-credits',
    sentence:
      'A device is filled only where nobody saw it, at most to what the pool saw of that day and its own pace, and cut to what the pool saw and its band.',
    rows: `WITH ${PARTS}
      SELECT p.device_id || ' ' || p.day AS id FROM parts p
        LEFT JOIN (SELECT day, device_id, sum(covered_s) AS covered_s FROM device_span GROUP BY 1, 2) m ON m.day = p.day AND m.device_id = p.device_id
       WHERE p.part = 0 AND (p.filled <> CASE WHEN p.pool IS NULL THEN 0 ELSE greatest(0, least(${PROVED} - p.measured, ${LIMIT})) END
          OR p.cut <> greatest(0, p.measured + p.filled - p.most))
      UNION ALL
      SELECT p.device_id || ' ' || p.day FROM parts p JOIN parts b ON b.day = p.day AND b.device_id = p.device_id AND b.part = p.part - 1
       WHERE p.measured + p.filled - p.cut > CASE WHEN p.stretches = 1 THEN greatest(b.measured + b.filled - b.cut, p.most)
                                                  ELSE b.measured + b.filled - b.cut + p.most END
      UNION ALL
      SELECT p.device_id || ' ' || p.day FROM parts p LEFT JOIN pool_worker_day w ON w.day = p.day AND w.device_id = p.device_id
       WHERE p.pool IS NOT NULL AND (w.hashes, w.late_s) IS DISTINCT FROM (p.pool, p.late)`,
  },
  {
    name: 'reward-windows',
    sentence:
      'The newest receipt of an order that worked a part of a day, or has ended, counts its machines’ minutes of that part, as the day was known once.',
    rows: `WITH ${WORK}, told AS (
        SELECT n.order_id, n.day, n.part, coalesce((SELECT array_agg((g ->> 'hashesTenths')::numeric ORDER BY place)
                                                      FROM jsonb_array_elements(n.inputs -> 'segments') WITH ORDINALITY e (g, place)), '{}') AS tenths FROM newest n)
      SELECT n.order_id || ' ' || n.day || ' ' || n.part AS id FROM told n
       WHERE NOT 0 = ALL (n.tenths) AND NOT EXISTS (SELECT FROM works k WHERE k.order_id = n.order_id AND k.day = n.day AND k.tenths = n.tenths)`,
  },
  {
    name: 'late-minutes',
    sentence:
      'No minute counts more than its device can do, nor more than its sixty seconds, with what came late; nor do the hours of a day whose minutes are gone.',
    rows: `SELECT d.device_id || ' ' || d.day || ' ' || d.minute AS id
             FROM (SELECT l.day, l.device_id, coalesce(s.minute, l.minute) AS minute, coalesce(s.till - s.minute, 1) AS length, coalesce(s.hashes, 0) AS seen,
                          coalesce(s.covered_s, 0) AS seen_s, sum(l.hashes) AS hashes, sum(l.covered_s) AS covered_s
                     FROM device_minute_late l
                     LEFT JOIN device_span s ON s.day = l.day AND s.device_id = l.device_id AND l.minute >= s.minute AND l.minute < s.till
                    GROUP BY 1, 2, 3, 4, 5, 6) d
             CROSS JOIN LATERAL ${RATED} q
            WHERE d.seen + d.hashes > ${BOUND} * 60 * d.length OR d.seen_s + d.covered_s > 60 * d.length
               OR d.hashes > 0 AND d.seen_s + d.covered_s <= 0`,
  },
];
