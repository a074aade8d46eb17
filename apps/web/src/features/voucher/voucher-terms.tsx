import { Card } from '@minerx/ui/card';
import { classes } from '@minerx/ui/classes';
import { Check } from 'lucide-react';
import type { TextKey } from '../../i18n/keys.ts';
import { useTexts } from '../../i18n/texts.ts';
import styles from './voucher-terms.module.css';

const CLAUSES = ['once', 'order', 'fee', 'waiting', 'tries'] as const;

/** Terms and conditions of a voucher. */
export function VoucherTerms() {
  const { t } = useTexts();
  return (
    <Card aria-labelledby="voucher-terms">
      <h2 id="voucher-terms" className={styles.title}>
        {t('miner.redeem.terms')}
      </h2>
      <ul className={classes('stack-3', styles.list)}>
        {CLAUSES.map((key) => (
          <li key={key}>
            <Check size={18} aria-hidden="true" />
            <span>{t(`miner.redeem.terms.${key}` satisfies TextKey)}</span>
          </li>
        ))}
      </ul>
    </Card>
  );
}
