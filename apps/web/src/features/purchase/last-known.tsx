import { StaleNote } from '@minerx/ui/stale-note';
import type { UseQueryResult } from '@tanstack/react-query';
import { useEffect, useEffectEvent } from 'react';
import { retryFailed } from '../../base/query.tsx';
import { isLost } from '../../base/refusal.ts';
import { useTexts } from '../../i18n/texts.ts';

/** All that a purchase page reckons with. */
type Figures = readonly UseQueryResult[];

/** When one of them stays without an answer the others are asked as well: what is on the page may be as old. */
function useOneForAll(figures: Figures): void {
  const askOthers = useEffectEvent(() => {
    for (const each of figures) if (!each.isError) void each.refetch();
  });
  const lost = figures.some(({ isError, error }) => isError && isLost(error));
  useEffect(() => {
    if (lost) askOthers();
  }, [lost]);
}

/** Once for the page, above it: its figures are the last known ones. */
export function LastKnown({ figures }: { figures: Figures }) {
  const { format } = useTexts();
  useOneForAll(figures);
  const old = figures.filter(({ isError, data }) => isError && data !== undefined);
  if (old.length === 0) return null;
  const since = Math.min(...old.map(({ dataUpdatedAt }) => dataUpdatedAt));
  return (
    <StaleNote
      age={format.relative(new Date(since))}
      onRetry={retryFailed}
      busy={old.some(({ isFetching }) => isFetching)}
    />
  );
}
