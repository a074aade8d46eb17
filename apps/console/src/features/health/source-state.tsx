import type { ResultOf } from '@minerx/contract/call';
import type { operatorHealth } from '@minerx/contract/operator/health';
import { Chip } from '@minerx/ui/chip';

export type Source = ResultOf<typeof operatorHealth>['sources'][number];

/** The last question got no answer. */
export const isSilent = ({ last_answer_at: answered, last_failure_at: failed }: Source): boolean =>
  failed !== null && (answered === null || failed > answered);

export function SourceState({ source }: { source: Source }) {
  if (isSilent(source)) return <Chip tone="danger">No answer</Chip>;
  return source.last_answer_at === null ? <Chip tone="plain">Not asked yet</Chip> : <Chip tone="gain">Answers</Chip>;
}
