import {
  QueryClient,
  QueryClientProvider,
  keepPreviousData,
  onlineManager,
  type FetchQueryOptions,
  type UseQueryResult,
} from '@tanstack/react-query';
import { EmptyState } from '@minerx/ui/empty-state';
import { FailedState } from '@minerx/ui/failed-state';
import { StaleNote } from '@minerx/ui/stale-note';
import { useDeferredValue, type ReactNode } from 'react';
import { useTexts } from '../i18n/texts.ts';
import { isEarly } from './api.ts';
import { isLost } from './refusal.ts';
import { onSessionEnd } from './session.ts';
import offline from './art/empty-offline.svg';
import nothingYet from './art/empty-history.svg';

export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 10_000,
      gcTime: 600_000,
      // A call that fails offline must show as failed with the last values, not wait as if it were loading.
      networkMode: 'always',
      refetchOnReconnect: true,
      placeholderData: keepPreviousData,
      // A refusal is an answer; only the lack of one is worth asking again.
      retry: (failures, error) => failures < 2 && navigator.onLine && isLost(error),
    },
  },
});

// It takes a start for one with a network, and would miss that the network came back after one without.
onlineManager.setOnline(navigator.onLine);

// The next member on this device starts with nothing of the last one.
onSessionEnd(() => queryClient.clear());

/** Has the answer that came with the page in hand before anything is drawn: the first drawing shows it. */
export function prefetchEarly<T, K extends readonly string[]>(
  path: string,
  query: FetchQueryOptions<T, Error, T, K>,
): void {
  if (isEarly(path)) void queryClient.prefetchQuery(query);
}

export function QueryProvider({ children }: { children: ReactNode }) {
  return <QueryClientProvider client={queryClient}>{children}</QueryClientProvider>;
}

interface LoadedProps<T> {
  query: UseQueryResult<T>;
  /** In the shape of what will come. */
  skeleton: ReactNode;
  /** Whether the answer is a true nothing. */
  isEmpty?: (data: T) => boolean;
  /** Default: No record found. */
  empty?: ReactNode;
  /** Says in a line that it failed: it is small, or something else on the screen says it at length. */
  compact?: boolean;
  children: (data: T) => ReactNode;
}

/** The four states of everything loaded: on its way, shown, truly empty, failed (with the last values marked as old). */
export function Loaded<T>({ query, skeleton, isEmpty, empty, compact, children }: LoadedProps<T>) {
  const { t, format } = useTexts();
  const retry = () => void query.refetch();
  // What has just come is drawn in short pieces, as a whole screen may hang on it; the skeleton stands until it is there.
  const come = useDeferredValue(query.data !== undefined);
  if (query.data === undefined || !come) {
    if (query.isError && query.data === undefined)
      return (
        <FailedState
          art={navigator.onLine ? undefined : offline}
          compact={compact}
          onRetry={retry}
          busy={query.isFetching}
        />
      );
    return (
      <div aria-busy="true">
        <span className="unseen">{t('common.loading')}</span>
        {skeleton}
      </div>
    );
  }
  const shown = isEmpty?.(query.data) ? (empty ?? <EmptyState art={nothingYet} />) : children(query.data);
  if (!query.isError) return shown;
  return (
    <>
      <StaleNote age={format.relative(new Date(query.dataUpdatedAt))} onRetry={retry} busy={query.isFetching} />
      {shown}
    </>
  );
}
