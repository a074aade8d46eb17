import { Card } from '@minerx/ui/card';
import { Skeleton } from '@minerx/ui/skeleton';
import { SourceBadge } from '@minerx/ui/source-badge';
import { useEffect, useRef } from 'react';
import { Loaded } from '../../../base/query.tsx';
import { FeedBadge } from '../../../feeds/feed-badge.tsx';
import { useMarketFeed } from '../../../feeds/market-feed.ts';
import { useMarketSource } from '../../../feeds/market-prices.ts';
import { useTexts } from '../../../i18n/texts.ts';
import { MarketTile } from './market-tile.tsx';
import { useMarket, type Market } from './market.api.ts';
import styles from './market-strip.module.css';

/** The highlighted pairs with their live prices. */
export default function MarketStrip() {
  const { t } = useTexts();
  const market = useMarket();
  return (
    <Card className={styles.card}>
      <div className={styles.head}>
        <h2 className={styles.title} id="market-title">
          {t('market.title')}
        </h2>
        {market.data && <Badges market={market.data} onBack={() => void market.refetch()} />}
      </div>
      <Loaded query={market} skeleton={<Tiles />} isEmpty={({ pairs }) => pairs.length === 0}>
        {({ pairs }) => (
          <ul className={styles.tiles} tabIndex={0} aria-labelledby="market-title">
            {pairs.map((pair) => (
              <MarketTile key={pair.pair} pair={pair} />
            ))}
          </ul>
        )}
      </Loaded>
    </Card>
  );
}

/** Where the prices come from and how fresh they are. After a break the minutes that were missed are asked for. */
function Badges({ market, onBack }: { market: Market; onBack: () => void }) {
  const state = useMarketFeed(market.pairs.map(({ pair }) => pair));
  const source = useMarketSource();
  const wasLive = useRef(false);
  const wasAway = useRef(false);
  useEffect(() => {
    if (state === 'asleep' || state === 'reconnecting') wasAway.current = wasLive.current;
    if (state !== 'live') return;
    if (wasAway.current) onBack();
    wasLive.current = true;
    wasAway.current = false;
  }, [state, onBack]);
  const { simulated, stale } = source ?? market;
  return (
    <span className="line-2 wraps">
      {simulated && <SourceBadge kind="simulated" />}
      <FeedBadge state={stale && state === 'live' ? 'stale' : state} />
    </span>
  );
}

function Tiles() {
  return (
    <div className={styles.tiles}>
      {[1, 2, 3].map((place) => (
        <div key={place} className={styles.tile}>
          <Skeleton width="3rem" height="1.25rem" />
          <Skeleton width="8rem" height="1.5rem" />
          <Skeleton width="4rem" height="1.25rem" />
          <Skeleton height="2rem" />
        </div>
      ))}
    </div>
  );
}
