import { BTC_SYMBOL, PRICE_BAND_PPM } from '@minerx/rules/price-band';
import { PRICE_AHEAD_LIMIT_MS } from '@minerx/rules/wallet';
import { CHECKED_AT, type Equation } from '../../ledger/equation.ts';
import { isApartSql, MARKET_WALLET } from './price.ledger.ts';

const UNIT = 100_000_000;
/** Half an hour of prices, some hours of minutes: more than is written between two looks. */
const NEWEST = 200;
const LATEST = `${CHECKED_AT} + interval '${PRICE_AHEAD_LIMIT_MS} milliseconds'`;

const newestOf = (table: string, filter: string): string => `
  SELECT at, price_units, lag(price_units) OVER (ORDER BY at) AS before
    FROM (SELECT at, price_units FROM ${table} WHERE ${filter} ORDER BY at DESC LIMIT ${NEWEST}) n`;

/** What must hold between the prices of wallets, their history and the audit log. */
export const WALLET_EQUATIONS: readonly Equation[] = [
  {
    name: 'prices',
    about: 'settings',
    sentence:
      'Every price by an operator stands in the audit log, and none by a market leaps further in a minute than a market is believed at all.',
    rows: `SELECT 'wallet ' || p.wallet_id || ' ' || p.at AS id
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
  {
    name: 'newest-prices',
    about: 'settings',
    guard: 'also',
    sentence:
      'Every price is the one that its history ends with; and where a market is followed no price and no minute is from the future, no new price further from the minutes around it, or else from the price before, than a market is believed at all, nor a new minute from the one before.',
    rows: `SELECT 'wallet ' || w.id AS id FROM wallet_type w
             LEFT JOIN LATERAL (SELECT at, price_units, source, simulated FROM wallet_price WHERE wallet_id = w.id ORDER BY at DESC LIMIT 1) p ON true
            WHERE (w.price_source, w.price_at) <> ('none', 'epoch') AND (p.at, p.price_units, p.source, p.simulated) IS DISTINCT FROM (w.price_at, w.price_units, w.price_source, w.price_simulated)
           UNION ALL
           SELECT 'price ' || p.at FROM (${newestOf('wallet_price', `wallet_id = ${MARKET_WALLET}`)}) p
             LEFT JOIN LATERAL (SELECT price_units FROM market_close WHERE symbol = '${BTC_SYMBOL}' AND confirmed_by IS NOT NULL
                                   AND at BETWEEN p.at - interval '1 day' AND p.at + interval '5 minutes' ORDER BY at DESC LIMIT 1) c ON true
            WHERE p.at > ${LATEST} OR ${isApartSql('p.price_units', 'coalesce(c.price_units, p.before)', PRICE_BAND_PPM.most)}
           UNION ALL
           SELECT 'minute ' || m.at FROM (${newestOf('market_close', `symbol = '${BTC_SYMBOL}'`)}) m
            WHERE m.at + interval '1 minute' > ${LATEST} OR ${isApartSql('m.price_units', 'm.before', PRICE_BAND_PPM.most)}`,
  },
];
