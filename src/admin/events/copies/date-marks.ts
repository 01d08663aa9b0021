import type { ListedEvent } from '#contract/events/event.ts';
import { parseEventDate } from '#contract/rules/event-date.ts';

/** What to warn of at a date, which is written as `2026-12-10 09:30:00`. */
export type DateMark = (date: string | null) => string | undefined;

interface Surroundings {
  readonly events: readonly Pick<ListedEvent, 'event_title' | 'date'>[];
  readonly timeZone: string;
  readonly now: Date;
}

/** Marks dates that are over and those at which another event of the series begins. */
export function dateMarks({ events, timeZone, now }: Surroundings): DateMark {
  const titles = new Map(events.flatMap(({ date, event_title: title }) => (date === null ? [] : [[Date.parse(date), title]])));
  return (date) => {
    const moment = date === null ? undefined : parseEventDate(date, timeZone);
    if (moment === undefined) return undefined;
    const other = titles.get(moment.getTime());
    if (other !== undefined) return `Same time as ‘${other}’`;
    return moment < now ? 'In the past' : undefined;
  };
}
