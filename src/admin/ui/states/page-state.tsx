import { Box, Button, Group } from '@mantine/core';
import type { UseInfiniteQueryResult, UseQueryResult } from '@tanstack/react-query';
import { type ReactNode, useEffect, useState } from 'react';
import { useLocation } from 'react-router';
import { adviceOf, isNotFound, messageOf } from '#admin/api/api-error.ts';
import { pathWithoutSlug } from '#admin/paths.ts';
import { forgetPages } from '#admin/recent-pages.ts';
import { formatCount } from '#contract/texts/counts.ts';
import { LOADING, loadFailed } from '#contract/texts/staff.ts';
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

type ReadResult = Pick<UseQueryResult, 'isError' | 'isFetchedAfterMount' | 'isPlaceholderData'>;
type Read<Data = unknown> = FailedRead & ReadResult & { readonly data: Data | undefined };

/** The state of a read; one that failed but has earlier data counts as ready, and one being repeated without data as failed. */
export function readState({ data, isError, ...read }: ReadResult & { readonly data: unknown }): 'ready' | 'failed' | 'loading' {
  const { isFetchedAfterMount, isPlaceholderData } = read;
  // Without data, the library forgets the error as soon as the read is repeated.
  if ((isError || isFetchedAfterMount) && (data === undefined || isPlaceholderData)) return 'failed';
  return data === undefined ? 'loading' : 'ready';
}

/** Combines the failed reads of a screen: one message, and a retry that repeats them all. Undefined if none has failed. */
export function failedRead(reads: readonly Read[]): FailedRead | undefined {
  const failed = reads.filter((read) => readState(read) === 'failed');
  if (failed.length === 0) return undefined;
  return {
    error: failed.find(({ error }) => error !== null)?.error ?? null,
    isFetching: failed.some(({ isFetching }) => isFetching),
    refetch: async () => Promise.all(failed.map(async ({ refetch }) => refetch())),
  };
}

/** Why a read failed, even while it is being repeated, when it has no error. */
export function useLastError({ error }: Pick<FailedRead, 'error'>): Error | null {
  const [last, setLast] = useState(error);
  if (error !== null && error !== last) setLast(error);
  return error ?? last;
}

/** Shown instead of a screen whose read failed: the reason, advice, and Retry. What is not found is no recent page. */
export function LoadFailure({ read }: { read: FailedRead }) {
  const { isFetching, refetch } = read;
  const shown = useLastError(read);
  const { pathname } = useLocation();
  useEffect(() => {
    if (isNotFound(shown)) forgetPages(pathWithoutSlug(pathname));
  }, [shown, pathname]);
  return <ErrorState message={messageOf(shown)} text={adviceOf(shown)} isRetrying={isFetching} onRetry={() => void refetch()} />;
}

export interface LoadedProps<Data> {
  read: Read<Data>;
  skeleton: ReactNode;
  children: (data: Data) => ReactNode;
}

/** The data, its skeleton while it loads, or why it could not be loaded. */
export function Loaded<Data>({ read, skeleton, children }: LoadedProps<Data>) {
  if (readState(read) === 'failed') return <LoadFailure read={read} />;
  return read.data === undefined ? skeleton : children(read.data);
}

/** "Loading..." next to a title, announced once; the skeleton below is silent. */
export const LoadingNote = () => <span role="status">{LOADING}</span>;

interface MoreOfListProps {
  read: UseInfiniteQueryResult;
  left?: number;
}

/** The end of a list, even one whose beginning was known before its first page: a button for the next page, or the reason it failed to load. */
export function MoreOfList({ read, left }: MoreOfListProps) {
  const { isFetchingNextPage: isLoading, hasNextPage, isFetchNextPageError: hasFailed } = read;
  if (hasFailed || readState(read) === 'failed') return <MoreFailed read={read} />;
  if (read.isLoading) return <LoadingNote />;
  if (!hasNextPage) return null;
  return (
    <Button variant="default" mt={16} loading={isLoading} onClick={() => void read.fetchNextPage()}>
      {left === undefined ? 'Show more' : `Show more (${formatCount(left)} left)`}
    </Button>
  );
}

/** The same for a list whose next page loads as its end comes near. */
export function MoreByScrolling({ read }: Pick<MoreOfListProps, 'read'>) {
  if (read.isFetchNextPageError) return <MoreFailed read={read} />;
  return read.isFetchingNextPage ? <LoadingNote /> : <span>Scroll for more</span>;
}

const MoreFailed = ({ read }: Pick<MoreOfListProps, 'read'>) => (
  <Group component="span" display="inline-flex" gap="4px 8px" fz="sm" data-text="bad">
    <span role="alert">{`The rest could not be loaded. ${messageOf(useLastError(read))}`}</span>
    <Button variant="subtle" color="gray" size="xs" loading={read.isFetching} onClick={() => void read.fetchNextPage()}>
      Retry
    </Button>
  </Group>
);
