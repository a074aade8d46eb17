import { Gift, Pause, Play, Rocket } from 'lucide-react';
import { IconButton } from '@minerx/ui/icon-button';
import { Money } from '@minerx/ui/money';
import { useState } from 'react';
import { useTexts } from '../../i18n/texts.ts';
import { MinerArt } from './miner-art.tsx';
import type { MinerOffer } from './miner-offer.ts';
import styles from './booster-hero.module.css';

const ROWS = [0, 1, 2];
const BLOCKS = [0, 1, 2, 3, 4, 5, 6, 7];

/** The head of the X2 page: the machine before chains of blocks that drift by, with what the package is. */
export function BoosterHero({ offer, quantity }: { offer: MinerOffer; quantity: number }) {
  const { t } = useTexts();
  const [paused, setPaused] = useState(false);
  return (
    <section className={styles.hero} data-paused={paused || undefined} aria-labelledby="booster-name">
      <Backdrop />
      <div className={styles.art}>
        <MinerArt line="x2" running={!paused} />
      </div>
      <div className={styles.words}>
        <p className={styles.tags}>
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
          {offer.name}
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
      <IconButton
        className={styles.pause}
        label={paused ? t('miner.motion.play') : t('miner.motion.pause')}
        icon={paused ? <Play size={18} aria-hidden="true" /> : <Pause size={18} aria-hidden="true" />}
        onClick={() => setPaused(!paused)}
      />
    </section>
  );
}

/** Three chains of blocks; each row is as long again as what is seen, so that its loop has no seam. */
function Backdrop() {
  return (
    <div className={styles.backdrop} aria-hidden="true">
      {ROWS.map((row) => (
        <svg
          key={row}
          className={styles.chain}
          data-row={row}
          viewBox="0 0 960 72"
          fill="none"
          preserveAspectRatio="xMinYMid slice"
        >
          {[...BLOCKS, ...BLOCKS.map((place) => place + BLOCKS.length)].map((place) => (
            <g key={place} transform={`translate(${place * 60} 0)`}>
              <path className={styles.link} d="M44 36h28" />
              <rect
                className={styles.block}
                x="16"
                y="20"
                width="28"
                height="32"
                rx="6"
                data-lit={((place + row) % BLOCKS.length) % 4 === 0 || undefined}
              />
              <path
                className={styles.hash}
                d={`M22 30h${10 + (((place * 5 + row * 3) % BLOCKS.length) % 3) * 3}M22 37h${16 - (place % 4) * 2}M22 44h9`}
              />
            </g>
          ))}
        </svg>
      ))}
    </div>
  );
}
