import { Button } from '@mantine/core';
import { IconRefresh } from '@tabler/icons-react';
import classes from './page-state.module.css';

interface QuietRetryProps {
  onRetry: () => void;
  isRetrying: boolean;
}

/** Stands in place of what could not be read where that is logged only, without a message (spec section 8): just the way to try again. */
export function QuietRetry({ onRetry, isRetrying }: QuietRetryProps) {
  return (
    <div className={classes.state}>
      <Button variant="default" leftSection={<IconRefresh size={16} stroke={1.75} />} loading={isRetrying} onClick={onRetry}>
        Retry
      </Button>
    </div>
  );
}
