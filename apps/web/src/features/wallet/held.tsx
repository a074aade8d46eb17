import { Money } from '@minerx/ui/money';
import { lazy, Suspense } from 'react';
import { withTexts } from '../../base/language/with-texts.ts';
import { loadOnceOnline } from '../../base/parts/late/once-online.ts';
import { useTexts } from '../../i18n/texts.ts';
import styles from './asset.module.css';
import type { WalletLine } from './balances.ts';
import type { OpenSheet } from './wallet-sheets.tsx';

const Sheets = lazy(() =>
  loadOnceOnline(
    withTexts('spot', () => import('./wallet-sheets.tsx').then((file) => ({ default: file.WalletSheets }))),
  ),
);

/** What more there is to know of a wallet, fetched when it is asked for. */
export function WalletSheet({ open, onClose }: { open: OpenSheet | null; onClose: () => void }) {
  return (
    open && (
      <Suspense>
        <Sheets open={open} onClose={onClose} />
      </Suspense>
    )
  );
}

/** What is set aside of a wallet, where there is any: the balance and the total do not count it. */
export function Held({ line, onOpen }: { line: WalletLine; onOpen: (sheet: OpenSheet) => void }) {
  const { t } = useTexts();
  return (
    line.heldUnits > 0n && (
      <button type="button" className={styles.held} onClick={() => onOpen({ name: 'held', line })}>
        <Money units={line.heldUnits} precision={line.precision} exact signed /> {t('wallet.held')}
      </button>
    )
  );
}
