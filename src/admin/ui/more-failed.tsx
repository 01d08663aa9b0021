import { Button } from '@mantine/core';
import classes from './more-failed.module.css';

interface MoreFailedProps {
  /** Why, as a sentence. */
  message: string;
  isRetrying: boolean;
  onRetry: () => void;
}

/** Stands at the end of a list whose next part did not come; what is shown stays. */
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
