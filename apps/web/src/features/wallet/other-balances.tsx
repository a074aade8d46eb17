import { Card } from '@minerx/ui/card';
import { IconButton } from '@minerx/ui/icon-button';
import { Money } from '@minerx/ui/money';
import { Row } from '@minerx/ui/row';
import { useUi } from '@minerx/ui/ui-context';
import { Info, Wallet } from 'lucide-react';
import { useState } from 'react';
import { useTexts } from '../../i18n/texts.ts';
import styles from './asset.module.css';
import { Held } from './held.tsx';
import type { OtherBalances } from './split-total.ts';
import type { OpenSheet } from './wallet-sheets.tsx';

interface OthersProps {
  others: OtherBalances;
  onOpen: (sheet: OpenSheet) => void;
}

/** What the total counts and no wallet above shows; opens to what it is made of, and from there to its movements. */
export function Others({ others, onOpen }: OthersProps) {
  const { t } = useTexts();
  const { Link } = useUi();
  const [open, setOpen] = useState(false);
  return (
    <Card flush>
      <Row
        onPress={() => setOpen(!open)}
        expanded={open}
        icon={<Wallet size={20} aria-hidden="true" />}
        title={t('wallet.others')}
        valueDetail={<Money units={others.usdUnits} precision={2} prefix="≈ $" />}
      />
      {open && (
        <ul>
          {others.lines.map((line) => (
            <li key={line.id} className={styles.other}>
              <Link to={`/asset/spot/transaction/${line.id}`} className={styles.otherLink}>
                {line.name}
                <span className="unseen">{t('wallet.history')}</span>
              </Link>
              <IconButton
                label={t('wallet.what', { name: line.name })}
                icon={<Info size={18} aria-hidden="true" />}
                onClick={() => onOpen({ name: 'unit', line })}
              />
              <span className={styles.otherValue}>
                <Money units={line.balanceUnits} precision={line.precision} />
                <Money units={line.usdUnits} precision={2} prefix="≈ $" className="soft" />
                <Held line={line} onOpen={onOpen} />
              </span>
            </li>
          ))}
          {others.roundingUnits > 0n && (
            <li>
              <Row
                title={t('wallet.rounding')}
                detail={t('wallet.rounding.text')}
                value={<Money units={others.roundingUnits} precision={2} prefix="$" />}
              />
            </li>
          )}
        </ul>
      )}
      <Row to="/asset/spot/transaction/others" title={t('wallet.othersHistory')} />
    </Card>
  );
}
