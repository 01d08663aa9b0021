import { Button } from '@mantine/core';
import classes from './more-failed.module.css';

interface MoreFailedProps {
  message: string;
  isRetrying: boolean;
  onRetry: () => void;
}

/** Shown at the end of a list whose next page failed to load. */
export function MoreFailed({ message, isRetrying, onRetry }: MoreFailedProps) {
  return (
    <span className={classes.failed}>
      <span role="alert">The rest did not come. {message}</span>
      <Button variant="subtle" color="gray" size="xs" loading={isRetrying} onClick={onRetry}>
        Retry
      </Button>
    </span>
  );
}
