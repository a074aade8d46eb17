import { WAITING_STOCK, CANCELLED } from '@minerx/rules/order-status';
import type { Equation } from './equations.ts';

const UNIT = 100_000_000;
const AOGTD = 2;
/** Units of the last of AOGTD's four decimals. */
const AOGTD_STEP = 10_000;

/** What the audit log says of a member's credits and debits, by transfer. */
const ADJUSTED = `
  SELECT a.id, a.detail->>'transferId' AS transfer_id, a.action, a.subject, a.detail->>'wallet' AS wallet, (a.detail->>'amount')::numeric * ${UNIT} AS units
    FROM audit a WHERE a.action IN ('member.credit', 'member.debit')`;

/** AOGTD for a fee at a price, rounded up twice as rules/purchase.ts does. */
const FEE = `ceil(ceil(a.activation_fee_units::numeric * a.price_units / ${UNIT}) / ${AOGTD_STEP}) * ${AOGTD_STEP}`;

/** What must hold between money and the records of why it moved. */
export const RECORD_EQUATIONS: readonly Equation[] = [
  {
    name: 'order-terms',
    sentence:
      'Every order is what it was sold as: package, price, maximum profit, fee, voucher, and the package said so then.',
    rows: `SELECT coalesce(o.id, t.order_id) AS id FROM miner_order o FULL JOIN order_terms t ON t.order_id = o.id
           WHERE o.id IS NULL OR t.order_id IS NULL
              OR (o.member_id, o.package_id, o.amount_units, o.max_profit_units, o.activation_fee_units)
                   <> (t.member_id, t.package_id, t.amount_units, t.max_profit_units, t.activation_fee_units)
              OR (o.voucher_id IS DISTINCT FROM t.voucher_id AND NOT (o.voucher_id IS NULL AND o.status = ${CANCELLED}))
              OR CASE WHEN t.voucher_id IS NULL
                      THEN (t.amount_units, t.max_profit_units) <> (t.package_amount_units, t.package_max_profit_units)
                      ELSE t.amount_units <> (SELECT v.amount_units FROM voucher v WHERE v.id = t.voucher_id)
                        OR t.max_profit_units <> div(t.amount_units::numeric * t.package_max_profit_units, t.package_amount_units) END`,
  },
  {
    name: 'activation-fees',
    sentence: 'Every order that ever ran was activated once, at the moment it says, for the fee of that time.',
    rows: `SELECT coalesce(o.id, a.order_id) AS id
            FROM (SELECT id, member_id, activated_at FROM miner_order WHERE activated_at IS NOT NULL) o
            FULL JOIN order_activation a ON a.order_id = o.id
            LEFT JOIN (SELECT t.order_id, t.member_id, count(*) AS times, sum(p.amount) AS units
                         FROM transfer t JOIN posting p ON p.transfer_id = t.id AND p.wallet_id = ${AOGTD} AND p.source = account_of(t.member_id, ${AOGTD})
                        WHERE t.kind = 'activation' GROUP BY 1, 2) t ON t.order_id = coalesce(o.id, a.order_id)
           WHERE o.id IS NULL OR a.order_id IS NULL OR o.activated_at <> a.activated_at OR t.member_id <> o.member_id
              OR coalesce(t.units, 0) <> ${FEE} OR coalesce(t.times, 0) <> CASE WHEN a.activation_fee_units = 0 OR a.price_units = 0 THEN 0 ELSE 1 END
          UNION ALL SELECT t.order_id FROM transfer t WHERE t.kind = 'activation' AND NOT EXISTS (SELECT FROM order_activation a WHERE a.order_id = t.order_id)`,
  },
  {
    name: 'order-packs',
    sentence: 'Every order that left the line was noted then, and has as many packs as it was granted.',
    rows: `SELECT coalesce(o.id, g.order_id) AS id FROM (SELECT id FROM miner_order WHERE status NOT IN (${WAITING_STOCK}, ${CANCELLED})) o
            FULL JOIN order_placement g ON g.order_id = o.id
            LEFT JOIN (SELECT order_id, count(*) AS packs FROM blessing_pack GROUP BY 1) p ON p.order_id = coalesce(o.id, g.order_id)
           WHERE o.id IS NULL OR g.order_id IS NULL OR coalesce(p.packs, 0) <> g.packs
          UNION ALL SELECT p.id FROM blessing_pack p WHERE NOT EXISTS (SELECT FROM order_placement g WHERE g.order_id = p.order_id)`,
  },
  {
    name: 'adjustments',
    sentence: 'Every credit and debit has one line of the audit log: of its member, wallet and amount.',
    rows: `SELECT coalesce(t.id::text, 'audit ' || a.id) AS id
            FROM (SELECT id, kind, member_id FROM transfer WHERE kind IN ('credit', 'debit')) t
            FULL JOIN (${ADJUSTED}) a ON a.transfer_id = t.id::text
            LEFT JOIN LATERAL (SELECT count(*) AS postings, sum(p.amount) AS units, min(w.name) AS wallet,
                                      bool_and((CASE t.kind WHEN 'credit' THEN p.destination ELSE p.source END) = account_of(t.member_id, p.wallet_id)) AS own
                                 FROM posting p JOIN wallet_type w ON w.id = p.wallet_id WHERE p.transfer_id = t.id) p ON true
           WHERE t.id IS NULL OR a.id IS NULL OR p.postings <> 1 OR NOT p.own
              OR a.action <> 'member.' || t.kind OR a.subject <> 'member:' || t.member_id OR a.wallet <> p.wallet OR a.units <> p.units
          UNION ALL SELECT transfer_id FROM (${ADJUSTED}) a GROUP BY transfer_id HAVING count(*) > 1`,
  },
  {
    name: 'answers',
    sentence: 'What a keyed command moved has its stored answer: nobody can make it run again.',
    rows: `SELECT t.id FROM transfer t WHERE t.answered IS NOT NULL
             AND NOT EXISTS (SELECT FROM command c WHERE c.actor || ' ' || c.name || ' ' || c.key = t.answered)`,
  },
  {
    name: 'voucher-sources',
    sentence:
      'Every voucher was made by an operator, whose line of the audit log says its package and worth, or won with a pick.',
    rows: `SELECT coalesce(v.id::text, m.id) AS id FROM voucher v
            LEFT JOIN (SELECT k.voucher_id, c.amount_units FROM blessing_pick k
                         JOIN blessing_card c ON c.pack_id = k.pack_id AND c.position = k.position) k ON k.voucher_id = v.id
            FULL JOIN (SELECT made.id, (a.detail->>'package')::integer AS package_id, (a.detail->>'amount')::numeric * ${UNIT} AS units
                         FROM audit a CROSS JOIN jsonb_array_elements_text(a.detail->'ids') AS made (id)
                        WHERE a.action = 'voucher.create') m ON m.id = v.id::text
           WHERE v.id IS NULL OR CASE WHEN k.voucher_id IS NOT NULL THEN m.id IS NOT NULL OR v.amount_units <> k.amount_units
                                      ELSE m.id IS NULL OR (v.package_id, v.amount_units) <> (m.package_id, m.units) END`,
  },
  {
    name: 'settled-once',
    sentence:
      'What is settled when it is made never changed: holds and their deadlines, stakes, decks and the seeds that draw them, vouchers, withdrawals, deposits and their addresses, what operators wanted of the liquidity.',
    rows: `SELECT coalesce(w.table_name, v.table_name) || ' ' || coalesce(w.key, v.key) AS id
            FROM (SELECT * FROM watched_row WHERE table_name = ANY ($tables$)) w
            FULL JOIN (SELECT DISTINCT ON (table_name, key) * FROM row_version WHERE table_name = ANY ($tables$) ORDER BY table_name, key, id) v
              ON v.table_name = w.table_name AND v.key = w.key
           WHERE w.value IS DISTINCT FROM v.value`.replaceAll(
      '$tables$',
      `'{hold,staking_order,blessing_deck,blessing_seed,voucher,nft_withdrawal,withdrawal,deposit,deposit_address,liquidity_change}'::text[]`,
    ),
  },
];
