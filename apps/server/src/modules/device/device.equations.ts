import { devicesPerUnit, MINER_PACKAGES, WHOLE_DEVICE_TENTHS } from '@minerx/rules/miner-package';
import { ON_QUEUE, WAITING_STOCK } from '@minerx/rules/order-status';
import type { Equation } from '../../ledger/equation.ts';

const LINE_OF = `CASE package_id ${MINER_PACKAGES.map(({ id, line }) => `WHEN ${id} THEN '${line}'`).join(' ')} END`;
const X2_DEVICES = devicesPerUnit('x2');

/** What must hold between devices, what they are shared out as, and the counters of the stock. */
export const DEVICE_EQUATIONS: readonly Equation[] = [
  {
    name: 'lines',
    sentence: 'The stock counters of waiting and queued units are the numbers of such orders.',
    rows: `SELECT s.line AS id FROM stock s
            LEFT JOIN (SELECT ${LINE_OF} AS line, count(*) FILTER (WHERE status = ${WAITING_STOCK}) AS waiting,
                              count(*) FILTER (WHERE status = ${ON_QUEUE}) AS queued FROM miner_order GROUP BY 1) o ON o.line = s.line
           WHERE s.waiting <> coalesce(o.waiting, 0) OR s.shared_queue <> coalesce(o.queued, 0)`,
  },
  {
    name: 'stock',
    sentence:
      'Used units are the taken devices (ten make an X2 unit) and the queued shared units; the total is what the devices make that are taken or in stock, and never less than is used.',
    rows: `SELECT s.line AS id FROM stock s
            LEFT JOIN (SELECT d.line, count(*) FILTER (WHERE d.retired_at IS NULL AND (p.in_stock OR NOT p.free)) AS all, count(*) FILTER (WHERE NOT p.free AND d.retired_at IS NULL) AS taken
                         FROM device d JOIN device_stock p ON p.device_id = d.id GROUP BY 1) d ON d.line = s.line
           WHERE s.used <> CASE s.line WHEN 'x1' THEN coalesce(d.taken, 0) + s.shared_queue ELSE coalesce(d.taken, 0) / ${X2_DEVICES} END
              OR s.total <> greatest(s.used, CASE s.line WHEN 'x1' THEN coalesce(d.all, 0) ELSE coalesce(d.all, 0) / ${X2_DEVICES} END)`,
  },
  {
    name: 'allocations',
    sentence:
      'No device is shared out more than once, exactly those without an allocation are free, and none that is retired is in stock.',
    rows: `SELECT d.id FROM device d LEFT JOIN device_stock p ON p.device_id = d.id
            LEFT JOIN (SELECT device_id, sum(share_tenths) AS tenths FROM allocation WHERE released_at IS NULL GROUP BY 1) a ON a.device_id = d.id
           WHERE coalesce(a.tenths, 0) > ${WHOLE_DEVICE_TENTHS} OR p.free IS DISTINCT FROM (a.tenths IS NULL) OR p.line <> d.line OR (p.in_stock AND d.retired_at IS NOT NULL)`,
  },
];
