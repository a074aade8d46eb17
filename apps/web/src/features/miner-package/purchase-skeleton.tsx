import { Skeleton } from '@minerx/ui/skeleton';
import styles from './purchase-skeleton.module.css';

/** In the shape of the carousel with its facts. */
export function CarouselSkeleton() {
  return (
    <div className={styles.stack}>
      <Skeleton height="20.5rem" />
      <Skeleton height="2.75rem" />
      <Skeleton height="21rem" />
    </div>
  );
}

/** In the shape of the X2 head with its facts. */
export function HeroSkeleton() {
  return (
    <div className={styles.stack}>
      <Skeleton height="23rem" />
      <Skeleton height="20rem" />
    </div>
  );
}
