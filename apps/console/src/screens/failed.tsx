import { FailedState } from '@minerx/ui/failed-state';
import { sentenceOf } from '../base/api.ts';

export function FailedScreen({ error }: { error: unknown }) {
  return (
    <main>
      <FailedState text={sentenceOf(error)} onRetry={() => location.reload()} />
    </main>
  );
}
