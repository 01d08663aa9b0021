import { adviceOf, messageOf } from '#admin/api/api-error.ts';
import { ErrorState } from '#admin/ui/error-state.tsx';
import type { FailedRead } from './failed-read.ts';

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
