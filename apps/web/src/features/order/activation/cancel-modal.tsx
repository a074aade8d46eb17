import { Fact, Facts } from '@minerx/ui/facts';
import { Money } from '@minerx/ui/money';
import { ActionModal } from '../../../base/parts/action-modal.tsx';
import type { Action } from '../../../base/asking/use-action.ts';
import { orderKeys } from '../../../feeds/order-cache.ts';
import { useTexts } from '../../../i18n/texts.ts';
import { cancelOrder } from './activation.api.ts';
import styles from '../modals.module.css';
import { packageText, type StockOrder } from '../order.api.ts';

interface CancelModalProps {
  open: boolean;
  /** Stays while the modal closes. */
  order: StockOrder | null;
  onClose: () => void;
  /** The money is back: balances have changed. */
  onRefunded: (order: StockOrder) => void;
}

/** Before a place in line is given up: what comes back, and where. */
export function CancelModal({ open, order, onClose, onRefunded }: CancelModalProps) {
  const { t } = useTexts();
  const act: Action | null = order && {
    send: () => cancelOrder(order.id),
    onDone: () => onRefunded(order),
    done: {
      title: t('order.cancel'),
      message: t('order.cancel.done'),
      submessage: order.isVoucher ? t('order.cancel.doneVoucher') : t('order.cancel.doneText'),
    },
    failed: (why) => ({ title: t('order.cancel'), message: t('order.cancel.failed'), submessage: why }),
    unanswered: 'order.lostAnswer',
    renews: [orderKeys.all],
  };
  return (
    <ActionModal
      open={open}
      onClose={onClose}
      title={t('order.cancel.title')}
      danger
      action={t('order.cancel')}
      keep={t('order.cancel.keep')}
      act={act}
    >
      {order && (
        <>
          <p className="stack-1">
            <strong>{packageText(t, order)}</strong>
            <span className={styles.serial}>{order.number}</span>
          </p>
          <p className={styles.text}>{order.isVoucher ? t('order.cancel.voucher') : t('order.cancel.text')}</p>
          {order.paid.length > 0 && (
            <Facts ruled small className={styles.lines}>
              {order.paid.map(({ name, units }) => (
                <Fact key={name} label={t('order.cancel.refund')} strong>
                  <Money units={units} precision={2} asset={name} />
                </Fact>
              ))}
            </Facts>
          )}
        </>
      )}
    </ActionModal>
  );
}
