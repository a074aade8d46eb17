import { sumUnits } from '@minerx/rules/money';
import { activationFee } from '@minerx/rules/purchase';
import { walletByName } from '@minerx/rules/wallet';
import { ActionFooter } from '@minerx/ui/action-footer';
import { Fact, Facts } from '@minerx/ui/facts';
import { Modal } from '@minerx/ui/modal';
import { Money } from '@minerx/ui/money';
import { TopUp } from '../../../base/parts/top-up.tsx';
import { useTexts } from '../../../i18n/texts.ts';
import { Rate, type Funds } from './activate-modal.tsx';
import { activateOrder } from './activation.api.ts';
import styles from '../modals.module.css';
import { packageText, type MinerOrder } from '../order.api.ts';
import { useActivateAll } from './use-activate-all.ts';

const AOGTD = walletByName('AOGTD');

interface ActivateAllModalProps {
  open: boolean;
  /** Stay while the modal closes. */
  orders: readonly MinerOrder[];
  /** Undefined while they are on their way. */
  funds: Funds | undefined;
  onClose: () => void;
  /** Fees were taken: balances have changed. */
  onPaid: () => void;
}

/** Several ready orders in one go: each with its fee, the sum, and what is left, before anything is paid. */
export function ActivateAllModal({ open, orders, funds, onClose, onPaid }: ActivateAllModalProps) {
  const { t } = useTexts();
  const { done, activate } = useActivateAll(activateOrder, onClose, onPaid);
  const price = funds && funds.priceUnits > 0n ? funds.priceUnits : null;
  const feeOf = (order: MinerOrder) => (price === null ? null : activationFee(order.activationFeeUnits, price));
  const total = price === null ? null : sumUnits(orders.map((order) => feeOf(order) ?? 0n));
  const left = total !== null && funds ? funds.balanceUnits - total : null;
  const busy = done !== null;
  return (
    <Modal
      open={open}
      onClose={onClose}
      dismissable={!busy}
      title={t('order.activateAll')}
      footer={
        <ActionFooter
          action={t('order.activateAll')}
          onAction={() => void activate(orders)}
          busy={busy}
          waiting={total === null}
          reason={left !== null && left < 0n ? t('err_insufficient_balance') : undefined}
          status={busy && t('order.activateAll.progress', { done, count: orders.length })}
          cancel={t('common.cancel')}
          onCancel={onClose}
        />
      }
    >
      <p className={styles.text}>{t('order.activate.text')}</p>
      <Facts ruled small className={styles.lines}>
        {orders.map((order) => (
          <Fact
            key={order.id}
            label={`${packageText(t, order)} · ${order.serial}`}
            note={<Money units={order.activationFeeUnits} precision={2} asset="USDT" hideable={false} />}
          >
            <Amount units={feeOf(order)} />
          </Fact>
        ))}
        {price !== null && (
          <Fact label={t('order.activate.rate')}>
            <Rate priceUnits={price} />
          </Fact>
        )}
        <Fact label={t('order.activateAll.total')} strong>
          <Amount units={total} />
        </Fact>
        {funds && (
          <Fact label={t('order.activate.balance')}>
            <Money units={funds.balanceUnits} precision={AOGTD.precision} asset={AOGTD.name} />
          </Fact>
        )}
        {left !== null && left >= 0n && (
          <Fact label={t('order.activate.after')}>
            <Money units={left} precision={AOGTD.precision} asset={AOGTD.name} />
          </Fact>
        )}
      </Facts>
      {left !== null && left < 0n && <TopUp walletId={AOGTD.id} missing={-left} back="/order" />}
    </Modal>
  );
}

function Amount({ units }: { units: bigint | null }) {
  return units === null ? '–' : <Money units={units} precision={AOGTD.precision} asset={AOGTD.name} hideable={false} />;
}
