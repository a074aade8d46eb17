import { PRICE_BAND_PPM } from '@minerx/rules/price-band';
import type { Equation } from '../../ledger/equation.ts';

const UNIT = 100_000_000;

/** What must hold between the prices of wallets, their history and the audit log. */
export const WALLET_EQUATIONS: readonly Equation[] = [
  {
    name: 'prices',
    about: 'settings',
    sentence:
      'Every price is the one that its history ends with, every price by an operator stands in the audit log, and none by a market leaps further in a minute than a market is believed at all.',
    rows: `SELECT 'wallet ' || w.id AS id FROM wallet_type w
            LEFT JOIN (SELECT DISTINCT ON (wallet_id) wallet_id, at, price_units, source FROM wallet_price ORDER BY wallet_id, at DESC) p ON p.wallet_id = w.id
           WHERE w.price_source <> 'none' AND (p.at, p.price_units, p.source) IS DISTINCT FROM (w.price_at, w.price_units, w.price_source)
          UNION ALL
          SELECT 'wallet ' || p.wallet_id || ' ' || p.at
            FROM (SELECT wallet_id, at, price_units, source, lag(at) OVER (PARTITION BY wallet_id ORDER BY at) AS before FROM wallet_price) p
           WHERE p.source = 'operator' AND p.before IS NOT NULL
             AND NOT EXISTS (SELECT FROM audit a WHERE a.action = 'price.set' AND a.subject = 'wallet:' || p.wallet_id AND a.at = p.at
                                AND (a.detail->>'after')::numeric * ${UNIT} = p.price_units)
          UNION ALL
          SELECT 'audit ' || a.id FROM audit a WHERE a.action = 'price.set'
             AND NOT EXISTS (SELECT FROM wallet_price p WHERE a.subject = 'wallet:' || p.wallet_id AND p.at = a.at)
          UNION ALL
          SELECT 'wallet ' || p.wallet_id || ' ' || p.at
            FROM (SELECT wallet_id, at, price_units, source, lag(source) OVER earlier AS source_before, lag(at) OVER earlier AS before, lag(price_units) OVER earlier AS units_before
                    FROM wallet_price WINDOW earlier AS (PARTITION BY wallet_id ORDER BY at)) p
           WHERE p.source <> 'operator' AND p.source = p.source_before AND p.at - p.before <= interval '1 minute'
             AND abs(p.price_units - p.units_before)::numeric * 1000000 > p.units_before::numeric * ${PRICE_BAND_PPM.most}`,
  },
];
