import { Button, Group } from '@mantine/core';
import type { UseInfiniteQueryResult } from '@tanstack/react-query';
import { messageOf } from '#admin/api/api-error.ts';
import { formatCount } from '#contract/texts/counts.ts';
import { LoadingNote } from '../layout/page.tsx';
import { readState, useLastError } from './loaded.tsx';

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
