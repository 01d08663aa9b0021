import type { AutomaticMail } from '../registrations/mail-kind.ts';
import { clockOf, dayAfterEnd, dayBegunAt, movedByDays, parseEventDate } from '../rules/event-date.ts';
import { endOf, type EventTimes } from '../rules/event-times.ts';
import { DAY_MS, MINUTE_MS } from '../time.ts';

const DAY = DAY_MS / MINUTE_MS;

/** Whether an event lasts whole days, as calendars show it. */
const isAllDay = ({ date, end_date: end }: EventTimes, timeZone: string): boolean =>
  date !== null && dayBegunAt(new Date(date), timeZone) !== undefined && (!end || dayAfterEnd(new Date(end), timeZone) !== undefined);

/** 09:00 on that day, for all-day events. */
const atNine = (date: Date, timeZone: string): Date | undefined =>
  parseEventDate(`${clockOf(date, timeZone).toISOString().slice(0, 10)}T09:00`, timeZone);

const movedOnClock = (time: number, days: number, timeZone: string): number =>
  movedByDays(new Date(time), days, timeZone)?.getTime() ?? time;

/** When an automatic mail is sent, in ms since 1970: days are calendar days of `timeZone`, hours elapsed time. Undefined without a date, if it is off, and shortly before an all-day event. */
export function momentOf(kind: AutomaticMail, minutes: number, event: EventTimes, timeZone: string): number | undefined {
  if (event.date === null || minutes === 0) return undefined;
  const isThanks = kind === 'thank_you';
  const moved = movedOnClock(
    isThanks ? endOf(event, timeZone) : Date.parse(event.date),
    Math.trunc((isThanks ? minutes : -minutes) / DAY),
    timeZone,
  );
  // The added minute moves an end at 23:59 to the next day.
  if (isAllDay(event, timeZone)) return kind === 'starting_soon' ? undefined : atNine(new Date(moved + MINUTE_MS), timeZone)?.getTime();
  return moved + ((isThanks ? minutes : -minutes) % DAY) * MINUTE_MS;
}

/** How late a thank-you may still be sent. */
const LATE_MAX_MS = 3 * DAY_MS;

export interface TimedEvent extends EventTimes {
  /** For each mail: its minutes, and when these or the date of the event were last changed. */
  readonly mails: Readonly<Record<AutomaticMail, { readonly minutes: number; readonly since: number }>>;
}

/** Whether the mail is due and still useful: until the start, or for a thank-you until some days after its moment. */
export function isDue(kind: AutomaticMail, minutes: number, event: EventTimes, at: { readonly timeZone: string; readonly now: number }) {
  const moment = momentOf(kind, minutes, event, at.timeZone);
  if (moment === undefined || event.date === null) return false;
  return moment <= at.now && at.now < (kind === 'thank_you' ? moment + LATE_MAX_MS : Date.parse(event.date));
}

/** The automatic mails of an event that are to begin at `now`, each with its moment, without any whose moment was over when it was set; if two are due before the start, only the later. */
export function dueMails({ mails, ...event }: TimedEvent, timeZone: string, now: number): [kind: AutomaticMail, moment: number][] {
  const due = (kind: AutomaticMail) => isDue(kind, mails[kind].minutes, event, { timeZone, now });
  const before = (['starting_soon', 'reminder'] as const).filter(due).slice(0, 1);
  return [...before, ...(['thank_you'] as const).filter(due)].flatMap((kind): [AutomaticMail, number][] => {
    const moment = momentOf(kind, mails[kind].minutes, event, timeZone);
    return moment !== undefined && moment >= mails[kind].since ? [[kind, moment]] : [];
  });
}
