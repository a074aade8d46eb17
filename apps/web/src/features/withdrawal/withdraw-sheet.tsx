import { ActionFooter } from '@minerx/ui/action-footer';
import { Money } from '@minerx/ui/money';
import { Sheet } from '@minerx/ui/sheet';
import type { ReactNode } from 'react';
import { AddressText } from '../../base/parts/address-text.tsx';
import { useTexts } from '../../i18n/texts.ts';
import type { WithdrawUse } from './use-withdraw.ts';
import { decimalsOf } from './withdraw-input.ts';
import styles from './withdraw.module.css';

/** Everything once more before it is asked for: what arrives, where, the fee, what leaves, and when. */
export function WithdrawSheet({ use }: { use: WithdrawUse }) {
  const { t } = useTexts();
  const { option, wallet, sums, busy, again } = use;
  const money = (units: bigint, hideable = false) => (
    <Money units={units} precision={decimalsOf(units, wallet.precision)} asset={wallet.name} hideable={hideable} />
  );
  const left = wallet.balanceUnits - sums.takenUnits;
  return (
    <Sheet
      open={use.reviewing}
      onClose={use.cancel}
      dismissable={!busy}
      title={t('withdraw.review')}
      footer={
        <ActionFooter
          action={t('withdraw.accept')}
          onAction={() => void use.confirm()}
          busy={busy}
          status={again && t('withdraw.again')}
          cancel={t('common.cancel')}
          onCancel={use.cancel}
        />
      }
    >
      <div className={styles.form}>
        <dl className={styles.list}>
          <Line label={t('withdraw.arrives')}>{money(sums.amountUnits)}</Line>
          <Line label={t('withdraw.network')}>{option.network}</Line>
          {option.address !== null && (
            <Line label={t('withdraw.to')} wide>
              <AddressText address={option.address} />
            </Line>
          )}
          <Line label={t('withdraw.fee')}>{money(sums.feeUnits)}</Line>
          <Line
            label={t('withdraw.taken')}
            note={
              left >= 0n && (
                <>
                  {t('withdraw.left')} {money(left, true)}
                </>
              )
            }
          >
            {money(sums.takenUnits)}
          </Line>
          <Line label={t('withdraw.when')} wide>
            <span className={styles.plain}>{t('withdraw.when.text', { count: option.review_hours })}</span>
          </Line>
        </dl>
        <p className={styles.warning}>{t('withdraw.final')}</p>
      </div>
    </Sheet>
  );
}

function Line({
  label,
  note,
  wide = false,
  children,
}: {
  label: string;
  note?: ReactNode;
  wide?: boolean;
  children: ReactNode;
}) {
  return (
    <div data-wide={wide || undefined}>
      <dt>{label}</dt>
      <dd>
        {children}
        {note && <span className={styles.note}>{note}</span>}
      </dd>
    </div>
  );
}
