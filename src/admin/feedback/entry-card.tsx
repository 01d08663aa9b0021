import { UnstyledButton } from '@mantine/core';
import { type RefCallback, useCallback, useId, useState } from 'react';
import { useDates } from '#admin/ui/format/dates-context.tsx';
import { type FeedbackEntry, RATING_MAX } from '#contract/feedback.ts';
import classes from './entry-card.module.css';

/** One entry: rating, comment and date. */
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

function Comment({ words }: { words: string }) {
  const id = useId();
  const [isWhole, setWhole] = useState(false);
  const [ref, isCut] = useIsClamped();
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

/** Whether a clamped text is longer than what is shown, also after a resize. Attach the ref to the element. */
function useIsClamped(): [RefCallback<HTMLElement>, boolean] {
  const [isCut, setCut] = useState(false);
  const ref = useCallback((element: HTMLElement) => {
    const observer = new ResizeObserver(() => setCut(element.scrollHeight > element.clientHeight));
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  return [ref, isCut];
}
