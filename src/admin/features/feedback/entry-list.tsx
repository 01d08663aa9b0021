import { Button, Skeleton } from '@mantine/core';
import { IconCode, IconMessage2 } from '@tabler/icons-react';
import { useState } from 'react';
import { CardGrid } from '#admin/ui/card-grid.tsx';
import { counted, formatCount } from '#admin/ui/counts.ts';
import { EmptyState } from '#admin/ui/empty-state.tsx';
import { BoneCard } from '#admin/ui/link-card.tsx';
import { type FeedbackEntry, RATING_MAX } from '#contract/feedback.ts';
import { averageRating } from './average-rating.ts';
import { EntryCard } from './entry-card.tsx';
import classes from './entry-list.module.css';

/** A screenful or more; thousands of cards at once would be slow. */
const SHOWN_AT_ONCE = 60;
const BONES = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'];

interface EntryListProps {
  /** Newest first. */
  entries: readonly FeedbackEntry[];
  onShowCode: () => void;
}

/** The entries of a list as cards, newest first (spec section 2). */
export function EntryList({ entries, onShowCode }: EntryListProps) {
  const [limit, setLimit] = useState(SHOWN_AT_ONCE);
  if (entries.length === 0) {
    return (
      <EmptyState
        icon={IconMessage2}
        level={2}
        title="No feedback yet"
        text="Ratings and comments appear here once a website sends them."
        action={
          <Button leftSection={<IconCode size={16} stroke={1.75} />} aria-haspopup="dialog" onClick={onShowCode}>
            Get the code for a website
          </Button>
        }
      />
    );
  }
  return (
    <>
      <p className={classes.summary}>
        <strong>{counted(entries.length, 'entry', 'entries')}</strong>, newest first. Average rating{' '}
        <strong>
          {averageRating(entries)} / {RATING_MAX}
        </strong>
      </p>
      <CardGrid>
        {entries.slice(0, limit).map((entry) => (
          <EntryCard key={entry.id} entry={entry} />
        ))}
      </CardGrid>
      {entries.length > limit ? (
        <Button className={classes.more} variant="default" onClick={() => setLimit(limit + SHOWN_AT_ONCE)}>
          Show more ({formatCount(entries.length - limit)} left)
        </Button>
      ) : null}
    </>
  );
}

/** The entries while they load. */
export function EntryListBones() {
  return (
    <>
      <p className={classes.summary}>
        <Skeleton component="span" display="inline-block" h={12} w={240} />
      </p>
      <CardGrid>
        {BONES.map((bone) => (
          <BoneCard key={bone}>
            <div className={classes.bone}>
              <Skeleton h={20} w={96} />
              <Skeleton h={12} />
              <Skeleton h={12} w="75%" />
            </div>
          </BoneCard>
        ))}
      </CardGrid>
    </>
  );
}
