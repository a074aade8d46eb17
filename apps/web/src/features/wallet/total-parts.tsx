import { Money } from '@minerx/ui/money';
import { ChevronRight } from 'lucide-react';
import { useState } from 'react';
import { useTexts } from '../../i18n/texts.ts';
import { WalletSheet } from './held.tsx';
import { heldUsdOf } from './held-usd.ts';
import { useWallets } from './wallet.api.ts';
import styles from './asset.module.css';

/** What of the total we issue and price ourselves, and what is set aside and left out of it; a touch opens what both are made of. */
export function TotalParts() {
  const { t } = useTexts();
  const { lines = [], oursUsdUnits = 0n } = useWallets().data ?? {};
  const [isOpen, setOpen] = useState(false);
  const parts = [
    ['wallet.total.ours', oursUsdUnits],
    ['wallet.total.held', heldUsdOf(lines)],
  ] as const;
  const shown = parts.filter(([, units]) => units > 0n);
  return (
    <div className={styles.totalParts}>
      {shown.length > 0 && (
        <button type="button" className="line-2 apart" onClick={() => setOpen(true)}>
          <span className="stack-0 grow">
            {shown.map(([key, units]) => (
              <span key={key} className="line-2 wraps baseline">
                {t(key)}
                <Money units={units} precision={2} prefix="$" />
              </span>
            ))}
          </span>
          <ChevronRight size={20} aria-hidden="true" />
        </button>
      )}
      <WalletSheet open={isOpen ? { name: 'total' } : null} onClose={() => setOpen(false)} />
    </div>
  );
}
