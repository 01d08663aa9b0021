import type { UseQueryResult } from '@tanstack/react-query';
import { adviceOf, messageOf } from '#admin/api/api-error.ts';
import { ErrorState } from '#admin/ui/error-state.tsx';

/** A read that failed, or several at once, with the way to try again. */
interface FailedRead extends Pick<UseQueryResult, 'error' | 'isFetching'> {
  refetch: () => Promise<unknown>;
}

/** What stands in place of a screen whose read failed: why, what it means, and Retry. */
export function LoadFailure({ read }: { read: FailedRead }) {
  return (
    <ErrorState
      message={messageOf(read.error)}
      text={adviceOf(read.error)}
      isRetrying={read.isFetching}
      onRetry={() => void read.refetch()}
    />
  );
}
