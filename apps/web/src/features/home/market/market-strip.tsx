import { Card } from '@minerx/ui/card';
import { Skeleton } from '@minerx/ui/skeleton';
import { SourceBadge } from '@minerx/ui/source-badge';
import { useEffect, useRef } from 'react';
import { Loaded } from '../../../base/query.tsx';
import { useMarketFeed } from '../../../feeds/market-feed.ts';
import { useMarketSource } from '../../../feeds/market-prices.ts';
import { FeedBadge } from '../../../feeds/feed-badge.tsx';
import { useTexts } from '../../../i18n/texts.ts';
import { MarketRow } from './market-row.tsx';
import { useMarket, type Market } from './market.api.ts';
import styles from './market-strip.module.css';

/** The highlighted pairs with their live prices. */
export default function MarketStrip() {
  const { t, tag } = useTexts();
  const market = useMarket();
  const day = new Intl.NumberFormat(tag, { style: 'unit', unit: 'hour', unitDisplay: 'narrow' }).format(24);
  return (
    <Card className={styles.card}>
      <div className={styles.head}>
        <h2 className={styles.title}>
          {t('market.title')}{' '}
          <span className={styles.period} aria-hidden="true">
            {day}
          </span>
        </h2>
        {market.data && (
          <Badges market={market.data} loadedAt={market.dataUpdatedAt} onBack={() => void market.refetch()} />
        )}
      </div>
      <Loaded query={market} skeleton={<Skeleton height="9rem" />} isEmpty={({ pairs }) => pairs.length === 0}>
        {({ pairs }) => (
          <ul>
            {pairs.map((pair) => (
              <MarketRow key={pair.pair} pair={pair} />
            ))}
          </ul>
        )}
      </Loaded>
    </Card>
  );
}

/** Where the prices come from and how fresh they are. After a break the minutes that were missed are asked for. */
function Badges({ market, loadedAt, onBack }: { market: Market; loadedAt: number; onBack: () => void }) {
  const state = useMarketFeed(market.pairs.map(({ pair }) => pair));
  const source = useMarketSource();
  const wasAway = useRef(false);
  useEffect(() => {
    if (state === 'live' && wasAway.current) onBack();
    if (state !== 'connecting') wasAway.current = state === 'asleep' || state === 'reconnecting';
  }, [state, onBack]);
  const { simulated, stale } = source ?? market;
  return (
    <span className="line-2 wraps">
      {simulated && <SourceBadge kind="simulated" />}
      <FeedBadge state={stale && state === 'live' ? 'stale' : state} loadedAt={loadedAt} />
    </span>
  );
}
