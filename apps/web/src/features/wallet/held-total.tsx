import { classes } from '@minerx/ui/classes';
import { Money } from '@minerx/ui/money';
import { useTexts } from '../../i18n/texts.ts';
import { heldUsdOf } from './held-usd.ts';
import { useWallets } from './wallet.api.ts';
import styles from './asset.module.css';

/** How many dollars are set aside in all wallets together, below the total that leaves them out; its line has room also where nothing is. */
export function HeldTotal() {
  const { t } = useTexts();
  const units = heldUsdOf(useWallets().data?.lines ?? []);
  return (
    <p className={classes('line-2 wraps baseline', styles.heldTotal)}>
      {units > 0n && (
        <>
          {t('wallet.total.held')}
          <Money units={units} precision={2} prefix="$" />
        </>
      )}
    </p>
  );
}
