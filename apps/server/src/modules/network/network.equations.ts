import { CHECKED_AT, type Equation } from '../../ledger/equation.ts';
import { settingSql } from '../setting/setting.query.ts';
import { targetSql } from '../../base/bits.sql.ts';

const RETARGET_BLOCKS = 2016;
/** How many blocks more than one in ten minutes a chain may have in some days, and in few hours. */
const [FASTER, MORE] = [1.25, 72];
const REORG_BLOCKS = 6;

/** What must hold between the tip that is believed, which figures of today are reckoned by, and the chain that days were settled by. */
export const NETWORK_EQUATIONS: readonly Equation[] = [
  {
    name: 'network-tip',
    about: 'settings',
    guard: 'also',
    sentence:
      'The believed tip of the chain is of no other time, its difficulty is that of its bits, and it can follow the chain of the newest settled day: in the same period by the same bits, later by what each adjustment allows.',
    rows: `
      SELECT 'network_tip' AS id
        FROM (SELECT value, value ->> 'bits' AS bits, value ->> 'difficulty' AS difficulty, value ->> 'at' AS at
                FROM (SELECT ${settingSql('network_tip')} AS value) v WHERE value <> 'null') t
        LEFT JOIN (SELECT s.day, s.simulated, g ->> 'bits' AS bits, (g ->> 'height')::integer AS height
                     FROM (SELECT * FROM settlement_day ORDER BY day DESC LIMIT 1) s CROSS JOIN LATERAL (SELECT s.segments -> -1 AS g) e) s ON true
       WHERE CASE WHEN t.bits ~ '^[0-9a-f]{8}$' AND t.difficulty ~ '^[0-9]+[.][0-9]{8}$' AND t.at ~ '^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9:.]+Z$'
                       AND jsonb_typeof(t.value -> 'height') = 'number' AND jsonb_typeof(t.value -> 'simulated') = 'boolean'
                  THEN t.difficulty::numeric * 1e8 = div(${65_535n << 208n}::numeric * 1e8, ${targetSql('t.bits')})
                       AND t.at::timestamptz < ${CHECKED_AT} + interval '2 hours'
                       AND CASE WHEN s.day IS NULL OR s.simulated AND NOT (t.value -> 'simulated')::boolean THEN true
                                WHEN (t.value -> 'simulated')::boolean AND NOT s.simulated THEN false
                                ELSE (SELECT h.height >= s.height - ${REORG_BLOCKS}
                                             AND h.height - (s.height / ${RETARGET_BLOCKS} + 1) * ${RETARGET_BLOCKS}
                                               < ${MORE} + ${FASTER} * greatest(extract(epoch FROM ${CHECKED_AT} - (s.day + 1)::timestamp AT TIME ZONE 'UTC'), 0) / 600
                                             AND CASE WHEN h.periods = 0 THEN t.bits = s.bits
                                                      ELSE ${targetSql('t.bits')} BETWEEN ${targetSql('s.bits')} / h.most AND ${targetSql('s.bits')} * h.most END
                                        FROM (SELECT n.height, n.periods, 4.000004 ^ least(n.periods, 100) AS most
                                                FROM (SELECT (t.value -> 'height')::numeric AS height,
                                                             greatest(div((t.value -> 'height')::numeric, ${RETARGET_BLOCKS}) - s.height / ${RETARGET_BLOCKS}, 0) AS periods) n) h) END
                  ELSE false END IS NOT TRUE`,
  },
];
