import { Card } from '@minerx/ui/card';
import { Skeleton } from '@minerx/ui/skeleton';

/** The form's boxes while the member is on the way. */
export function WithdrawalAddressSkeleton() {
  return (
    <div className="stack-4">
      <Card className="stack-5">
        {['3.25rem', '3.25rem', '1.5rem', '5.5rem'].map((height, place) => (
          <div key={place} className="stack-2">
            <Skeleton width="35%" height="0.875rem" />
            <Skeleton height={height} />
          </div>
        ))}
      </Card>
      <Card className="stack-5">
        {['3.25rem', '2.75rem', '3.25rem'].map((height, place) => (
          <div key={place} className="stack-2">
            <Skeleton width="35%" height="0.875rem" />
            <Skeleton height={height} />
          </div>
        ))}
      </Card>
    </div>
  );
}
