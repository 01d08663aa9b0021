import { Button, Skeleton } from '@mantine/core';
import type { ReactNode } from 'react';
import { CardGrid, SkeletonCard } from '#admin/ui/cards/card.tsx';
import { EmptyState } from '#admin/ui/feedback/empty-state.tsx';
import { IconCode, IconMessage2 } from '#admin/ui/layout/icons.tsx';
import { type FeedbackEntry, type FeedbackList, RATING_MAX } from '#contract/feedback.ts';
import { counted } from '#contract/texts/counts.ts';
import { formatRating } from './average-rating.ts';
import { EntryCard } from './entry-card.tsx';
import classes from './entry-list.module.css';

interface EntryListProps {
  list: Pick<FeedbackList, 'count' | 'average_rating'>;
  entries: readonly FeedbackEntry[];
  more: ReactNode;
  onShowCode: () => void;
}

/** The entries of a list as cards, newest first. */
export function EntryList({ list, entries, more, onShowCode }: EntryListProps) {
  if (list.average_rating === null) {
    return (
      <EmptyState
        icon={IconMessage2}
        level={2}
        title="No feedback yet"
        text="Ratings and comments appear here once a website sends them."
        action={
          <Button leftSection={<IconCode />} aria-haspopup="dialog" onClick={onShowCode}>
            Get the code for a website
          </Button>
        }
      />
    );
  }
  return (
    <>
      <p className={classes.summary}>
        <strong>{counted(list.count, 'entry', 'entries')}</strong>, newest first. Average rating{' '}
        <strong>
          {formatRating(list.average_rating)} / {RATING_MAX}
        </strong>
      </p>
      <CardGrid>
        {entries.map((entry) => (
          <EntryCard key={entry.id} entry={entry} />
        ))}
      </CardGrid>
      <div className={classes.more}>{more}</div>
    </>
  );
}

export function EntryListSkeleton() {
  return (
    <>
      <p className={classes.summary}>
        <Skeleton component="span" display="inline-block" h={12} w={240} />
      </p>
      <CardGrid>
        {Array.from({ length: 8 }, (_, index) => (
          <SkeletonCard key={String(index)}>
            <div className={classes.skeleton}>
              <Skeleton h={20} w={96} />
              <Skeleton h={12} />
              <Skeleton h={12} w="75%" />
            </div>
          </SkeletonCard>
        ))}
      </CardGrid>
    </>
  );
}
