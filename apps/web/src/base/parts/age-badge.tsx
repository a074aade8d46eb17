import { SourceBadge } from '@minerx/ui/source-badge';
import { useTexts } from '../../i18n/texts.ts';

/** What a measured figure is worth by its moment: live until `freshMs` have passed, its age afterwards. Without a moment it has just come. */
export function AgeBadge({ at, freshMs }: { at: string | null; freshMs: number }) {
  const { format } = useTexts();
  const isFresh = at === null || Date.now() - Date.parse(at) <= freshMs;
  return isFresh ? <SourceBadge kind="live" /> : <SourceBadge kind="delayed" age={format.relative(at)} />;
}
