import { Button } from '@mantine/core';
import type { UseInfiniteQueryResult } from '@tanstack/react-query';
import { messageOf } from '#admin/api/api-error.ts';
import classes from './more-failed.module.css';

/** Shown at the end of a list whose next page failed to load. */
export function MoreFailed({ read }: { read: Pick<UseInfiniteQueryResult, 'error' | 'isFetchingNextPage' | 'fetchNextPage'> }) {
  return (
    <span className={classes.failed}>
      <span role="alert">The rest could not be loaded. {messageOf(read.error)}</span>
      <Button variant="subtle" color="gray" size="xs" loading={read.isFetchingNextPage} onClick={() => void read.fetchNextPage()}>
        Retry
      </Button>
    </span>
  );
}
