import type { UseQueryResult } from '@tanstack/react-query';

/** The state of a read; one that failed but has earlier data is still ready. */
export function readState({ data, isError }: Pick<UseQueryResult, 'data' | 'isError'>): 'ready' | 'failed' | 'loading' {
  if (data !== undefined) return 'ready';
  return isError ? 'failed' : 'loading';
}
