import { Skeleton } from '@minerx/ui/skeleton';
import styles from './loading.module.css';

/** The place of what is on its way, busy also to those who do not see it. @param heights of what will come, one below the other */
export function Loading({ heights }: { heights: readonly string[] }) {
  return (
    <div className={styles.loading} aria-busy="true">
      {heights.map((height, place) => (
        <Skeleton key={place} height={height} />
      ))}
    </div>
  );
}
