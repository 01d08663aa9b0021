import { VisuallyHidden } from '@mantine/core';
import type { UseQueryResult } from '@tanstack/react-query';
import { messageOf } from '#admin/api/api-error.ts';
import { counted } from '#admin/ui/counts.ts';
import { ErrorState } from '#admin/ui/error-state.tsx';
import { LoadingNote } from '#admin/ui/loading-note.tsx';
import classes from './find-palette.module.css';

interface PaletteStateProps {
  read: Pick<UseQueryResult, 'isError' | 'isPending' | 'isFetching' | 'error' | 'refetch'>;
  /** Nothing is typed. */
  isEmpty: boolean;
  /** The server was asked for just what is typed. */
  isSettled: boolean;
  words: string;
  /** How many lines are shown. */
  count: number;
}

/** What stands in place of lines, or is said beside them to those who listen. */
export function PaletteState({ read, isEmpty, isSettled, words, count }: PaletteStateProps) {
  if (isEmpty) return <p className={classes.state}>Type a word of a title, or of somebody’s name, organisation or email.</p>;
  if (read.isError) return <ErrorState message={messageOf(read.error)} isRetrying={read.isFetching} onRetry={() => void read.refetch()} />;
  if (count > 0) {
    return <VisuallyHidden role="status">{counted(count, 'result')}</VisuallyHidden>;
  }
  if (read.isFetching || !isSettled) {
    return (
      <div className={classes.state}>
        <LoadingNote />
      </div>
    );
  }
  return (
    <p className={classes.state} role="status">
      Nothing found for ‘{words}’.
    </p>
  );
}
