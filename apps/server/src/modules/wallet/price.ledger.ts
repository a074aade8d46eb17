import { units } from '@minerx/rules/money';
import { BTC_SYMBOL, CONFIRMED_PRICE_LIMIT_MS, DEFAULT_PRICE_BAND_PPM, PRICE_BAND_PPM } from '@minerx/rules/price-band';
import type { Units } from '@minerx/rules/money';
import { usablePrices, WALLET } from '@minerx/rules/wallet';
import type { ByWallet, WalletId } from '@minerx/rules/wallet';
import type { LedgerView } from '../../ledger/command.ts';
import { list } from '../../ledger/statement.ts';
import { defineLedgerFacts } from '../../ledger/table.ts';
import { isStoredSql, settingSql } from '../setting/setting.query.ts';

/** The wallet whose price follows a market. */
export const MARKET_WALLET = WALLET.BTC;

/** Of the last minute that was over at a moment and that the second source bore out: its close; none when none is of the day before. */
export const confirmedCloseSql = (before: string): string =>
  `SELECT price_units FROM market_close
    WHERE symbol = '${BTC_SYMBOL}' AND confirmed_by IS NOT NULL AND at <= ${before} - interval '1 minute'
      AND at >= ${before} - interval '${CONFIRMED_PRICE_LIMIT_MS} milliseconds' ORDER BY at DESC LIMIT 1`;

/** SQL: a price of BTC is further from another one than millionths of that. */
export const isApartSql = (units: string, by: string, ppm: string | number): string =>
  `abs(${units} - ${by})::numeric * 1000000 > ${by}::numeric * ${ppm}`;

const BAND = `(SELECT least(${PRICE_BAND_PPM.most}, coalesce(max(value::integer), ${DEFAULT_PRICE_BAND_PPM}))
                 FROM (SELECT ${settingSql('price_band_ppm')} AS value) s WHERE jsonb_typeof(value) = 'number')`;

/**
 * SQL: a price of BTC of some moment is not borne out by our own closes, as when it was taken (`judgePrice`): whoever writes one past the
 * product is held by the same band as a market.
 */
export const hasLeaptSql = (units: string, at: string): string =>
  `EXISTS (SELECT FROM (${confirmedCloseSql(at)}) c WHERE ${isApartSql(units, 'c.price_units', BAND)})`;

const IS_DOUBTED = `${isStoredSql('btc_price_doubt')} OR ${hasLeaptSql('wallet_type.price_units', 'wallet_type.price_at')}`;

/** Of a row of `wallet_type`: only BTC follows a market. The market tells something that is not believed, or our closes do not bear it out. */
export const PRICE_DOUBTED = `(id = ${MARKET_WALLET} AND (${IS_DOUBTED}))`;

/** Money does not move by it: it is doubted, or no price that was taken. */
export const PRICE_REFUSED = `(id = ${MARKET_WALLET} AND (${IS_DOUBTED} OR NOT EXISTS (
  SELECT FROM wallet_price p WHERE p.wallet_id = wallet_type.id AND p.at = price_at AND p.price_units = wallet_type.price_units AND p.source = price_source)))`;

/** A price with what is said against it. */
export interface JudgedPrice {
  readonly id: WalletId;
  readonly priceUnits: Units;
  readonly priceAt: Date;
  /** `PRICE_REFUSED`: this one is no price. */
  readonly refused: boolean;
}

export const prices = defineLedgerFacts<JudgedPrice>({
  name: 'prices',
  load: async (db, { ids }) => {
    const rows = await db.read<[WalletId, bigint, Date, boolean]>(
      'ledger_price',
      `SELECT id, price_units, price_at, ${PRICE_REFUSED} FROM wallet_type WHERE id = ANY($1::smallint[])`,
      [list(ids)],
    );
    return rows.map(([id, price, priceAt, refused]) => ({ id, priceUnits: units(price), priceAt, refused }));
  },
});

/** Those of some prices that money may move by now: one that is too old, of the future, or refused is not there. */
export const pricesByWallet = (judged: readonly JudgedPrice[], now: number): ByWallet => {
  const known: Record<number, Units> = {};
  const pricedAt: Record<number, Date> = {};
  for (const { id, priceUnits, priceAt, refused } of judged) {
    if (refused) continue;
    known[id] = priceUnits;
    pricedAt[id] = priceAt;
  }
  return usablePrices(known, pricedAt, now);
};

/** Prices that money may move by now. */
export const pricesOf = (view: LedgerView, wallets: readonly WalletId[], now: Date): ByWallet =>
  pricesByWallet(
    wallets.flatMap((wallet) => view.get(prices, wallet) ?? []),
    now.getTime(),
  );
