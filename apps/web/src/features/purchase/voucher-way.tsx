import { Card } from '@minerx/ui/card';
import { Ticket } from 'lucide-react';
import { useTexts } from '../../i18n/texts.ts';
import styles from './voucher-way.module.css';

/** In place of the form of a voucher package: it is redeemed, not bought. */
export function VoucherWay() {
  const { t } = useTexts();
  return (
    <Card className={styles.card}>
      <span className={styles.icon}>
        <Ticket size={24} aria-hidden="true" />
      </span>
      <div>
        <h2 className={styles.title}>{t('miner.voucherOnly')}</h2>
        <p className={styles.text}>{t('miner.voucherOnly.text')}</p>
      </div>
    </Card>
  );
}
