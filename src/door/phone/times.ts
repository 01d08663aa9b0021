import type { Door } from '#contract/door.ts';
import { dayOfMoment } from '#contract/texts/door.ts';
import { byTimeZone } from '#contract/time.ts';

const clockIn = byTimeZone(
  (timeZone) => new Intl.DateTimeFormat('en-GB', { timeZone, weekday: 'short', hour: '2-digit', minute: '2-digit' }),
);

/** The time of a moment: `09:12`, or on another day `Wed 09:12`. */
export function clock(iso: string, timeZone = 'UTC'): string {
  const time = clockIn(timeZone).format(new Date(iso));
  return dayOfMoment(iso, timeZone) === dayOfMoment(new Date(), timeZone) ? time.slice(-5) : time;
}

const dateIn = byTimeZone(
  (timeZone) => new Intl.DateTimeFormat('en-GB', { timeZone, weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' }),
);

export const dayOf = ({ event: { date }, time_zone: timeZone }: Door): string =>
  `This event is on ${date === null ? '' : dateIn(timeZone).format(new Date(date)).replace(',', '')}.`;

/** Whether an event is on: from the beginning of its first day until its last is over. One without a date always is. */
export const isOn = ({ on_from: from, on_until: until }: Door['event'], now = Date.now()): boolean =>
  from === null || until === null || (Date.parse(from) <= now && now < Date.parse(until));

/** A door with its times by the phone's clock, which may be days ahead of or behind the server's. */
export function byClockOfPhone(door: Door, now = Date.now()): Door {
  const moved = (time: string): string => new Date(Date.parse(time) + now - Date.parse(door.time)).toISOString();
  const { on_from: from, on_until: until } = door.event;
  return { ...door, ends_at: moved(door.ends_at), event: { ...door.event, on_from: from && moved(from), on_until: until && moved(until) } };
}
