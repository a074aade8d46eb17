import { Card } from '@minerx/ui/card';
import { Skeleton } from '@minerx/ui/skeleton';
import styles from './purchase-skeleton.module.css';

/** In the shape of the carousel with its facts. */
export function CarouselSkeleton() {
  return (
    <div className="stack-4">
      <Card className={styles.slide}>
        <Skeleton height="7rem" />
        <div className="stack-2">
          <Skeleton width="6rem" height="1.25rem" />
          <Skeleton width="80%" height="1.75rem" />
          <Skeleton width="70%" height="2rem" />
          <Skeleton height="1.25rem" />
        </div>
      </Card>
      <div className={styles.controls}>
        <Skeleton width="2.75rem" height="2.75rem" round />
        <Skeleton width="3rem" height="1.25rem" />
        <Skeleton width="2.75rem" height="2.75rem" round />
      </div>
      <FactsSkeleton />
    </div>
  );
}

/** In the shape of the X2 head with its facts. */
export function HeroSkeleton() {
  return (
    <div className="stack-4">
      <Card className={styles.hero}>
        <Skeleton width="12rem" height="1.5rem" />
        <Skeleton width="6rem" height="1.75rem" />
        <Skeleton width="11rem" height="2.5rem" />
        <Skeleton width="10rem" height="1.25rem" />
      </Card>
      <FactsSkeleton />
    </div>
  );
}

/** In the shape of the facts. */
export function FactsSkeleton() {
  return (
    <Card className={styles.facts}>
      <div className="stack-1">
        <Skeleton width="55%" height="1.25rem" />
        <Skeleton width="65%" height="2rem" />
        <Skeleton height="18rem" />
      </div>
      {[0, 1, 2].map((place) => (
        <div key={place} className={styles.line}>
          <Skeleton width="7rem" height="1.25rem" />
          <Skeleton width="5rem" height="1.25rem" />
        </div>
      ))}
    </Card>
  );
}
