import type { ReactNode } from 'react';
import { adviceOf, messageOf } from '#admin/api/api-error.ts';
import { ErrorState, type FailedRead } from './page-state.tsx';

type Read<Data = unknown> = FailedRead & { readonly data: Data | undefined; readonly isError: boolean };

/** The state of a read; one that failed but has earlier data is still ready. */
export function readState({ data, isError }: Pick<Read, 'data' | 'isError'>): 'ready' | 'failed' | 'loading' {
  if (data !== undefined) return 'ready';
  return isError ? 'failed' : 'loading';
}

/** Combines the failed reads of a screen: one message, and a retry that repeats them all. Undefined when none has failed. */
export function failedRead(reads: readonly Read[]): FailedRead | undefined {
  const failed = reads.filter((read) => readState(read) === 'failed');
  const [first] = failed;
  if (first === undefined) return undefined;
  return {
    error: first.error,
    isFetching: failed.some(({ isFetching }) => isFetching),
    refetch: async () => Promise.all(failed.map(async ({ refetch }) => refetch())),
  };
}

/** Shown instead of a screen whose read failed: the reason, advice, and Retry. */
export const LoadFailure = ({ read: { error, isFetching, refetch } }: { read: FailedRead }) => (
  <ErrorState message={messageOf(error)} text={adviceOf(error)} isRetrying={isFetching} onRetry={() => void refetch()} />
);

export interface LoadedProps<Data> {
  read: Read<Data>;
  skeleton: ReactNode;
  children: (data: Data) => ReactNode;
}

/** What was read, its skeleton while it loads, or why it could not be read. */
export function Loaded<Data>({ read, skeleton, children }: LoadedProps<Data>) {
  if (read.data !== undefined) return children(read.data);
  return read.isError ? <LoadFailure read={read} /> : skeleton;
}
