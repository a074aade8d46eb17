import { displayUnits, UNIT, units, type Units } from '@minerx/rules/money';
import { activationFee } from '@minerx/rules/purchase';
import { walletByName } from '@minerx/rules/wallet';
import { formatUnits } from '@minerx/ui/amount-text';
import { Fact, Facts } from '@minerx/ui/facts';
import { Money } from '@minerx/ui/money';
import { Skeleton } from '@minerx/ui/skeleton';
import type { ReactNode } from 'react';
import { queryClient } from '../../../base/query.tsx';
import { ActionModal } from '../../../base/parts/action-modal.tsx';
import { TopUp } from '../../../base/parts/top-up.tsx';
import type { Action } from '../../../base/asking/use-action.ts';
import { activationOf, orderKeys, patchOrders } from '../../../feeds/order-cache.ts';
import { useTexts } from '../../../i18n/texts.ts';
import { activateOrder } from './activation.api.ts';
import styles from '../modals.module.css';
import { packageText, type MinerOrder } from '../order.api.ts';

const AOGTD = walletByName('AOGTD');

/** What the fee is paid from, as it stands now. */
export interface Funds {
  /** AOGTD for one dollar, × 1e8. */
  priceUnits: Units;
  balanceUnits: Units;
}

interface ActivateModalProps {
  open: boolean;
  /** Stays while the modal closes. */
  order: MinerOrder | null;
  /** Undefined while it is on its way. */
  funds: Funds | undefined;
  onClose: () => void;
  /** The fee was taken: balances have changed. */
  onPaid: () => void;
}

/** Before the fee is paid: how much, from which wallet, at what price, and what happens then. */
export function ActivateModal({ open, order, funds, onClose, onPaid }: ActivateModalProps) {
  const { t } = useTexts();
  const fee =
    order && funds && funds.priceUnits > 0n ? activationFee(order.activationFeeUnits, funds.priceUnits) : null;
  const short = fee !== null && funds !== undefined && fee > funds.balanceUnits;

  const act: Action | null = order && {
    send: () => activateOrder(order.id),
    onDone: () => {
      patchOrders(queryClient, activationOf(order.id));
      onPaid();
    },
    done: {
      title: t('order.activate.title'),
      message: t('order.activate.done'),
      submessage: t('order.activate.next'),
    },
    failed: (why) => ({ title: t('order.activate.title'), message: t('order.activate.failed'), submessage: why }),
    unanswered: 'order.lostAnswer',
    renews: [orderKeys.all],
  };

  return (
    <ActionModal
      open={open}
      onClose={onClose}
      title={t('order.activate.title')}
      action={t('order.activate')}
      keep={t('common.cancel')}
      waiting={fee === null}
      reason={short ? t('err_insufficient_balance') : undefined}
      act={act}
    >
      {order && (
        <>
          <p className="stack-1">
            <strong>{packageText(t, order)}</strong>
            <span className={styles.serial}>{order.serial}</span>
          </p>
          <p className={styles.text}>{t('order.activate.text')}</p>
          <FeeLines order={order} funds={funds} fee={fee} />
          {short && <TopUp walletId={AOGTD.id} missing={fee - funds.balanceUnits} back="/order" />}
        </>
      )}
    </ActionModal>
  );
}

function FeeLines({ order, funds, fee }: { order: MinerOrder; funds: Funds | undefined; fee: Units | null }) {
  const { t } = useTexts();
  const waiting = <Skeleton width="7rem" height="1.25rem" />;
  const amount = (value: bigint | null | undefined, hideable = true): ReactNode =>
    value === null || value === undefined ? (
      waiting
    ) : (
      <Money units={value} precision={AOGTD.precision} asset={AOGTD.name} hideable={hideable} />
    );
  const after = fee !== null && funds ? funds.balanceUnits - fee : null;
  return (
    <Facts ruled small className={styles.lines}>
      <Fact label={t('order.activate.fee')}>
        <Money units={order.activationFeeUnits} precision={2} asset="USDT" hideable={false} />
      </Fact>
      <Fact label={t('order.activate.rate')}>{funds ? <Rate priceUnits={funds.priceUnits} /> : waiting}</Fact>
      <Fact label={t('order.activate.pay')} strong>
        {amount(fee, false)}
      </Fact>
      <Fact label={t('order.activate.balance')}>{amount(funds?.balanceUnits)}</Fact>
      {after !== null && after >= 0n && <Fact label={t('order.activate.after')}>{amount(units(after))}</Fact>}
    </Facts>
  );
}

/** What a dollar of fees costs. */
export function Rate({ priceUnits }: Pick<Funds, 'priceUnits'>) {
  const { tag } = useTexts();
  return (
    <span className="figure">{`1 USDT = ${formatUnits(priceUnits, decimalsOf(priceUnits), tag)} ${AOGTD.name}`}</span>
  );
}

/** As many decimals as the price has, at least two. */
function decimalsOf(price: bigint): number {
  const fraction = displayUnits(price % UNIT, 8)
    .slice(2)
    .replace(/0+$/, '');
  return Math.max(2, fraction.length);
}
