import type { Db } from '#server/db/connection.ts';
import { buildEvent, buildSeries } from '#server/testing/form-rows.ts';
import { ASKS_FOR_ALL } from '#server/testing/worker.ts';
import { type Attendee, addAttendees } from './series-rows.ts';

export const notInChannel = { state: 'failed', attempts: 5, message: 'The bot is not in channel C1', cause: 'not_in_channel C1' } as const;
export const noMailbox = {
  state: 'failed',
  attempts: 3,
  message: 'The mail server answered: 550 5.1.1 mailbox unavailable',
  cause: 'mailbox',
} as const;
export const later = {
  state: 'waiting',
  attempts: 2,
  message: 'Copper did not answer within 5 seconds',
  cause: 'timeout',
  next_try_at: new Date('2050-01-01T09:47:00Z'),
} as const;
export const ada = { first_name: 'Ada', last_name: 'Marsh', email: 'ada@gmial.com' };
export const zoe = { first_name: 'Zoë', last_name: 'Hart', email: 'zoe@example.com' };

/** Makes a series with one event and these attendees. */
export async function buildBrunch(db: Db, attendees: readonly Attendee[]): Promise<{ seriesId: string; eventId: string; path: string }> {
  const seriesId = await buildSeries(db, { title: 'Brunch', ...ASKS_FOR_ALL });
  const eventId = await buildEvent(db, seriesId, { title: 'Spring brunch' });
  await addAttendees(db, seriesId, [eventId], attendees);
  return { seriesId, eventId, path: `/brunch/events-series/${seriesId}?event=${eventId}` };
}

/** Attendees whose Slack message failed. */
export const many = (count: number, values: Attendee = {}): Attendee[] =>
  Array.from({ length: count }, () => ({ steps: { slack: notInChannel }, ...values }));
