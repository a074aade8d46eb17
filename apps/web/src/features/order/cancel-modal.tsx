import { Button } from '@minerx/ui/button';
import { Modal } from '@minerx/ui/modal';
import { Money } from '@minerx/ui/money';
import { useState } from 'react';
import { showAlert } from '../../base/alerts.ts';
import { queryClient } from '../../base/query.tsx';
import { Refusal, refusalText } from '../../base/refusal.ts';
import { orderKeys } from '../../feeds/order-cache.ts';
import { useTexts } from '../../i18n/texts.ts';
import { cancelOrder } from './activation.api.ts';
import { Line } from './activate-modal.tsx';
import styles from './modals.module.css';
import type { MinerOrder } from './order.api.ts';

export interface CancelModalProps {
  open: boolean;
  /** Stays while the modal closes. */
  order: MinerOrder | null;
  onClose: () => void;
  /** The money is back: balances have changed. */
  onRefunded: () => void;
}

/** Before a place in line is given up: what comes back, and where. */
export function CancelModal({ open, order, onClose, onRefunded }: CancelModalProps) {
  const { t } = useTexts();
  const [busy, setBusy] = useState(false);

  const cancel = async () => {
    if (!order || busy) return;
    setBusy(true);
    try {
      await cancelOrder(order.id);
      onClose();
      onRefunded();
      const submessage = order.isVoucher ? t('order.cancel.doneVoucher') : t('order.cancel.doneText');
      await showAlert({ mode: 1, title: t('order.cancel'), message: t('order.cancel.done'), submessage });
    } catch (error) {
      onClose();
      const lost = error instanceof Refusal && error.isUncertain;
      await showAlert({
        mode: 2,
        title: t('order.cancel'),
        message: t('order.cancel.failed'),
        submessage: lost ? t('order.lostAnswer') : refusalText(t, error),
      });
    } finally {
      setBusy(false);
      void queryClient.invalidateQueries({ queryKey: orderKeys.all });
    }
  };

  return (
    <Modal
      open={open}
      onClose={onClose}
      dismissable={!busy}
      title={t('order.cancel.title')}
      footer={
        <div className={styles.actions}>
          <Button full variant="danger" busy={busy} onClick={() => void cancel()}>
            {t('order.cancel')}
          </Button>
          {!busy && (
            <Button full variant="quiet" size="medium" onClick={onClose}>
              {t('order.cancel.keep')}
            </Button>
          )}
        </div>
      }
    >
      {order && (
        <>
          <p className={styles.what}>
            <strong>{order.packageName}</strong>
            <span className={styles.serial}>{order.number}</span>
          </p>
          <p className={styles.text}>{order.isVoucher ? t('order.cancel.voucher') : t('order.cancel.text')}</p>
          {!order.isVoucher && (
            <dl className={styles.lines}>
              <Line label={t('order.cancel.refund')} strong>
                <Money units={order.amountUnits} precision={2} prefix="$" />
              </Line>
            </dl>
          )}
        </>
      )}
    </Modal>
  );
}
