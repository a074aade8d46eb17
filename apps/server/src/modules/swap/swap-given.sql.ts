import { SWAP_QUOTE_SECONDS } from '@minerx/rules/swap';
import { PRICE_AGE_LIMIT_MS } from '@minerx/rules/wallet';
import { hasLeaptSql, MARKET_WALLET } from '../wallet/price.ledger.ts';

const AROUND = `interval '${PRICE_AGE_LIMIT_MS} milliseconds'`;

/**
 * A price that the wallet had around the time of a quote `q`: clocks differ, and one that was read may be replaced meanwhile. Before
 * the first price that was noted there was that one.
 */
const hadPrice = (wallet: string, price: string): string => `EXISTS (
  SELECT FROM wallet_price p WHERE p.wallet_id = ${wallet} AND p.price_units = ${price}
     AND p.at >= coalesce((SELECT max(o.at) FROM wallet_price o WHERE o.wallet_id = ${wallet} AND o.at <= q.at - ${AROUND}), '-infinity')
     AND p.at <= greatest(q.at + ${AROUND}, (SELECT min(o.at) FROM wallet_price o WHERE o.wallet_id = ${wallet})))`;

/**
 * SQL over a row `q` of `swap_quote`: both prices are such that their wallets had then, spread and fee such as operators have set for the
 * pair. Whoever writes a quote past the product invents one of them.
 */
export const IS_GIVEN = `(${hadPrice('q.from_wallet', 'q.from_price_units')} AND ${hadPrice('q.to_wallet', 'q.to_price_units')}
  AND EXISTS (SELECT FROM row_version v WHERE v.table_name = 'swap_pair' AND v.key = q.from_wallet || '/' || q.to_wallet
                 AND v.value->0 = to_jsonb(q.spread_ppm) AND v.value->1 = to_jsonb(q.fee_ppm)))`;

const isBorneOut = (wallet: string, price: string): string =>
  `NOT (${wallet} = ${MARKET_WALLET} AND ${hasLeaptSql(price, 'q.at')})`;

/** Such a quote may be taken: it stands no longer than quotes do, and no price of BTC in it is further than the band of now from our closes of then. */
export const IS_GIVEN_NOW = `(${IS_GIVEN} AND q.expires_at <= q.at + interval '${SWAP_QUOTE_SECONDS} seconds'
  AND ${isBorneOut('q.from_wallet', 'q.from_price_units')} AND ${isBorneOut('q.to_wallet', 'q.to_price_units')})`;
