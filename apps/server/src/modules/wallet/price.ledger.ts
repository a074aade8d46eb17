import { units } from '@minerx/rules/money';
import type { Units } from '@minerx/rules/money';
import { usablePrices, WALLET } from '@minerx/rules/wallet';
import type { ByWallet, WalletId } from '@minerx/rules/wallet';
import type { LedgerView } from '../../ledger/command.ts';
import { list } from '../../ledger/statement.ts';
import { defineLedgerFacts } from '../../ledger/table.ts';

/** Of a row of `wallet_type`: only BTC follows a market. */
export const PRICE_DOUBTED = `(id = ${WALLET.BTC} AND EXISTS (SELECT FROM setting WHERE key = 'btc_price_doubt' AND value <> 'null'))`;

interface LedgerPrice {
  readonly id: WalletId;
  readonly priceUnits: Units;
  readonly priceAt: Date;
  /** The market tells something else that is not believed: this one is no price either. */
  readonly doubted: boolean;
}

export const prices = defineLedgerFacts<LedgerPrice>({
  name: 'prices',
  load: async (db, { ids }) => {
    const rows = await db.read<[WalletId, bigint, Date, boolean]>(
      'ledger_price',
      `SELECT id, price_units, price_at, ${PRICE_DOUBTED} FROM wallet_type WHERE id = ANY($1::smallint[])`,
      [list(ids)],
    );
    return rows.map(([id, price, priceAt, doubted]) => ({ id, priceUnits: units(price), priceAt, doubted }));
  },
});

/** Prices that money may move by now: one that is too old, or doubted, is not there. */
export const pricesOf = (view: LedgerView, wallets: readonly WalletId[], now: Date): ByWallet => {
  const known: Record<number, Units> = {};
  const pricedAt: Record<number, Date> = {};
  for (const wallet of wallets) {
    const price = view.get(prices, wallet);
    if (price === null || price.doubted) continue;
    known[wallet] = price.priceUnits;
    pricedAt[wallet] = price.priceAt;
  }
  return usablePrices(known, pricedAt, now.getTime());
};
