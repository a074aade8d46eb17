import { PRICE_AGE_LIMIT_MS } from '@minerx/rules/wallet';

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
