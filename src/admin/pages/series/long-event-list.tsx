import { Box, Text, UnstyledButton } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { focusInPlace } from '#admin/ui/focus.ts';
import { dates, useNow } from '#admin/ui/format/dates.tsx';
import { Chip } from '#admin/ui/inputs/chip.tsx';
import { SearchField } from '#admin/ui/inputs/search-field.tsx';
import { IconChevronDown, IconChevronRight } from '#admin/ui/layout/icons.tsx';
import { useAddressParam } from '#admin/ui/use-address-param.ts';
import type { ListedEvent } from '#contract/events/event.ts';
import { endOf } from '#contract/rules/event-times.ts';
import { folded } from '#contract/rules/search-words.ts';
import { counted } from '#contract/texts/counts.ts';
import { DATE_TO_BE_ANNOUNCED } from '#contract/texts/words/form.ts';
import { TITLE_MAX_LENGTH } from '#contract/wire-text.ts';
import classes from './long-event-list.module.css';

interface LongEventListProps {
  events: readonly ListedEvent[];
  /** The event that the address names, which is shown even when it has passed. */
  namedId: string | undefined;
  hiddenLink: ReactNode;
  cardOf: (event: ListedEvent, isNext: boolean) => ReactNode;
}

const monthAnchor = (key: string): string => `month-${key}`;

function showMonth(key: string): void {
  const section = document.getElementById(monthAnchor(key));
  section?.scrollIntoView({ block: 'start' });
  focusInPlace(section?.querySelector('h2'));
}

export function LongEventList({ events, namedId, hiddenLink, cardOf }: LongEventListProps) {
  const now = useNow();
  const [find = '', setFind] = useAddressParam('find');
  const wanted = folded(find.trim());
  const found = events.filter(({ event_title: title }) => folded(title).includes(wanted));
  const isPast = (event: ListedEvent): boolean => wanted === '' && endOf(event, dates.timeZone) <= now.getTime();
  const past = found.filter(isPast);
  const coming = found.filter((event) => !isPast(event));
  const months = eventMonths(coming);
  const nextId = events.find(({ date, cancelled_at: cancelled }) => date !== null && cancelled === null && new Date(date) >= now)?.id;
  return (
    <>
      <EventFinder
        find={find}
        onFind={(text) => setFind(text.trim() || undefined)}
        chips={monthChips(months, dates.key(now.toISOString()).slice(0, 4))}
        hiddenLink={hiddenLink}
      />
      {found.length === 0 ? (
        <Text my={24} data-text="second" role="status">{`No event of this series has ‘${find}’ in its title.`}</Text>
      ) : null}
      {past.length === 0 ? null : (
        <PastEvents events={past} isOpenAtFirst={months.length === 0 || past.some(({ id }) => id === namedId)}>
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
    <Box component="section" mt={24} id={monthAnchor(key)} aria-labelledby={titleId}>
      <Text component="h2" mb={8} fw={600} data-text="second" id={titleId} tabIndex={-1}>
        {title}
      </Text>
      {children}
    </Box>
  );
}

interface EventFinderProps {
  find: string;
  onFind: (text: string) => void;
  chips: ReturnType<typeof monthChips>;
  hiddenLink: ReactNode;
}

function EventFinder({ find, onFind, chips, hiddenLink }: EventFinderProps) {
  const [chosen, setChosen] = useState<string>();
  const current = chips.some(({ key }) => key === chosen) ? chosen : chips[0]?.key;
  return (
    <div className={classes.finder} data-row>
      <SearchField
        className={classes.find}
        label="Find an event of this series"
        value={find}
        onChange={onFind}
        maxLength={TITLE_MAX_LENGTH}
      />
      <nav className={classes.chips} data-scrolls aria-label="Months">
        {chips.map(({ key, label, count }) => (
          <Chip
            key={key}
            aria-current={key === current}
            count={count}
            onClick={() => {
              setChosen(key);
              showMonth(key);
            }}
          >
            {label}
          </Chip>
        ))}
      </nav>
      {hiddenLink}
    </div>
  );
}

/** `Thu 15 Jan to Thu 12 Nov 2026` */
function rangeOf(events: readonly ListedEvent[]): string {
  const [first, last] = [events[0]?.date ?? '', events.at(-1)?.date ?? ''];
  if (dates.key(first) === dates.key(last)) return dates.day(last);
  const isOneYear = dates.key(first).slice(0, 4) === dates.key(last).slice(0, 4);
  return `${isOneYear ? dates.dayOfYear(first) : dates.day(first)} to ${dates.day(last)}`;
}

/** The events that have passed, folded into a line; whether it is open is kept in the address. */
function PastEvents({ events, isOpenAtFirst, children }: { events: readonly ListedEvent[]; isOpenAtFirst: boolean; children: ReactNode }) {
  const [past, setPast] = useAddressParam('past');
  const isOpen = past === undefined ? isOpenAtFirst : past === 'open';
  const Sign = isOpen ? IconChevronDown : IconChevronRight;
  const signUps = events.reduce((sum, event) => sum + event.submissions_count, 0);
  return (
    <section aria-label="Past events">
      <UnstyledButton
        className={classes.past}
        data-row="wrap"
        data-hover="fill"
        aria-expanded={isOpen}
        onClick={() => setPast(isOpen ? 'folded' : 'open')}
      >
        <Sign aria-hidden="true" />
        <strong className={classes.pastTitle} data-text="stressed">
          {counted(events.length, 'past event')}
        </strong>{' '}
        <span>{`${rangeOf(events)}, ${counted(signUps, 'sign-up')}`}</span>
      </UnstyledButton>
      {isOpen ? <Box mt={16}>{children}</Box> : null}
    </section>
  );
}

type EventMonth = ReturnType<typeof eventMonths>[number];

/** Events by month, in their order, those without a date last, with an empty key; others have `2026-11` and `November 2026`. */
export function eventMonths(events: readonly ListedEvent[]) {
  const byMonth = Map.groupBy(events, ({ date }) => (date === null ? '' : dates.key(date).slice(0, 7)));
  return [...byMonth].map(([key, group]) => {
    const date = group[0]?.date ?? null;
    return { key, title: date === null ? DATE_TO_BE_ANNOUNCED : dates.month(date), events: group };
  });
}

/** This many months have a chip each; the others share the last one. */
const CHIPS = 5;

/** A chip for each of the next months, with how many events it has; the year is written where it begins. */
export function monthChips(months: readonly EventMonth[], thisYear: string) {
  let year = thisYear;
  const chips = months.map(({ key, events }) => {
    const date = events[0]?.date ?? null;
    const begins = key.slice(0, 4) !== year;
    year = key.slice(0, 4);
    const month = date === null ? 'No date' : dates.tile(date).month;
    return { key, label: begins && date !== null ? `${month} ${year}` : month, count: events.length };
  });
  const [later, ...others] = chips.slice(CHIPS);
  if (later === undefined || others.length === 0) return chips;
  const count = others.reduce((sum, chip) => sum + chip.count, later.count);
  return [...chips.slice(0, CHIPS), { ...later, label: 'Later', count }];
}
