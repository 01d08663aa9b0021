import { Box, Button } from '@mantine/core';
import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { loadFailed } from '#contract/texts/staff.ts';
import { type Icon, IconAlertTriangle, IconRefresh } from '../layout/icons.tsx';
import classes from './page-state.module.css';

/** Shown instead of a page, or a part of it, that could not be loaded. */
export const ErrorState = ({
  message,
  text,
  action = 'Retry',
  onRetry,
  isRetrying = false,
}: {
  message: string;
  text: string;
  action?: 'Retry' | 'Reload';
  onRetry: () => void;
  isRetrying?: boolean;
}) => (
  <div className={classes.state} data-box="card" data-stack role="alert">
    <span data-row data-text="bad" aria-hidden="true">
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

interface EmptyStateProps {
  /** Omitted for a search without matches. */
  icon?: Icon;
  title: string;
  text: string;
  action?: ReactNode;
  size?: 'page' | 'small';
  level?: 2 | 3;
}

/** An empty list: what is missing, what belongs here, and the first action. */
export function EmptyState({ icon: Icon, title, text, action, size = 'page', level = 3 }: EmptyStateProps) {
  const Title = level === 2 ? 'h2' : 'h3';
  return (
    <div className={classes.state} data-box="card" data-stack data-size={size}>
      {Icon === undefined ? null : (
        <span data-row data-text="quiet" aria-hidden="true">
          <Icon size={size === 'page' ? 32 : 24} stroke={1.5} />
        </span>
      )}
      <Title className={classes.title}>{title}</Title>
      <p className={classes.text}>{text}</p>
      {action === undefined ? null : <Box mt={20}>{action}</Box>}
    </div>
  );
}

export interface FailedRead extends Pick<UseQueryResult, 'error' | 'isFetching'> {
  readonly refetch: () => Promise<unknown>;
}

/** A Retry button without a message, for a failed read that is only logged. */
export const QuietRetry = ({ read: { isFetching, refetch } }: { read: Omit<FailedRead, 'error'> }) => (
  <div className={classes.state} data-box="card" data-stack>
    <Button variant="default" leftSection={<IconRefresh />} loading={isFetching} onClick={() => void refetch()}>
      Retry
    </Button>
  </div>
);
