import { Box, Button } from '@mantine/core';
import { loadFailed } from '#contract/texts/staff.ts';
import { IconAlertTriangle, IconRefresh } from '../layout/icons.tsx';
import classes from './page-state.module.css';

interface ErrorStateProps {
  message: string;
  text?: string;
  action?: 'Retry' | 'Reload';
  onRetry: () => void;
  isRetrying?: boolean;
}

/** Shown instead of a page, or a part of it, that could not be loaded. */
export function ErrorState({
  message,
  text = 'Nothing was lost. Check the connection, then try again.',
  action = 'Retry',
  onRetry,
  isRetrying = false,
}: ErrorStateProps) {
  return (
    <div className={classes.state} role="alert">
      <span className={classes.icon} data-tone="failure" aria-hidden="true">
        <IconAlertTriangle size={32} stroke={1.5} />
      </span>
      <p className={classes.title}>{loadFailed(message)}</p>
      <p className={classes.text} data-wide="">
        {text}
      </p>
      <Box mt={20}>
        <Button leftSection={<IconRefresh />} loading={isRetrying} onClick={onRetry}>
          {action}
        </Button>
      </Box>
    </div>
  );
}
