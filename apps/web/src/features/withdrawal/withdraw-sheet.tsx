import { ActionFooter } from '@minerx/ui/action-footer';
import { Fact, Facts } from '@minerx/ui/facts';
import { Money } from '@minerx/ui/money';
import { Notice } from '@minerx/ui/notice';
import { Sheet } from '@minerx/ui/sheet';
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
      title={t('withdrawal.review')}
      footer={
        <ActionFooter
          action={t('withdrawal.accept')}
          onAction={() => void use.confirm()}
          busy={busy}
          status={again && t('withdrawal.again')}
          cancel={t('common.cancel')}
          onCancel={use.cancel}
        />
      }
    >
      <div className="stack-4">
        <Facts ruled className={styles.list}>
          <Fact label={t('withdrawal.arrives')}>{money(sums.amountUnits)}</Fact>
          <Fact label={t('withdrawal.network')}>{option.network}</Fact>
          {option.address !== null && (
            <Fact label={t('withdrawal.to')} wide>
              <AddressText address={option.address} />
            </Fact>
          )}
          <Fact label={t('withdrawal.fee')}>{money(sums.feeUnits)}</Fact>
          <Fact
            label={t('withdrawal.taken')}
            note={
              left >= 0n && (
                <>
                  {t('withdrawal.left')} {money(left, true)}
                </>
              )
            }
          >
            {money(sums.takenUnits)}
          </Fact>
          <Fact label={t('withdrawal.when')} wide>
            <span className={styles.plain}>{t('withdrawal.when.text', { count: option.review_hours })}</span>
          </Fact>
        </Facts>
        <Notice>{t('withdrawal.final')}</Notice>
      </div>
    </Sheet>
  );
}
