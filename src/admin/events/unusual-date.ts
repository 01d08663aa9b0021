import { parseEventDate } from '#contract/rules/event-date.ts';

/** What may be a mistake in the date of a new event, which is written as `2026-11-26 09:30:00`; undefined when nothing is. */
export function unusualDate(date: string | null, timeZone: string, now: Date): string | undefined {
  const moment = date === null ? undefined : parseEventDate(date, timeZone);
  if (moment === undefined) return undefined;
  const found = [
    ...(moment < now ? ['This date is in the past.'] : []),
    ...(date?.endsWith(' 00:00:00') === true ? ['No time is chosen: the event begins at 00:00.'] : []),
  ];
  return found.length === 0 ? undefined : found.join(' ');
}
