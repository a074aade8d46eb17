import { ACTIVATED, type OrderStatus } from '@minerx/rules/order-status';
import { Spinner } from '@minerx/ui/spinner';
import { Unplug } from 'lucide-react';
import { useTexts } from '../../i18n/texts.ts';
import styles from './order-details.module.css';

/** Why there is no live figure: the machines are being asked, or they do not answer. Nothing while they work. */
export function OperationNote({ status, measured }: { status: OrderStatus; measured: boolean }) {
  const { t } = useTexts();
  const isDown = status !== ACTIVATED;
  if (!isDown && measured) return null;
  return (
    <div className={styles.note} data-down={isDown || undefined} role="status">
      <span className={styles.noteMark}>{isDown ? <Unplug size={20} aria-hidden="true" /> : <Spinner />}</span>
      <span>
        <strong className={styles.noteTitle}>{isDown ? t('order.down') : t('order.initiating')}</strong>
        {isDown ? t('order.down.text') : t('order.initiating.text')}
      </span>
    </div>
  );
}
