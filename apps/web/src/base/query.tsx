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
import { isLost, nextStepText } from './refusal.ts';
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
      // However young its last values are: what failed is asked for again as soon as there is a network.
      refetchOnReconnect: ({ state }) => (state.status === 'error' ? 'always' : true),
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

/** Asks again for everything on the screen that failed: one press is enough for all of it. */
export const retryFailed = (): void =>
  void queryClient.refetchQueries({ type: 'active', predicate: ({ state }) => state.status === 'error' });

interface FailedProps {
  query: Pick<UseQueryResult, 'error' | 'isFetching'>;
  /** Says in a line that it failed: it is small, or something else on the screen says it at length. */
  compact?: boolean | undefined;
  /** Default: everything on the screen that failed is asked for again. */
  onRetry?: (() => void) | undefined;
}

/** In place of what could not be loaded: why, as far as it is known, and what to do about it. */
export function Failed({ query, compact, onRetry = retryFailed }: FailedProps) {
  const { t } = useTexts();
  return (
    <FailedState
      art={offline}
      hint={nextStepText(t, query.error)}
      compact={compact}
      onRetry={onRetry}
      busy={query.isFetching}
    />
  );
}

interface LoadedProps<T> extends Pick<FailedProps, 'compact'> {
  query: UseQueryResult<T>;
  /** In the shape of what will come. */
  skeleton: ReactNode;
  /** Whether the answer is a true nothing. */
  isEmpty?: (data: T) => boolean;
  /** Default: No record found. */
  empty?: ReactNode;
  /** Stands here when it failed: another part of the screen says so. */
  instead?: ReactNode;
  /** Another part of the screen says that the values are old. */
  unmarked?: boolean | undefined;
  children: (data: T) => ReactNode;
}

/** The four states of everything loaded: on its way, shown, truly empty, failed (with the last values marked as old). */
export function Loaded<T>(props: LoadedProps<T>) {
  const { query, skeleton, isEmpty, empty, compact, instead, unmarked, children } = props;
  const { t, format } = useTexts();
  // What has just come is drawn in short pieces, as a whole screen may hang on it; the skeleton stands until it is there.
  const come = useDeferredValue(query.data !== undefined);
  if (query.data === undefined || !come) {
    if (query.isError && query.data === undefined) return instead ?? <Failed query={query} compact={compact} />;
    return (
      <div aria-busy="true">
        <span className="unseen">{t('common.loading')}</span>
        {skeleton}
      </div>
    );
  }
  const shown = isEmpty?.(query.data) ? (empty ?? <EmptyState art={nothingYet} />) : children(query.data);
  if (!query.isError || unmarked) return shown;
  return (
    <>
      <StaleNote age={format.relative(new Date(query.dataUpdatedAt))} onRetry={retryFailed} busy={query.isFetching} />
      {shown}
    </>
  );
}
