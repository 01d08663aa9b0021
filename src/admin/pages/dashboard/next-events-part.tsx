import { Link } from 'react-router';
import { paths } from '#admin/paths.ts';
import { NothingInPart, StripPart } from '#admin/ui/cards/strip.tsx';
import { useDates } from '#admin/ui/format/dates-context.tsx';
import { daysAhead } from '#admin/ui/format/days-ahead.ts';
import { useNow } from '#admin/ui/format/use-now.ts';
import type { Overview } from '#contract/overview.ts';
import { formatCount } from '#contract/texts/counts.ts';
import classes from './overview.module.css';

type NextEvent = Overview['next_events'][number];

/** The next events over all series. */
export function NextEventsPart({ events }: { events: readonly NextEvent[] }) {
  return (
    <StripPart title="Next events">
      {events.length === 0 ? (
        <NothingInPart>No event ahead</NothingInPart>
      ) : (
        <ul>
          {events.map((event) => (
            <li key={event.id}>
              <NextEventLine event={event} />
            </li>
          ))}
        </ul>
      )}
    </StripPart>
  );
}

function NextEventLine({ event }: { event: NextEvent }) {
  const dates = useDates();
  const now = useNow();
  const { month, day } = dates.tile(event.date);
  return (
    <Link
      className={classes.event}
      to={paths.series.event({ id: event.series_id, title: event.series_title }, { id: event.id, isOnForm: true })}
    >
      <time className={classes.date} dateTime={event.date} title={dates.span(event.date, event.end_date)}>
        <strong>{day}</strong> {month}
      </time>{' '}
      <span className={classes.about}>
        <strong className={classes.title} dir="auto">
          {event.event_title}
        </strong>{' '}
        <span className={classes.place}>
          <bdi>{event.series_title}</bdi>, {daysAhead(event.date, now, dates)}
        </span>
      </span>{' '}
      <span className={classes.count}>
        <strong>{formatCount(event.signups_count)}</strong> {event.signups_count === 1 ? 'Signup' : 'Signups'}
      </span>
    </Link>
  );
}
