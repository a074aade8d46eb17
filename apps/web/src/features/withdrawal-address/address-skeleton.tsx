import { Card } from '@minerx/ui/card';
import { Skeleton } from '@minerx/ui/skeleton';
import styles from './address.module.css';

/** The form's boxes while the member is on the way. */
export function AddressSkeleton() {
  return (
    <div className={styles.form}>
      <Card className={styles.group}>
        {['3.25rem', '3.25rem', '1.5rem', '5.5rem'].map((height, place) => (
          <div key={place} className={styles.bone}>
            <Skeleton width="35%" height="0.875rem" />
            <Skeleton height={height} />
          </div>
        ))}
      </Card>
      <Card className={styles.group}>
        {['3.25rem', '2.75rem', '3.25rem'].map((height, place) => (
          <div key={place} className={styles.bone}>
            <Skeleton width="35%" height="0.875rem" />
            <Skeleton height={height} />
          </div>
        ))}
      </Card>
    </div>
  );
}
