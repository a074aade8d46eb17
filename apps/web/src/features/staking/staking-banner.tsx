import { classes } from '@minerx/ui/classes';
import { useUi } from '@minerx/ui/ui-context';
import { ChevronRight } from 'lucide-react';
import { useTexts } from '../../i18n/texts.ts';
import { useStakingOffer } from './staking.api.ts';
import styles from './staking-banner.module.css';

/** A quarter of the dial of the home screen, and another one. */
const QUARTERS = [0, 90, 180, 270];

/** The way to staking, with the dial of its four cycles as a sign: festive only while there is something to be had. */
export function StakingBanner() {
  const { t } = useTexts();
  const { Link } = useUi();
  const available = useStakingOffer().data?.available;
  return (
    <Link to="/profile/staking" className={classes(styles.banner, !available && styles.closed)}>
      <svg className={styles.dial} viewBox="0 0 120 120" fill="none" aria-hidden="true">
        <circle className={styles.rim} cx="60" cy="60" r="57" />
        {QUARTERS.map((angle) => (
          <path
            key={angle}
            className={angle === 0 ? styles.chosen : styles.quarter}
            d="M26.500 28.500A46 46 0 0 1 93.500 28.500"
            transform={`rotate(${angle} 60 60)`}
          />
        ))}
        <circle className={styles.hub} cx="60" cy="60" r="22" />
        <path className={styles.needle} d="M60 18 55 5h10Z" />
      </svg>
      <span className="stack-1 grow">
        <span className={styles.title}>{t('staking.banner')}</span>
        {/* A line high while it is not known: nothing is promised. */}
        <span className="soft">
          {available === undefined ? '\u00a0' : t(available ? 'staking.banner.detail' : 'staking.banner.closed')}
        </span>
      </span>
      <ChevronRight className={styles.arrow} size={20} aria-hidden="true" />
    </Link>
  );
}
