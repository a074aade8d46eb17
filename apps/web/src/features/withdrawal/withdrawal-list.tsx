import { unitsOf } from '@minerx/rules/money';
import { walletById, type WalletId } from '@minerx/rules/wallet';
import { isReturned, isUnderReview, withdrawalStatusName, type WithdrawalStatusName } from '@minerx/rules/withdrawal';
import { Button } from '@minerx/ui/button';
import { Card } from '@minerx/ui/card';
import { Chip, type ChipProps } from '@minerx/ui/chip';
import { Fact, Facts } from '@minerx/ui/facts';
import { Money } from '@minerx/ui/money';
import { Skeleton } from '@minerx/ui/skeleton';
import { SourceBadge } from '@minerx/ui/source-badge';
import { Ban, CircleCheck, CircleX, Hourglass, SearchCheck, Send } from 'lucide-react';
import { AddressText } from '../../base/parts/address-text.tsx';
import { Moment } from '../../base/parts/moment.tsx';
import { useTexts, type Texts } from '../../i18n/texts.ts';
import { TransactionLinks, WithdrawalCards } from '../../base/parts/withdrawal-cards.tsx';
import { nextStepText } from './next-step.ts';
import { decimalsOf } from './withdraw-input.ts';
import styles from './withdraw.module.css';
import { cancelWithdrawal, withdrawalKeys, type Withdrawal } from './withdrawal.api.ts';

const looks = {
  review: { Icon: Hourglass, tone: 'wait' },
  approved: { Icon: CircleCheck, tone: 'accent' },
  sent: { Icon: Send, tone: 'accent' },
  confirmed: { Icon: CircleCheck, tone: 'gain' },
  errored: { Icon: SearchCheck, tone: 'wait' },
  cancelled: { Icon: Ban, tone: 'plain' },
  rejected: { Icon: CircleX, tone: 'danger' },
} as const satisfies Record<WithdrawalStatusName, Pick<ChipProps, 'Icon' | 'tone'>>;

/** One page of the withdrawals: how much, where to, its state with the reason, what comes next and by when, its transaction. */
export function WithdrawalList({ rows }: { rows: readonly Withdrawal[] }) {
  const { t } = useTexts();
  return (
    <WithdrawalCards
      rows={rows}
      card={(row, onCancel) => <WithdrawalCard withdrawal={row} onCancel={onCancel} />}
      cancelling={({ id }) => ({
        what: <p>{t('withdrawal.cancel.text')}</p>,
        send: () => cancelWithdrawal(id),
        done: 'withdrawal.state.cancelled',
        // What came back stands in the wallets and in their history.
        renews: [withdrawalKeys.all, ['wallet']],
      })}
    />
  );
}

/** An amount of the withdrawal's coin, with all its decimals. */
function CoinMoney({ withdrawal, text }: { withdrawal: Withdrawal; text: string }) {
  const { name, precision } = walletById(withdrawal.wallet_type as WalletId);
  const units = unitsOf(text);
  return <Money units={units} precision={decimalsOf(units, precision)} asset={name} />;
}

function WithdrawalCard({ withdrawal, onCancel }: { withdrawal: Withdrawal; onCancel: () => void }) {
  const { t, format } = useTexts();
  const { hash, hash_url: url } = withdrawal;
  const next = nextStepText(withdrawal, { t, format }, Date.now());
  const name = withdrawalStatusName(withdrawal.status);
  const { Icon, tone } = looks[name];
  return (
    <Card className="stack-3">
      <div className={styles.head}>
        <span className={styles.amount}>
          <CoinMoney withdrawal={withdrawal} text={withdrawal.amount} />
        </span>
        <Chip tone={tone} Icon={Icon}>
          {t(`withdrawal.status.${name}`)}
        </Chip>
      </div>
      <p className={styles.date}>
        <Moment at={withdrawal.created_date} />{' '}
        {withdrawal.simulated_chain_id !== null && <SourceBadge kind="simulated" />}
      </p>
      <p className={styles.state}>{stateText(withdrawal, t, format)}</p>
      {next !== null && <p className="soft">{next}</p>}
      <Facts ruled className={styles.list}>
        <Fact label={withdrawal.network} wide>
          <AddressText address={withdrawal.address} />
        </Fact>
        <Fact label={t(isReturned(withdrawal) ? 'withdrawal.feeBack' : 'withdrawal.fee')}>
          <CoinMoney withdrawal={withdrawal} text={withdrawal.fee} />
        </Fact>
        {hash !== null && (
          <Fact label={t('withdrawal.hash')} wide>
            <AddressText address={hash} />
          </Fact>
        )}
      </Facts>
      <TransactionLinks hash={hash} url={url} />
      {isUnderReview(withdrawal) && (
        <Button variant="secondary" size="medium" onClick={onCancel}>
          {t('withdrawal.cancel')}
        </Button>
      )}
    </Card>
  );
}

/** What the state means for the member, and what comes next. */
function stateText(
  { status, cause, half_approved, deadline, confirmations, confirmations_needed, confirmed_by }: Withdrawal,
  t: Texts['t'],
  format: Texts['format'],
): string {
  const name = withdrawalStatusName(status);
  if (name === 'rejected') return t(`withdrawal.rejected.${cause ?? 'other'}`);
  if (name === 'review' && half_approved) return t('withdrawal.state.half');
  if (name === 'sent' && confirmations > 0)
    return confirmations < confirmations_needed
      ? t('withdrawal.state.counted', { done: confirmations, needed: confirmations_needed })
      : t('withdrawal.state.finality', { needed: confirmations_needed });
  if (name === 'confirmed' && confirmed_by === 'operators') return t('withdrawal.state.told');
  return name === 'review'
    ? t('withdrawal.state.review', { date: format.date(new Date(deadline)) })
    : t(`withdrawal.state.${name}`);
}

/** In the shape of a page. */
export function WithdrawalsWaiting() {
  return (
    <div className="stack-3">
      {Array.from({ length: 3 }, (_, place) => (
        <Card key={place} className="stack-3">
          <Skeleton width="60%" height="1.75rem" />
          <Skeleton height="2.625rem" />
          <Skeleton height="6rem" />
        </Card>
      ))}
    </div>
  );
}
