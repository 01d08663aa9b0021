import type { UseQueryResult } from '@tanstack/react-query';

/** What a screen shows of its read; one that failed but has data from before still shows them. */
export function readState({ data, isError }: Pick<UseQueryResult, 'data' | 'isError'>): 'ready' | 'failed' | 'loading' {
  if (data !== undefined) return 'ready';
  return isError ? 'failed' : 'loading';
}
