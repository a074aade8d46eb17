import type { BoosterPrices } from './booster-prices.ts';
import styles from './booster-card.module.css';
import { Link } from '@tanstack/react-router';
import { Money } from '@minerx/ui/money';
import { Skeleton } from '@minerx/ui/skeleton';
import { ArrowRight } from 'lucide-react';
import x1 from '../../../base/art/miner-x1.svg';
import x2 from '../../../base/art/miner-x2.svg';
import { useTexts } from '../../../i18n/texts.ts';

interface BoosterPairProps {
  /** Undefined while they are on their way. */
  prices: BoosterPrices | undefined;
  /** The question failed: the cards stand without a price. */
  failed: boolean;
}

/** The two boosters beside each other. */
export function BoosterPair({ prices, failed }: BoosterPairProps) {
  const priceOf = (line: 'x1' | 'x2') => (prices ? prices[line] : failed ? null : undefined);
  return (
    <div className={styles.pair}>
      <BoosterCard line="x1" priceUnits={priceOf('x1')} />
      <BoosterCard line="x2" priceUnits={priceOf('x2')} />
    </div>
  );
}

interface BoosterCardProps {
  line: 'x1' | 'x2';
  /** 1e-8 USDT; undefined while it is on its way, null when it is not known. */
  priceUnits: bigint | null | undefined;
}

/** One booster miner of the home screen with the way to its subscription. */
function BoosterCard({ line, priceUnits }: BoosterCardProps) {
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
        {typeof priceUnits === 'bigint' && (
          <Money units={priceUnits} precision={0} asset="USDT" size="large" hideable={false} />
        )}
        {priceUnits === undefined && <Skeleton width="6rem" height="1.5rem" />}
      </span>
      <span className={styles.go}>
        {t('home.subscribe')}
        <ArrowRight size={16} aria-hidden="true" />
      </span>
    </Link>
  );
}
