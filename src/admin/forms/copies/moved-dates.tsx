import { Skeleton } from '@mantine/core';
import type { UseQueryResult } from '@tanstack/react-query';
import { useId } from 'react';
import { messageOf } from '#admin/api/api-error.ts';
import { ErrorState } from '#admin/ui/feedback/error-state.tsx';
import { useDates } from '#admin/ui/format/dates-context.tsx';
import { useNow } from '#admin/ui/format/use-now.ts';
import { IconAlertTriangle } from '#admin/ui/layout/icons.tsx';
import type { Series } from '#contract/forms/event-series.ts';
import { counted } from '#contract/texts/counts.ts';
import classes from '#admin/events/copies/copied-dates.module.css';
import { movedEvents, type SeriesCopyValues } from './series-copy-values.ts';

/** The events of a copied series with their new dates. */
export function MovedDates({ read, values }: { read: UseQueryResult<Series>; values: SeriesCopyValues }) {
  const dates = useDates();
  const now = useNow();
  const labelId = useId();
  if (read.isError) return <ErrorState message={messageOf(read.error)} onRetry={() => void read.refetch()} isRetrying={read.isFetching} />;
  if (read.data === undefined) return <Skeleton h={120} radius="md" />;
  const moved = movedEvents(read.data.events, values, dates.timeZone);
  const past = moved.filter(({ date }) => date instanceof Date && date < now).length;
  return (
    <div>
      <div className={classes.head}>
        <span id={labelId} data-variant="label">
          New dates
        </span>
        <span className={classes.count} aria-live="polite">
          {past === 0 ? counted(moved.length, 'event') : `${past} of ${moved.length} in the past`}
        </span>
      </div>
      <ul className={classes.list} aria-labelledby={labelId}>
        {moved.map(({ id, title, date, end }) => (
          <li key={id} className={classes.row}>
            <span className={classes.title} dir="auto">
              {title}
            </span>
            <span className={classes.date}>
              {date instanceof Date ? dates.span(date.toISOString(), end?.toISOString() ?? null) : 'No date'}
              {date instanceof Date && date < now ? (
                <span className={classes.mark} data-warning>
                  <IconAlertTriangle size={14} aria-hidden="true" />
                  In the past
                </span>
              ) : null}
            </span>
          </li>
        ))}
      </ul>
    </div>
  );
}
