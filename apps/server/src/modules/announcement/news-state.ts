import type { NewsState } from '@minerx/contract/operator/news';
import type { PlannedAnnouncement } from './announcement.query.ts';

/** What members see of it now. */
export const newsStateOf = (
  { publishedAt, endsAt, withdrawnAt }: Pick<PlannedAnnouncement, 'publishedAt' | 'endsAt' | 'withdrawnAt'>,
  now: number,
): NewsState => {
  if (withdrawnAt !== null) return 'withdrawn';
  if (publishedAt.getTime() > now) return 'planned';
  return endsAt !== null && endsAt.getTime() <= now ? 'over' : 'shown';
};
