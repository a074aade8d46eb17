import { Gift, Pause, Play, Rocket } from 'lucide-react';
import { classes } from '@minerx/ui/classes';
import { IconButton } from '@minerx/ui/icon-button';
import { Money } from '@minerx/ui/money';
import { useState } from 'react';
import { useTexts } from '../../i18n/texts.ts';
import { BoosterVideo } from './booster-video.tsx';
import type { MinerOffer } from './miner-offer.ts';
import styles from './booster-hero.module.css';

/** The head of the X2 page: the machines on their stage, with what the package is. */
export function BoosterHero({ offer, quantity }: { offer: MinerOffer; quantity: number }) {
  const { t } = useTexts();
  const [paused, setPaused] = useState(false);
  const [still, setStill] = useState(false);
  return (
    <section className={styles.hero} aria-labelledby="booster-name">
      <BoosterVideo paused={paused} onStill={setStill} />
      <div className={styles.words}>
        <p className={classes('line-2 wraps', styles.tags)}>
          <span className={styles.booster}>
            <Rocket size={14} aria-hidden="true" />
            {t('miner.booster')}
          </span>
          {offer.freeBlessings > 0 && (
            <span className={styles.raya}>
              <Gift size={14} aria-hidden="true" />
              {t('miner.raya', { count: offer.freeBlessings })}
            </span>
          )}
        </p>
        <h2 id="booster-name" className={styles.name}>
          {t(`miner.package.${offer.id}`)}
        </h2>
        <p>
          <Money
            units={offer.unitPriceUnits * BigInt(quantity)}
            precision={0}
            asset="USDT"
            size="figure"
            hideable={false}
          />
        </p>
        <p className={styles.multiple}>
          {t('miner.maxProfit')} <Money units={offer.multipleUnits} precision={2} asset="×" hideable={false} />
        </p>
      </div>
      {!still && (
        <IconButton
          className={styles.pause}
          label={paused ? t('miner.motion.play') : t('miner.motion.pause')}
          icon={paused ? <Play size={18} aria-hidden="true" /> : <Pause size={18} aria-hidden="true" />}
          onClick={() => setPaused(!paused)}
        />
      )}
    </section>
  );
}
