import { DEPOSIT_STATUS, type DepositStatus } from '@minerx/rules/deposit';
import { exactPrecision, formatUnits } from '@minerx/ui/amount-text';
import { Card } from '@minerx/ui/card';
import { Chip, type ChipProps } from '@minerx/ui/chip';
import { CopyButton } from '@minerx/ui/copy-button';
import { EmptyState } from '@minerx/ui/empty-state';
import { Money } from '@minerx/ui/money';
import { Skeleton } from '@minerx/ui/skeleton';
import { SourceBadge } from '@minerx/ui/source-badge';
import { CircleCheck, CircleX, Clock, Hourglass } from 'lucide-react';
import { useState } from 'react';
import { AddressText } from '../../base/parts/address-text.tsx';
import { Moment } from '../../base/parts/moment.tsx';
import { Pages, Sought, useSought } from '../../base/parts/paged.tsx';
import { Loaded } from '../../base/query.tsx';
import type { TextKey } from '../../i18n/keys.ts';
import { useTexts, type Texts } from '../../i18n/texts.ts';
import { useDepositOptions, useDeposits, type Deposit } from './deposit.api.ts';
import styles from './deposit.module.css';
import { waitingTime } from './waiting-time.ts';

const CHIPS: Record<DepositStatus, { tone: ChipProps['tone']; Icon: ChipProps['Icon']; label: TextKey }> = {
  [DEPOSIT_STATUS.SEEN]: { tone: 'wait', Icon: Clock, label: 'deposit.status.seen' },
  [DEPOSIT_STATUS.KEPT]: { tone: 'wait', Icon: Hourglass, label: 'deposit.status.kept' },
  [DEPOSIT_STATUS.CREDITED]: { tone: 'gain', Icon: CircleCheck, label: 'deposit.status.credited' },
  [DEPOSIT_STATUS.ORPHANED]: { tone: 'danger', Icon: CircleX, label: 'deposit.status.orphaned' },
};

/** Deposits that were credited together: the one that somebody came for, above everything else. */
export function SoughtDeposits() {
  const query = useDeposits(useSought());
  return (
    <Sought rows={query.data?.rows}>
      {(rows) => rows.map((deposit) => <DepositCard key={deposit.id} deposit={deposit} />)}
    </Sought>
  );
}

/** The member's deposits, newest first; those under way count their confirmations while one looks. */
export function DepositList() {
  const { t } = useTexts();
  const [page, setPage] = useState(1);
  const query = useDeposits({ page });
  const options = useDepositOptions();
  // The choice above says for both what has failed.
  if (query.isError && query.data === undefined && options.isError && options.data === undefined) return null;
  return (
    <section className="stack-3" aria-labelledby="deposits">
      <h2 id="deposits">{t('deposit.list')}</h2>
      <Loaded
        compact
        unmarked={options.isError}
        query={query}
        skeleton={<Skeleton height="9rem" />}
        isEmpty={({ total }) => total === 0}
        empty={<EmptyState text={t('deposit.empty')} />}
      >
        {({ rows, total }) => (
          <>
            <ul className="stack-3">
              {rows.map((deposit) => (
                <li key={deposit.id}>
                  <DepositCard deposit={deposit} />
                </li>
              ))}
            </ul>
            <Pages page={page} total={total} label={t('deposit.list')} onPage={setPage} />
          </>
        )}
      </Loaded>
    </section>
  );
}

/** One deposit: how much, its state with what comes next, and its transaction. */
export function DepositCard({ deposit }: { deposit: Deposit }) {
  const texts = useTexts();
  const { t } = texts;
  const {
    coin,
    precision,
    network,
    units,
    status,
    hash,
    explorer,
    confirmed,
    confirmations,
    seenAt,
    simulatedChainId,
  } = deposit;
  const { tone, Icon, label } = CHIPS[status];
  return (
    <Card className="stack-3">
      <div className={styles.head}>
        <span className={styles.amount}>
          <Money units={units} precision={exactPrecision(units, precision)} asset={coin} />
        </span>
        <Chip tone={tone} Icon={Icon}>
          {t(label)}
        </Chip>
      </div>
      <p className="soft">
        {network} · <Moment at={seenAt} /> {simulatedChainId !== null && <SourceBadge kind="simulated" />}
      </p>
      {status === DEPOSIT_STATUS.SEEN && (
        <progress
          className={styles.progress}
          max={confirmations}
          value={confirmed}
          aria-label={t('deposit.confirmations')}
        />
      )}
      <p>{stateText(deposit, texts)}</p>
      <div className={styles.hash}>
        <span className="soft">{t('deposit.hash')}</span>
        <AddressText address={hash} />
      </div>
      <div className={styles.actions}>
        <CopyButton text={hash} label={t('deposit.copyHash')} done={t('deposit.hashCopied')} />
        {explorer !== null && (
          <a href={explorer} target="_blank" rel="noopener noreferrer">
            {t('deposit.explorer')}
          </a>
        )}
      </div>
    </Card>
  );
}

/** What the state means for the member, and what comes next. */
function stateText(deposit: Deposit, { t, tag, format }: Texts): string {
  const { status, confirmed, confirmations, expectedSeconds, units, minimumUnits } = deposit;
  const { coin, precision, network, creditedAt } = deposit;
  if (status === DEPOSIT_STATUS.SEEN) {
    const time = waitingTime(expectedSeconds, t);
    return confirmed < confirmations
      ? t('deposit.seen', { done: confirmed, needed: confirmations, time })
      : t('deposit.finality', { needed: confirmations, time });
  }
  if (status === DEPOSIT_STATUS.KEPT && units < minimumUnits) {
    const minimum = formatUnits(minimumUnits, exactPrecision(minimumUnits, precision), tag);
    return t('deposit.kept', { minimum, coin, network });
  }
  if (status === DEPOSIT_STATUS.KEPT) return t('deposit.kept.enough');
  if (status === DEPOSIT_STATUS.CREDITED) return t('deposit.credited', { date: format.dateTime(creditedAt ?? '') });
  return t('deposit.orphaned');
}
