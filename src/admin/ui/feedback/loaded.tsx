import type { UseQueryResult } from '@tanstack/react-query';
import { type ReactNode, useEffect, useState } from 'react';
import { useLocation } from 'react-router';
import { adviceOf, isNotFound, messageOf } from '#admin/api/api-error.ts';
import { pathWithoutSlug } from '#admin/paths.ts';
import { forgetPages } from '#admin/recent-pages.ts';
import { ErrorState, type FailedRead } from './page-state.tsx';

type ReadResult = Pick<UseQueryResult, 'isError' | 'isFetchedAfterMount' | 'isPlaceholderData'>;
type Read<Data = unknown> = FailedRead & ReadResult & { readonly data: Data | undefined };

/** The state of a read; one that failed but has earlier data counts as ready, and one being repeated without data as failed. */
export function readState({ data, isError, ...read }: ReadResult & { readonly data: unknown }): 'ready' | 'failed' | 'loading' {
  const { isFetchedAfterMount, isPlaceholderData } = read;
  // Without data, the library forgets the error as soon as the read is repeated.
  if ((isError || isFetchedAfterMount) && (data === undefined || isPlaceholderData)) return 'failed';
  return data === undefined ? 'loading' : 'ready';
}

/** Combines the failed reads of a screen: one message, and a retry that repeats them all. Undefined if none has failed. */
export function failedRead(reads: readonly Read[]): FailedRead | undefined {
  const failed = reads.filter((read) => readState(read) === 'failed');
  if (failed.length === 0) return undefined;
  return {
    error: failed.find(({ error }) => error !== null)?.error ?? null,
    isFetching: failed.some(({ isFetching }) => isFetching),
    refetch: async () => Promise.all(failed.map(async ({ refetch }) => refetch())),
  };
}

/** Why a read failed, even while it is being repeated, when it has no error. */
export function useLastError({ error }: Pick<FailedRead, 'error'>): Error | null {
  const [last, setLast] = useState(error);
  if (error !== null && error !== last) setLast(error);
  return error ?? last;
}

/** Shown instead of a screen whose read failed: the reason, advice, and Retry. What is not found is no recent page. */
export function LoadFailure({ read }: { read: FailedRead }) {
  const { isFetching, refetch } = read;
  const shown = useLastError(read);
  const { pathname } = useLocation();
  useEffect(() => {
    if (isNotFound(shown)) forgetPages(pathWithoutSlug(pathname));
  }, [shown, pathname]);
  return <ErrorState message={messageOf(shown)} text={adviceOf(shown)} isRetrying={isFetching} onRetry={() => void refetch()} />;
}

export interface LoadedProps<Data> {
  read: Read<Data>;
  skeleton: ReactNode;
  children: (data: Data) => ReactNode;
}

/** The data, its skeleton while it loads, or why it could not be loaded. */
export function Loaded<Data>({ read, skeleton, children }: LoadedProps<Data>) {
  if (readState(read) === 'failed') return <LoadFailure read={read} />;
  return read.data === undefined ? skeleton : children(read.data);
}
