import { VisuallyHidden } from '@mantine/core';
import type { UseQueryResult } from '@tanstack/react-query';
import { messageOf } from '#admin/api/api-error.ts';
import { ErrorState } from '#admin/ui/feedback/error-state.tsx';
import { LoadingNote } from '#admin/ui/feedback/loading-note.tsx';
import { counted } from '#contract/texts/counts.ts';
import classes from './find-palette.module.css';

interface PaletteStateProps {
  read: Pick<UseQueryResult, 'isError' | 'isPending' | 'isFetching' | 'error' | 'refetch'>;
  isEmpty: boolean;
  /** The query of the server is the text that is typed now. */
  isSettled: boolean;
  words: string;
  count: number;
}

/** Shown in place of results, or announced with them. */
export function PaletteState({ read, isEmpty, isSettled, words, count }: PaletteStateProps) {
  if (isEmpty) return null;
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
