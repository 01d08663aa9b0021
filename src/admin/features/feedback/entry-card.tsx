import { UnstyledButton } from '@mantine/core';
import { useId, useState } from 'react';
import { useDates } from '#admin/ui/dates-context.tsx';
import { type FeedbackEntry, RATING_MAX } from '#contract/feedback.ts';
import classes from './entry-card.module.css';
import { useIsCut } from './use-is-cut.ts';

/** What one visitor said: rating, comment and date (spec section 2). */
export function EntryCard({ entry }: { entry: FeedbackEntry }) {
  const dates = useDates();
  return (
    <article className={classes.card}>
      <div className={classes.head}>
        <span>
          <span className={classes.label}>Rating</span>{' '}
          <span className={classes.rating}>
            {entry.rating} / {RATING_MAX}
          </span>
        </span>{' '}
        <time className={classes.date} dateTime={entry.submitted_at} title={dates.dayAndTime(entry.submitted_at)}>
          {dates.day(entry.submitted_at)}
        </time>
      </div>
      {entry.comment === null ? <p className={classes.none}>No comment provided</p> : <Comment words={entry.comment} />}
    </article>
  );
}

/** Three lines of the comment (spec section 9), and the rest on demand. */
function Comment({ words }: { words: string }) {
  const id = useId();
  const [isWhole, setWhole] = useState(false);
  const [ref, isCut] = useIsCut();
  return (
    <>
      <p ref={ref} id={id} className={classes.comment} data-whole={isWhole ? '' : undefined} dir="auto">
        {words}
      </p>
      {isCut || isWhole ? (
        <UnstyledButton className={classes.more} aria-expanded={isWhole} aria-controls={id} onClick={() => setWhole(!isWhole)}>
          {isWhole ? 'Show less' : 'Show all'}
        </UnstyledButton>
      ) : null}
    </>
  );
}
