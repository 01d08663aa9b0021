import type { Db } from '#server/db/connection.ts';
import { type Attendee, addAttendees, addFormSubmissions } from '../support/series-rows.ts';

const DAY_MS = 86_400_000;

/** The UTC day this many days ago, as yyyy-mm-dd. */
export const dayAgo = (days: number): string => new Date(Date.now() - days * DAY_MS).toISOString().slice(0, 10);

/** A day of the UTC month this many months ago, as yyyy-mm-dd. */
export function dayOfMonthAgo(months: number, day: number): string {
  const now = new Date();
  return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - months, day)).toISOString().slice(0, 10);
}

/** The month as the table shows it: `11 / 2026`. */
export const monthAgo = (months: number): string => {
  const [year, month] = dayOfMonthAgo(months, 1).split('-');
  return `${month} / ${year}`;
};

/** This many people every day, in its first second in UTC. */
const peopleOnDays = (counts: Record<string, number>): Attendee[] =>
  Object.entries(counts).flatMap(([day, count]) =>
    Array.from({ length: count }, (_, index) => ({
      email: `person.${day}.${index}@example.com`,
      submitted_at: new Date(`${day}T00:00:00.500Z`),
    })),
  );

/** Adds this many submissions every day. */
export async function addSignUpsOnDays(
  db: Db,
  seriesId: string,
  eventIds: readonly string[],
  counts: Record<string, number>,
): Promise<void> {
  await addAttendees(db, seriesId, eventIds, peopleOnDays(counts));
}

/** Adds this many submissions of a marketing form every day. */
export const addFormSignUpsOnDays = async (db: Db, formId: string, counts: Record<string, number>): Promise<void> =>
  void (await addFormSubmissions(db, formId, peopleOnDays(counts)));

/** Sets the views of a day. */
export async function addViews(db: Db, seriesId: string, day: string, views: number): Promise<void> {
  await db.insertInto('view_counts').values({ form_id: seriesId, day, views }).execute();
}

/** Sets the views of a day of a marketing form. */
export async function addFormViews(db: Db, formId: string, day: string, views: number): Promise<void> {
  await db.insertInto('view_counts').values({ form_id: formId, day, views }).execute();
}
