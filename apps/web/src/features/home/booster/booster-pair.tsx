import type { BoosterPrices } from './booster-prices.ts';
import styles from './booster-card.module.css';
import { Link } from '@tanstack/react-router';
import { Money } from '@minerx/ui/money';
import { Skeleton } from '@minerx/ui/skeleton';
import { ArrowRight, TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import x1 from '../../../base/art/miner-x1.svg';
import x2 from '../../../base/art/miner-x2.svg';
import { useTexts } from '../../../i18n/texts.ts';

interface BoosterPairProps {
  /** Undefined while they are on their way. */
  prices: BoosterPrices | undefined;
  /** The question failed: each card says that its price is not known. */
  failed: boolean;
  /** Below them, where nothing else on the screen offers to ask again. */
  retry: ReactNode;
}

/** The two boosters beside each other. */
export function BoosterPair({ prices, failed, retry }: BoosterPairProps) {
  const priceOf = (line: 'x1' | 'x2') => (prices ? prices[line] : failed ? 'failed' : undefined);
  return (
    <>
      <div className={styles.pair}>
        <BoosterCard line="x1" price={priceOf('x1')} />
        <BoosterCard line="x2" price={priceOf('x2')} />
      </div>
      {failed && !prices && retry}
    </>
  );
}

interface BoosterCardProps {
  line: 'x1' | 'x2';
  /** 1e-8 USDT; undefined while it is on its way, null when it is not offered. */
  price: bigint | 'failed' | null | undefined;
}

/** One booster miner of the home screen with the way to its subscription. */
function BoosterCard({ line, price }: BoosterCardProps) {
  const { t } = useTexts();
  const own = line === 'x1';
  return (
    <Link to={own ? '/miner/purchase' : '/miner/purchase2'} className={styles.card} data-line={line}>
      <img
        className={styles.picture}
        src={window.minerxEarly?.pictures?.[own ? 0 : 1] ?? (own ? x1 : x2)}
        alt=""
        width="320"
        height="280"
        decoding="async"
      />
      <span className={styles.name}>{own ? 'X1' : 'X2 MAX'}</span>
      <span className={styles.text}>{own ? t('home.x1.text') : t('home.x2.text')}</span>
      <span className={styles.price}>
        {typeof price === 'bigint' && <Money units={price} precision={0} asset="USDT" size="large" hideable={false} />}
        {price === 'failed' && (
          <span className={styles.failed}>
            –
            <TriangleAlert size={18} aria-hidden="true" />
            <span className="unseen">{t('common.loadFailed')}</span>
          </span>
        )}
        {price === undefined && <Skeleton width="6rem" height="1.5rem" />}
      </span>
      <span className={styles.go}>
        {t('home.subscribe')}
        <ArrowRight size={16} aria-hidden="true" />
      </span>
    </Link>
  );
}
