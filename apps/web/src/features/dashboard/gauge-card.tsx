import { gaugeFraction } from '@minerx/rules/mining-reward';
import { Card } from '@minerx/ui/card';
import { classes } from '@minerx/ui/classes';
import { Reading } from '@minerx/ui/reading';
import { Gauge } from '@minerx/ui/gauge';
import { Money } from '@minerx/ui/money';
import { SourceBadge } from '@minerx/ui/source-badge';
import type { ReactNode } from 'react';
import type { FeedState } from '../../feeds/connection.ts';
import { CountUp } from '../../feeds/count-up.tsx';
import { FeedBadge, useIsLost } from '../../feeds/feed-badge.tsx';
import { useTexts } from '../../i18n/texts.ts';
import type { Profits } from './dashboard.api.ts';
import styles from './dashboard.module.css';
import { useTotalHashrate } from './total-hashrate.ts';

interface GaugeCardProps {
  profits: Profits;
  feed: FeedState;
  /** When `profits` came, ms since 1970. */
  loadedAt: number;
  totalUsd: ReactNode;
  /** With which price the dollars are reckoned, here and below. */
  price: ReactNode;
}

/** What all miners do together, live, and what they have brought. */
export function GaugeCard({ profits, feed, loadedAt, totalUsd, price }: GaugeCardProps) {
  const { t, format } = useTexts();
  const total = useTotalHashrate(profits.orders);
  const isLost = useIsLost(feed);
  const isOld = isLost || feed === 'stale';
  const fraction = gaugeFraction(total ?? 0, profits.minerCount);
  return (
    <Card className={classes('stack-3 centred', styles.gauge)}>
      <Gauge share={fraction} old={isOld}>
        <span className={styles.label}>{t(isLost ? 'order.hashrate' : 'dashboard.hashrate')}</span>
        <Reading old={isOld}>{total === null ? '–' : <CountUp value={total} format={format.hashrate} />}</Reading>
        <span className={styles.soft}>
          {profits.minerCount > 0
            ? t('dashboard.ofCapacity', { capacity: format.number(profits.capacityThs) })
            : t('dashboard.idle')}
        </span>
        {total !== null && (
          <span className={styles.percent} data-old={isOld || undefined}>
            {format.percent(fraction, 1)}
          </span>
        )}
      </Gauge>
      <div className={styles.badges}>
        <FeedBadge state={feed} loadedAt={loadedAt} />
        {profits.simulated && <SourceBadge kind="simulated" />}
      </div>
      <dl className={styles.tiles}>
        <Tile
          label={t('dashboard.mined')}
          detail={
            <span className={styles.worth}>
              {totalUsd}
              {price}
            </span>
          }
        >
          <Money units={profits.totalUnits} precision={8} asset="BTC" size="large" />
        </Tile>
        <Tile label={t('dashboard.miners')}>{format.number(profits.minerCount)}</Tile>
        <Tile label={t('dashboard.power')} detail={<SourceBadge kind="contract" />}>
          {`${format.number(profits.powerW)}\u00a0W`}
        </Tile>
      </dl>
    </Card>
  );
}

function Tile({ label, detail, children }: { label: ReactNode; detail?: ReactNode; children: ReactNode }) {
  return (
    <div className={styles.tile}>
      <dt>{label}</dt>
      <dd className={styles.tileValue}>{children}</dd>
      {detail && <dd className={styles.soft}>{detail}</dd>}
    </div>
  );
}
