import type { UseQueryResult } from '@tanstack/react-query';
import { readState } from './read-state.ts';

/** A read that failed, with the way to try again. */
export interface FailedRead extends Pick<UseQueryResult, 'error' | 'isFetching'> {
  readonly refetch: () => Promise<unknown>;
}

/**
 * Those of a screen's reads that failed, as one: it is told once why, and trying again asks for all of them. Undefined when
 * none has failed.
 */
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
