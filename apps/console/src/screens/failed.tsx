import { FailedState } from '@minerx/ui/failed-state';
import { sentenceOf } from '../base/api.ts';

export function FailedScreen({ error }: { error: unknown }) {
  return (
    <main>
      <h1>Console</h1>
      <FailedState text={sentenceOf(error)} onRetry={() => location.reload()} />
    </main>
  );
}
