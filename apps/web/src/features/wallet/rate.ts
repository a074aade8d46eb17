import { units } from '@minerx/rules/money';
import { WALLET, walletById } from '@minerx/rules/wallet';
import { exactPrecision, formatUnits, formatUsd } from '@minerx/ui/amount-text';
import type { Texts } from '../../i18n/texts.ts';
import type { WalletLine } from './balances.ts';

/** Of a set price every digit, as its value is reckoned with all of them; the market's is shown to the cent. */
const decimalsOf = ({ id, priceUnits }: Pick<WalletLine, 'id' | 'priceUnits'>): number =>
  id === WALLET.BTC ? 2 : exactPrecision(priceUnits, 2);

/** The price behind a value: `1 CW = $1.00`. */
export const rateText = (
  line: Pick<WalletLine, 'id' | 'name' | 'priceUnits'>,
  { t, tag, dollar }: Pick<Texts, 't' | 'tag' | 'dollar'>,
): string =>
  walletById(line.id).priceMeaning === 'usd_per_unit'
    ? t('wallet.rate', { name: line.name, price: formatUsd(line.priceUnits, decimalsOf(line), tag, dollar) })
    : t('wallet.rateInverse', {
        price: formatUsd(units(100_000_000n), 0, tag, dollar),
        amount: formatUnits(line.priceUnits, decimalsOf(line), tag),
        name: line.name,
      });
