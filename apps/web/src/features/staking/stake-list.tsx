import { Card } from '@minerx/ui/card';
import { Chip } from '@minerx/ui/chip';
import { classes } from '@minerx/ui/classes';
import { Fact, Facts } from '@minerx/ui/facts';
import { Money } from '@minerx/ui/money';
import { Skeleton } from '@minerx/ui/skeleton';
import { walletById, type WalletId } from '@minerx/rules/wallet';
import { Flag, Lock } from 'lucide-react';
import { useTexts } from '../../i18n/texts.ts';
import type { Stake } from './staking.api.ts';
import { Moment } from '../../base/parts/moment.tsx';
import styles from './staking.module.css';

/** One page of staking orders. */
export function StakeList({ rows }: { rows: readonly Stake[] }) {
  return (
    <ul className="stack-3">
      {rows.map((stake) => (
        <li key={stake.id}>
          <StakeCard stake={stake} />
        </li>
      ))}
    </ul>
  );
}

function StakeCard({ stake }: { stake: Stake }) {
  const { t, format } = useTexts();
  return (
    <Card className={classes('stack-3', !stake.isActive && styles.past)}>
      <div className={styles.head}>
        <span className={styles.name}>{stake.name}</span>
        <Chip tone={stake.isActive ? 'gain' : 'plain'} Icon={stake.isActive ? Lock : Flag}>
          {t(stake.isActive ? 'staking.status.active' : 'staking.status.ended')}
        </Chip>
      </div>
      <p className={styles.amounts}>
        <Amount units={stake.amountUnits} walletId={stake.walletId} />
        <Amount units={stake.amount2Units} walletId={stake.wallet2Id} />
      </p>
      <Facts small quiet className={styles.dates}>
        <Fact label={t('staking.staked')}>
          <Moment at={stake.createdAt} />
        </Fact>
        <Fact label={t(stake.isActive ? 'staking.ends' : 'staking.ended')}>
          <time dateTime={stake.endsAt}>{format.dateTime(stake.endsAt)}</time>
        </Fact>
      </Facts>
    </Card>
  );
}

function Amount({ units, walletId }: { units: bigint; walletId: WalletId }) {
  const { name, precision } = walletById(walletId);
  return <Money units={units} precision={precision} asset={name} />;
}

/** The shape of a page that is on its way. */
export function StakeListWaiting() {
  return (
    <div className="stack-3">
      {Array.from({ length: 3 }, (_, place) => (
        <Card key={place} className="stack-3">
          <Skeleton width="55%" height="1.5rem" />
          <Skeleton width="75%" height="1.75rem" />
          <Skeleton height="2.75rem" />
        </Card>
      ))}
    </div>
  );
}

/** The shape of the form that is on its way. */
export function StakeFormWaiting() {
  return (
    <div className="stack-4">
      <Card className="stack-5">
        {[0, 1, 2].map((place) => (
          <Skeleton key={place} height="5.875rem" />
        ))}
        <Skeleton height="7rem" />
      </Card>
      <Card>
        <Skeleton height="7.375rem" />
      </Card>
    </div>
  );
}
