import { Skeleton } from '@minerx/ui/skeleton';
import { useTexts } from '../../i18n/texts.ts';
import type { Chances } from './blessing.api.ts';
import styles from './chances.module.css';

/** What the member's orders have earned: orders, picks, and how many of them are left. */
export function ChanceFigures({ chances }: { chances: Chances }) {
  const { t, format } = useTexts();
  return (
    <dl className={styles.figures}>
      <Figure label={t('blessing.orders')}>{format.number(chances.orders)}</Figure>
      <Figure label={t('blessing.chances')}>{format.number(chances.all)}</Figure>
      <Figure label={t('blessing.remaining')} strong={chances.left > 0}>
        {`${format.number(chances.left)}/${format.number(chances.all)}`}
      </Figure>
    </dl>
  );
}

function Figure({ label, strong = false, children }: { label: string; strong?: boolean; children: string }) {
  return (
    <div className={styles.figure} data-strong={strong || undefined}>
      <dt>{label}</dt>
      <dd className="figure">{children}</dd>
    </div>
  );
}

export function ChancesWaiting() {
  return (
    <div className={styles.figures}>
      {[0, 1, 2].map((place) => (
        <div key={place} className={styles.figure}>
          <Skeleton width="80%" height="1rem" />
          <Skeleton width="50%" height="1.5rem" />
        </div>
      ))}
    </div>
  );
}
