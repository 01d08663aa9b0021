import { Button } from '@mantine/core';
import { IconAlertTriangle, IconRefresh } from '@tabler/icons-react';
import { loadFailed } from '#contract/texts/staff.ts';
import classes from './page-state.module.css';

interface ErrorStateProps {
  /** What went wrong, as a sentence; shown as "Error: …" (spec section 8). */
  message: string;
  /** What it means for the person. */
  text?: string;
  /** The word of the button. */
  action?: 'Retry' | 'Reload';
  onRetry: () => void;
  isRetrying?: boolean;
}

/** A page or a part of it that could not be loaded, with Retry. */
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
      <div className={classes.action}>
        <Button leftSection={<IconRefresh size={16} stroke={1.75} />} loading={isRetrying} onClick={onRetry}>
          {action}
        </Button>
      </div>
    </div>
  );
}
