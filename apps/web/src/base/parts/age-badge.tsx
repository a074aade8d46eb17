import { SourceBadge } from '@minerx/ui/source-badge';
import { useRelative } from './relative.ts';

/** What a measured figure is worth by its moment: live until `freshMs` have passed, its age afterwards. Without a moment it has just come. */
export function AgeBadge({ at, freshMs }: { at: string | null; freshMs: number }) {
  const isFresh = at === null || Date.now() - Date.parse(at) <= freshMs;
  return isFresh ? <SourceBadge kind="live" /> : <Delayed at={at} />;
}

function Delayed({ at }: { at: string }) {
  return <SourceBadge kind="delayed" age={useRelative(at)} />;
}
