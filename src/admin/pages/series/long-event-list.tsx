import type { ReactNode } from 'react';
import { useDates } from '#admin/ui/format/dates-context.tsx';
import { useNow } from '#admin/ui/format/use-now.ts';
import type { ListedEvent } from '#contract/events/event.ts';
import { hasPassed } from '#contract/rules/next-event.ts';
import { folded } from '#contract/rules/search-words.ts';
import { useAddressParam } from '../frame/use-address-param.ts';
import { EventFinder } from './event-finder.tsx';
import { type EventMonth, eventMonths, monthChips } from './event-months.ts';
import classes from './long-event-list.module.css';
import { PastEvents } from './past-events.tsx';

interface LongEventListProps {
  events: readonly ListedEvent[];
  /** The event that the address names, which is shown even when it has passed. */
  namedId: string | undefined;
  areOnForm: boolean;
  hiddenLink: ReactNode;
  cardOf: (event: ListedEvent, isNext: boolean) => ReactNode;
}

const monthAnchor = (key: string): string => `month-${key}`;

function showMonth(key: string): void {
  const section = document.getElementById(monthAnchor(key));
  section?.scrollIntoView({ block: 'start' });
  section?.querySelector('h2')?.focus({ preventScroll: true });
}

/** The events of a series with many: those that have passed in one line, the others by month, and a field to find one. */
export function LongEventList({ events, namedId, areOnForm, hiddenLink, cardOf }: LongEventListProps) {
  const dates = useDates();
  const now = useNow();
  const [find = '', setFind] = useAddressParam('find');
  const wanted = folded(find.trim());
  const found = events.filter(({ event_title: title }) => folded(title).includes(wanted));
  const isPast = (event: ListedEvent): boolean => wanted === '' && hasPassed(event, now);
  const past = found.filter(isPast);
  const months = eventMonths(
    found.filter((event) => !isPast(event)),
    dates,
  );
  const nextId = events.find(({ date }) => date !== null && new Date(date) >= now)?.id;
  return (
    <>
      <EventFinder
        find={find}
        onFind={(text) => setFind(text.trim() || undefined)}
        chips={monthChips(months, dates, dates.key(now.toISOString()).slice(0, 4))}
        onMonth={showMonth}
        hiddenLink={hiddenLink}
      />
      {found.length === 0 ? (
        <p className={classes.nothing} role="status">
          No event of this series has ‘{find}’ in its title.
        </p>
      ) : null}
      {past.length === 0 ? null : (
        <PastEvents events={past} areOnForm={areOnForm} isOpenAtFirst={months.length === 0 || past.some(({ id }) => id === namedId)}>
          {past.map((event) => cardOf(event, false))}
        </PastEvents>
      )}
      {months.map((month) => (
        <Month key={month.key} month={month}>
          {month.events.map((event) => cardOf(event, event.id === nextId))}
        </Month>
      ))}
    </>
  );
}

function Month({ month: { key, title }, children }: { month: EventMonth; children: ReactNode }) {
  const titleId = `${monthAnchor(key)}-title`;
  return (
    <section className={classes.month} id={monthAnchor(key)} aria-labelledby={titleId}>
      <h2 className={classes.title} id={titleId} tabIndex={-1}>
        {title}
      </h2>
      {children}
    </section>
  );
}
