import { ACTIVATED, CANCELLED, DISCONNECTED, ENDED, READY, WAITING_STOCK } from '@minerx/rules/order-status';
import type { Equation } from './equations.ts';

const SALES = 2;
const USDT = 1;

/** What must hold between an order, its money and its miners. */
export const ORDER_EQUATIONS: readonly Equation[] = [
  {
    name: 'order-payments',
    sentence: 'What an order says it took is what left the member, and is paid, held or given back as its status says.',
    rows: `SELECT coalesce(o.id, m.order_id) AS id
            FROM (SELECT o.id, o.status, o.voucher_id, o.amount_units, w.wallet_id, coalesce(part.units, 0) AS units FROM miner_order o
                   CROSS JOIN LATERAL (SELECT p.wallet_id FROM order_payment p WHERE p.order_id = o.id UNION SELECT ${USDT} WHERE o.voucher_id IS NOT NULL) w
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
                                             WHEN o.voucher_id IS NOT NULL AND o.wallet_id = ${USDT} THEN o.amount_units ELSE o.units END`,
  },
  {
    name: 'order-miners',
    sentence:
      'Every ready and running order has exactly its miners: own one, shared a tenth of ten, X2 ten; waiting ones none.',
    rows: `SELECT o.id FROM miner_order o
            LEFT JOIN (SELECT order_id, count(*) AS devices, sum(share_tenths) AS tenths FROM allocation WHERE released_at IS NULL GROUP BY 1) a ON a.order_id = o.id
           WHERE CASE WHEN o.status IN (${ACTIVATED}, ${READY}, ${DISCONNECTED})
                      THEN coalesce(a.devices, 0) <> CASE WHEN o.package_id IN (1, 3) THEN 1 ELSE 10 END
                        OR coalesce(a.tenths, 0) <> CASE WHEN o.package_id = 5 THEN 100 ELSE 10 END
                      WHEN o.status = ${ENDED} THEN a.devices IS NOT NULL AND o.package_id NOT IN (2, 4)
                      ELSE a.devices IS NOT NULL END`,
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
];
