import { isReturned, isTakenBack, isUndecided } from '@minerx/rules/nft-status';
import { NFT_USUAL_HOURS } from '@minerx/rules/nft-withdrawal';
import { Button } from '@minerx/ui/button';
import { Card } from '@minerx/ui/card';
import { Fact, Facts } from '@minerx/ui/facts';
import { Money } from '@minerx/ui/money';
import { Skeleton } from '@minerx/ui/skeleton';
import { SourceBadge } from '@minerx/ui/source-badge';
import { useTexts, type Texts } from '../../i18n/texts.ts';
import { Confirmations, isCounting } from '../../base/parts/confirmations.tsx';
import { AddressText } from '../../base/parts/address-text.tsx';
import { TransactionLinks, WithdrawalCards } from '../../base/parts/withdrawal-cards.tsx';
import { cancelWithdrawal, nftKeys, type Withdrawal } from './nft.api.ts';
import { isLate } from './late.ts';
import { WithdrawalChip } from './nft-chip.tsx';
import { NftPicture } from './nft-picture.tsx';
import { TokenWords } from './token-words.tsx';
import { Moment } from '../../base/parts/moment.tsx';
import styles from './withdrawal-list.module.css';

/** One page of the withdrawals: what, where to, its state with the reason, what comes next, and its transaction. */
export function WithdrawalList({ rows }: { rows: readonly Withdrawal[] }) {
  const { t } = useTexts();
  return (
    <WithdrawalCards
      rows={rows}
      card={(row, onCancel) => <WithdrawalCard withdrawal={row} onCancel={onCancel} />}
      cancelling={(row) => ({
        what: (
          <>
            <TokenWords token={row} />
            <p className={styles.text}>{t('nft.cancel.text')}</p>
          </>
        ),
        send: () => cancelWithdrawal(row.id),
        done: 'nft.cancel.done.text',
        renews: [nftKeys.all],
      })}
    />
  );
}

function WithdrawalCard({ withdrawal, onCancel }: { withdrawal: Withdrawal; onCancel: () => void }) {
  const { t, format } = useTexts();
  const { status, sending, hash, hashUrl, owner } = withdrawal;
  return (
    <Card className="stack-3">
      <div className={styles.head}>
        <NftPicture token={withdrawal} />
        <div className={styles.title}>
          <TokenWords token={withdrawal} aside={<WithdrawalChip status={status} errored={sending === 'errored'} />} />
          <p className={styles.date}>
            <Moment at={withdrawal.askedAt} />{' '}
            {withdrawal.simulatedChainId !== null && <SourceBadge kind="simulated" />}
          </p>
        </div>
      </div>
      <p className={styles.state}>{stateText(withdrawal, t, format)}</p>
      {isLate(withdrawal, Date.now()) && <p className="soft">{t('withdrawal.late')}</p>}
      <Confirmations of={withdrawal} />
      <Facts className={styles.lines}>
        <Fact wide label={t('nft.history.to', { network: withdrawal.network })}>
          <AddressText address={withdrawal.address} />
        </Fact>
        {hash !== null && (
          <Fact wide label={t('withdrawal.hash')}>
            <AddressText address={hash} />
          </Fact>
        )}
        {owner !== null && (
          <Fact wide label={t('nft.history.owner')}>
            <AddressText address={owner} />
          </Fact>
        )}
        <Fact label={t(isReturned(withdrawal) ? 'nft.history.feeBack' : 'nft.withdraw.fee')}>
          <Money units={withdrawal.feeUnits} precision={2} asset="USDT" />
        </Fact>
      </Facts>
      <TransactionLinks hash={hash} url={hashUrl} />
      {isUndecided(withdrawal) && (
        <Button variant="secondary" size="medium" onClick={onCancel}>
          {t('withdrawal.cancel')}
        </Button>
      )}
    </Card>
  );
}

/** What the state means for the member, and what comes next. */
function stateText(withdrawal: Withdrawal, t: Texts['t'], format: Texts['format']): string {
  const { status, sending, cause, hash, confirmations, deadlineAt } = withdrawal;
  if (isUndecided({ status }))
    return t('nft.history.pending', { count: NFT_USUAL_HOURS, date: format.date(deadlineAt) });
  if (cause !== null) return t(`nft.history.rejected.${cause}`);
  if (sending === 'sent' && !isCounting(withdrawal)) return t('withdrawal.state.finality', { needed: confirmations });
  if (sending !== null) return t(`nft.history.${sending === 'sent' ? 'confirming' : sending}`);
  if (hash !== null) return t('nft.history.sent');
  return isTakenBack({ status }) ? t('nft.history.cancelled') : t('nft.history.approved', { count: NFT_USUAL_HOURS });
}

/** In the shape of a page. */
export function WithdrawalsWaiting() {
  return (
    <div className="stack-3">
      {Array.from({ length: 3 }, (_, place) => (
        <Card key={place} className="stack-3">
          <div className={styles.head}>
            <span className={styles.place} />
            <div className={styles.title}>
              <Skeleton width="70%" height="1.5rem" />
              <Skeleton width="50%" height="1.3125rem" />
            </div>
          </div>
          <Skeleton height="2.625rem" />
          <Skeleton height="5rem" />
        </Card>
      ))}
    </div>
  );
}
