import { devicesPerUnit, MINER_PACKAGES, sharesTenths, type PackageKind } from '@minerx/rules/miner-package';
import { DECIMALS, UNIT } from '@minerx/rules/money';
import { ACTIVATED, CANCELLED, DISCONNECTED, ENDED, READY, WAITING_STOCK } from '@minerx/rules/order-status';
import { WALLET_OF, walletById } from '@minerx/rules/wallet';
import type { Equation } from '../../ledger/equation.ts';
import { ORDER_HOUSE } from './order.ledger.ts';

const { SALES } = ORDER_HOUSE;
const { voucher: VOUCHER, activationFee: FEES } = WALLET_OF;
/** Units of the last decimal of the fees' wallet. */
const STEP = 10 ** (DECIMALS - walletById(FEES).precision);

/** A fee at a price, rounded up twice as rules/miner/purchase.ts does. */
const FEE = `ceil(ceil(a.activation_fee_units::numeric * a.price_units / ${UNIT}) / ${STEP}) * ${STEP}`;

/** SQL: what stands for the package of an order `o`; of one that there is not, NULL. */
const byPackage = (of: (kind: PackageKind) => number): string =>
  `CASE o.package_id ${MINER_PACKAGES.map(({ id, kind }) => `WHEN ${id} THEN ${of(kind)}`).join(' ')} END`;
const SHARED = MINER_PACKAGES.filter(({ kind }) => kind === 'shared')
  .map(({ id }) => id)
  .join(', ');

/** What must hold between an order, its money and its miners. */
export const ORDER_EQUATIONS: readonly Equation[] = [
  {
    name: 'order-payments',
    sentence:
      'What an order says it took is what left the member, and is paid, held or given back as its status says; none that costs something took nothing, and nothing was taken for an order that is not there.',
    rows: `SELECT coalesce(o.id, m.order_id) AS id
            FROM (SELECT o.id, o.status, o.voucher_id, o.amount_units, w.wallet_id, coalesce(part.units, 0) AS units FROM miner_order o
                   CROSS JOIN LATERAL (SELECT p.wallet_id FROM order_payment p WHERE p.order_id = o.id UNION SELECT ${VOUCHER} WHERE o.voucher_id IS NOT NULL) w
                   LEFT JOIN order_payment part ON part.order_id = o.id AND part.wallet_id = w.wallet_id) o
            FULL JOIN (SELECT t.order_id, p.wallet_id,
                              sum(p.amount) FILTER (WHERE t.kind = 'purchase' AND p.source = account_of(t.member_id, p.wallet_id)) AS taken,
                              sum(p.amount) FILTER (WHERE t.kind = 'refund' AND p.destination = account_of(t.member_id, p.wallet_id)) AS back,
                              sum(p.amount) FILTER (WHERE p.destination = account_of(${SALES}, p.wallet_id)) AS sold
                         FROM transfer t JOIN posting p ON p.transfer_id = t.id
                        WHERE t.kind IN ('purchase', 'placement', 'refund', 'voucher') AND t.order_id IS NOT NULL GROUP BY 1, 2) m
              ON m.order_id = o.id AND m.wallet_id = o.wallet_id
           WHERE coalesce(m.taken, 0) <> coalesce(o.units, 0)
              OR coalesce(m.back, 0) <> CASE WHEN o.status = ${CANCELLED} THEN o.units ELSE 0 END
              OR coalesce(m.sold, 0) <> CASE WHEN o.id IS NULL OR o.status IN (${WAITING_STOCK}, ${CANCELLED}) THEN 0
                                             WHEN o.voucher_id IS NOT NULL AND o.wallet_id = ${VOUCHER} THEN o.amount_units ELSE o.units END
          UNION ALL SELECT o.id FROM miner_order o WHERE o.voucher_id IS NULL AND o.amount_units > 0 AND o.status <> ${CANCELLED}
             AND NOT EXISTS (SELECT FROM order_payment p WHERE p.order_id = o.id)
          UNION ALL SELECT p.order_id FROM order_payment p WHERE NOT EXISTS (SELECT FROM miner_order o WHERE o.id = p.order_id)`,
  },
  {
    name: 'waiting-holds',
    sentence: 'The hold of a waiting order holds exactly what was paid.',
    rows: `SELECT o.id::text FROM miner_order o
            LEFT JOIN LATERAL (SELECT coalesce(jsonb_object_agg(p.wallet_id, p.units), '{}') AS parts FROM order_payment p WHERE p.order_id = o.id) paid ON true
            LEFT JOIN LATERAL (SELECT coalesce(jsonb_object_agg(w.id, a.balance), '{}') AS parts FROM wallet_type w JOIN account a ON a.id = account_of(o.hold_owner_id, w.id)
                                WHERE a.balance <> 0) held ON true
           WHERE o.status = ${WAITING_STOCK} AND paid.parts <> held.parts`,
  },
  {
    name: 'order-miners',
    sentence:
      'Every ready and running order has exactly its miners: own one, shared a tenth of ten, X2 ten; waiting ones none, and no miner is held for an order, or by one, that is not there.',
    rows: `SELECT o.id FROM miner_order o
            LEFT JOIN (SELECT order_id, count(*) AS devices, sum(share_tenths) AS tenths FROM allocation WHERE released_at IS NULL GROUP BY 1) a ON a.order_id = o.id
           WHERE CASE WHEN o.status IN (${ACTIVATED}, ${READY}, ${DISCONNECTED})
                      THEN coalesce(a.devices, 0) IS DISTINCT FROM ${byPackage(devicesPerUnit)}
                        OR coalesce(a.tenths, 0) IS DISTINCT FROM ${byPackage((kind) => devicesPerUnit(kind) * sharesTenths(kind))}
                      WHEN o.status = ${ENDED} THEN a.devices IS NOT NULL AND o.package_id NOT IN (${SHARED})
                      ELSE a.devices IS NOT NULL END
          UNION ALL SELECT a.order_id FROM allocation a
           WHERE NOT EXISTS (SELECT FROM miner_order o WHERE o.id = a.order_id) OR NOT EXISTS (SELECT FROM device d WHERE d.id = a.device_id)`,
  },
  {
    name: 'order-activation',
    sentence: 'An order is activated once, and none runs or has ended without.',
    rows: `SELECT id FROM miner_order WHERE (activated_at IS NOT NULL) <> (status IN (${ACTIVATED}, ${DISCONNECTED}, ${ENDED}))
          UNION ALL SELECT order_id FROM transfer WHERE kind = 'activation' GROUP BY 1 HAVING count(*) > 1`,
  },
  {
    name: 'open-holds',
    sentence: 'Every open hold of a waiting order has that order, and no waiting order is without its open hold.',
    rows: `SELECT coalesce(h.owner_id, o.hold_owner_id) AS id FROM (SELECT owner_id FROM hold WHERE state = 'open' AND reason = 'waiting_order') h
            FULL JOIN (SELECT hold_owner_id FROM miner_order WHERE status = ${WAITING_STOCK}) o ON o.hold_owner_id = h.owner_id
           WHERE h.owner_id IS NULL OR o.hold_owner_id IS NULL`,
  },
  {
    name: 'order-terms',
    sentence:
      'Every order is what it was sold as: package, price, maximum profit, fee, voucher, place in line, and the package said so then.',
    rows: `SELECT coalesce(o.id, t.order_id) AS id FROM miner_order o FULL JOIN order_terms t ON t.order_id = o.id
           WHERE o.id IS NULL OR t.order_id IS NULL
              OR (o.member_id, o.package_id, o.amount_units, o.max_profit_units, o.activation_fee_units)
                   <> (t.member_id, t.package_id, t.amount_units, t.max_profit_units, t.activation_fee_units)
              OR o.place IS DISTINCT FROM t.place
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
                         FROM transfer t JOIN posting p ON p.transfer_id = t.id AND p.wallet_id = ${FEES} AND p.source = account_of(t.member_id, ${FEES})
                        WHERE t.kind = 'activation' GROUP BY 1, 2) t ON t.order_id = coalesce(o.id, a.order_id)
           WHERE o.id IS NULL OR a.order_id IS NULL OR o.activated_at <> a.activated_at OR t.member_id <> o.member_id
              OR coalesce(t.units, 0) <> ${FEE} OR coalesce(t.times, 0) <> CASE WHEN a.activation_fee_units = 0 OR a.price_units = 0 THEN 0 ELSE 1 END
          UNION ALL SELECT t.order_id FROM transfer t WHERE t.kind = 'activation' AND NOT EXISTS (SELECT FROM order_activation a WHERE a.order_id = t.order_id)`,
  },
];
