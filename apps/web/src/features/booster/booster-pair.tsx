import { BoosterCard } from './booster-card.tsx';
import type { BoosterPrices } from './booster.api.ts';
import styles from './booster-card.module.css';

export interface BoosterPairProps {
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
