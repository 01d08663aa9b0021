import type { Dates } from '#admin/ui/format/dates.ts';
import type { ListedEvent } from '#contract/events/event.ts';
import { DATE_TO_BE_ANNOUNCED } from '#contract/texts/words/form.ts';

/** The events of one month. */
export interface EventMonth {
  /** `2026-11`; empty for events without a date. */
  readonly key: string;
  /** `November 2026` */
  readonly title: string;
  readonly events: readonly ListedEvent[];
}

type MonthDates = Pick<Dates, 'key' | 'month' | 'tile'>;

/** Events by month, in their order, those without a date last. */
export function eventMonths(events: readonly ListedEvent[], dates: MonthDates): EventMonth[] {
  const byMonth = Map.groupBy(events, ({ date }) => (date === null ? '' : dates.key(date).slice(0, 7)));
  return [...byMonth].map(([key, group]) => {
    const date = group[0]?.date ?? null;
    return { key, title: date === null ? DATE_TO_BE_ANNOUNCED : dates.month(date), events: group };
  });
}

export interface MonthChip {
  readonly key: string;
  readonly label: string;
  readonly count: number;
}

/** This many months have a chip each; the others share the last one. */
const CHIPS = 5;

/** A chip for each of the next months, with how many events it has; the year is written where it begins. */
export function monthChips(months: readonly EventMonth[], dates: MonthDates, thisYear: string): MonthChip[] {
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
