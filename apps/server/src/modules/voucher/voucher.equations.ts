import type { Equation } from '../../ledger/equation.ts';

const UNIT = 100_000_000;

/** What must hold between vouchers, where they come from and what they became. */
export const VOUCHER_EQUATIONS: readonly Equation[] = [
  {
    name: 'vouchers',
    sentence:
      'Every redeemed voucher made one order that was not cancelled, and no order has a voucher that was not redeemed.',
    rows: `SELECT v.id FROM voucher v WHERE v.redeemed_by IS NOT NULL
             AND NOT EXISTS (SELECT FROM miner_order o WHERE o.voucher_id = v.id AND o.member_id = v.redeemed_by)
          UNION ALL SELECT o.id FROM miner_order o JOIN voucher v ON v.id = o.voucher_id WHERE v.redeemed_by IS DISTINCT FROM o.member_id`,
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
    name: 'void-vouchers',
    sentence:
      'Every voucher that is void was taken back by an operator, as the audit log says, and every one taken back is void.',
    rows: `SELECT coalesce(v.id::text, a.id) AS id FROM (SELECT id FROM voucher WHERE voided_at IS NOT NULL) v
             FULL JOIN (SELECT made.id FROM audit a CROSS JOIN jsonb_array_elements_text(a.detail->'ids') AS made (id)
                         WHERE a.action = 'voucher.void') a ON a.id = v.id::text
            WHERE v.id IS NULL OR a.id IS NULL`,
  },
];
