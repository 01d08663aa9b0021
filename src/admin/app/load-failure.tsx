import { adviceOf, messageOf } from '#admin/api/api-error.ts';
import { ErrorState } from '#admin/ui/feedback/error-state.tsx';
import type { FailedRead } from './failed-read.ts';

/** Shown in place of a screen whose read failed: the reason, advice, and Retry. */
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
