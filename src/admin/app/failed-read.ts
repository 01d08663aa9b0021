import type { UseQueryResult } from '@tanstack/react-query';
import { readState } from './read-state.ts';

/** A failed read and a function that repeats it. */
export interface FailedRead extends Pick<UseQueryResult, 'error' | 'isFetching'> {
  readonly refetch: () => Promise<unknown>;
}

/** Combines the failed reads of a screen: one message, and a retry that repeats them all. Undefined when none has failed. */
export function failedRead(reads: readonly UseQueryResult[]): FailedRead | undefined {
  const failed = reads.filter((read) => readState(read) === 'failed');
  const [first] = failed;
  if (first === undefined) return undefined;
  return {
    error: first.error,
    isFetching: failed.some(({ isFetching }) => isFetching),
    refetch: async () => Promise.all(failed.map(async ({ refetch }) => refetch())),
  };
}
