import { Link } from '@tanstack/react-router';
import { Money } from '@minerx/ui/money';
import { Skeleton } from '@minerx/ui/skeleton';
import { ArrowRight } from 'lucide-react';
import { useTexts } from '../../i18n/texts.ts';
import styles from './booster-card.module.css';

export interface BoosterCardProps {
  line: 'x1' | 'x2';
  /** 1e-8 USDT; undefined while it is on its way, null when it is not known. */
  priceUnits: bigint | null | undefined;
}

/** One booster miner of the home screen with the way to its subscription. */
export function BoosterCard({ line, priceUnits }: BoosterCardProps) {
  const { t } = useTexts();
  return (
    <Link to={line === 'x1' ? '/miner/purchase' : '/miner/purchase2'} className={styles.card} data-line={line}>
      <Machine count={line === 'x1' ? 1 : 3} />
      <span className={styles.words}>
        <span className={styles.name}>{line === 'x1' ? 'X1' : 'X2 MAX'}</span>
        <span className={styles.text}>{line === 'x1' ? t('home.x1.text') : t('home.x2.text')}</span>
        <span className={styles.price}>
          {typeof priceUnits === 'bigint' && (
            <Money units={priceUnits} precision={0} asset="USDT" size="large" hideable={false} />
          )}
          {priceUnits === undefined && <Skeleton width="7rem" height="1.75rem" />}
        </span>
      </span>
      <span className={styles.go}>
        {t('home.subscribe')}
        <ArrowRight size={18} aria-hidden="true" />
      </span>
    </Link>
  );
}

/** A rack of machines with their fans, drawn from code. */
function Machine({ count }: { count: number }) {
  return (
    <svg className={styles.machine} viewBox="0 0 96 96" fill="none" aria-hidden="true">
      {Array.from({ length: count }, (_, place) => {
        const y = count === 1 ? 20 : 6 + place * 29;
        const tall = count === 1 ? 56 : 26;
        return (
          <g key={place}>
            <rect className={styles.body} x="8" y={y} width="80" height={tall} rx="7" />
            <circle className={styles.fan} cx={count === 1 ? 36 : 27} cy={y + tall / 2} r={count === 1 ? 19 : 8.5} />
            <path
              className={styles.fan}
              d={count === 1 ? `M36 ${y + 12}v32M20 ${y + 28}h32` : `M27 ${y + 6}v14M20 ${y + 13}h14`}
            />
            <path
              className={styles.vent}
              d={`M${count === 1 ? 66 : 48} ${y + tall / 2 - 5}h${count === 1 ? 12 : 26}m-${count === 1 ? 12 : 26} 10h${count === 1 ? 12 : 16}`}
            />
            <circle className={styles.lamp} cx="80" cy={y + tall / 2 + 5} r="2.500" />
          </g>
        );
      })}
    </svg>
  );
}
