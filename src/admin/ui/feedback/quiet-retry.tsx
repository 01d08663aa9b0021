import { Button } from '@mantine/core';
import { IconRefresh } from '../layout/icons.tsx';
import classes from './page-state.module.css';

interface QuietRetryProps {
  onRetry: () => void;
  isRetrying: boolean;
}

/** A Retry button without a message, for a failed read that is only logged. */
export function QuietRetry({ onRetry, isRetrying }: QuietRetryProps) {
  return (
    <div className={classes.state}>
      <Button variant="default" leftSection={<IconRefresh />} loading={isRetrying} onClick={onRetry}>
        Retry
      </Button>
    </div>
  );
}
