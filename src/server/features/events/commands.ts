import { sql, type Transaction } from 'kysely';
import type { EventEdit, NewEvent } from '#contract/event.ts';
import { parseEventDate } from '#contract/rules/event-date.ts';
import { trimmedOrNull } from '#contract/rules/text.ts';
import type { Db } from '#server/db/connection.ts';
import { touchForm } from '#server/db/form-version.ts';
import { addPlacesOfEvent, lockSeries, removePlacesOfEvent } from '#server/db/kept-counts.ts';
import { newId } from '#server/db/new-id.ts';
import type { Database, EventRow, EventUpdate } from '#server/db/tables.ts';
import { notFound } from '#server/errors.ts';
import { addOnce, type OnceKey } from '#server/idempotency.ts';
import { decideEdit, sentFields } from '#server/versioned-edit.ts';
import type { EventPath } from './queries.ts';

type Tx = Transaction<Database>;

/** What the public form shows of an event. */
const SHOWN_COLUMNS = ['title', 'starts_at', 'is_on_form', 'is_brunch'] as const;

const WIRE_NAMES = {
  title: 'event_title',
  calendar_id: 'google_calendar_id',
  starts_at: 'date',
  is_on_form: 'show_on_form',
  is_brunch: 'brunch_event',
} as const;

/** Only what was sent is in the result; the rest is undefined. */
function toColumns(input: EventEdit, timeZone: string): EventUpdate {
  const { google_calendar_id: calendarId, copper_tag: tag, date } = input;
  return {
    title: input.event_title?.trim(),
    calendar_id: calendarId === undefined ? undefined : trimmedOrNull(calendarId),
    starts_at: date === undefined ? undefined : (parseEventDate(date ?? '', timeZone) ?? null),
    is_on_form: input.show_on_form,
    is_brunch: input.brunch_event,
    copper_tag: tag === undefined ? undefined : trimmedOrNull(tag),
    target_participants: input.target_participants,
    maximum_participants: input.maximum_participants,
  };
}

async function insertEvent(tx: Tx, seriesId: string, input: NewEvent, timeZone: string): Promise<EventRow> {
  if (!(await lockSeries(tx, seriesId))) throw notFound('Event series');
  const event = await tx
    .insertInto('events')
    .values({ ...toColumns(input, timeZone), id: newId(), series_id: seriesId, title: input.event_title.trim() })
    .returningAll()
    .executeTakeFirstOrThrow();
  await touchForm(tx, { seriesId });
  return event;
}

/**
 * Adds an event to a series. A date without zone is read in `timeZone` (decision 7).
 * @throws AppError `not_found` when the series does not exist
 */
export async function addEvent(db: Db, seriesId: string, add: { input: NewEvent; timeZone: string; once: OnceKey }): Promise<EventRow> {
  return db.transaction().execute((tx) =>
    addOnce(tx, add.once, {
      add: () => insertEvent(tx, seriesId, add.input, add.timeZone),
      rowIdOf: (event) => event.id,
      find: (id) => tx.selectFrom('events').selectAll().where('id', '=', id).where('series_id', '=', seriesId).executeTakeFirst(),
    }),
  );
}

/** The series first, then the event: nobody signs up for it, and nobody else changes it, until the transaction ends. */
async function takeEvent(tx: Tx, { seriesId, eventId }: EventPath): Promise<EventRow> {
  if (!(await lockSeries(tx, seriesId))) throw notFound('Event');
  const event = await tx
    .selectFrom('events')
    .selectAll()
    .where('id', '=', eventId)
    .where('series_id', '=', seriesId)
    .forUpdate()
    .executeTakeFirst();
  if (event === undefined) throw notFound('Event');
  return event;
}

/**
 * Changes an event; showing or hiding it changes the kept counts of its series (decision 16).
 * @throws AppError `not_found`, or `conflict` when somebody else changed the same since `ifMatch`
 */
export async function editEvent(
  db: Db,
  path: EventPath,
  edit: { input: EventEdit; timeZone: string; ifMatch: number | undefined },
): Promise<EventRow> {
  return db.transaction().execute(async (tx) => {
    const event = await takeEvent(tx, path);
    const columns = toColumns(edit.input, edit.timeZone);
    const decided = decideEdit(event, sentFields(event, columns, WIRE_NAMES), edit.ifMatch);
    if (decided === undefined) return event;
    if (decided.changed.has('is_on_form')) {
      const keep = event.is_on_form ? removePlacesOfEvent : addPlacesOfEvent;
      await keep(tx, path.seriesId, path.eventId);
    }
    const edited = await tx
      .updateTable('events')
      .set({ ...columns, ...decided.stamp })
      .where('id', '=', path.eventId)
      .returningAll()
      .executeTakeFirstOrThrow();
    if (SHOWN_COLUMNS.some((column) => decided.changed.has(column))) await touchForm(tx, { seriesId: path.seriesId });
    return edited;
  });
}

async function deleteSubmissionsOnlyIn(tx: Tx, eventId: string): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from submissions using submission_events as place
    where place.event_id = ${eventId} and submissions.id = place.submission_id and not exists (
      select from submission_events as other where other.submission_id = place.submission_id and other.event_id <> place.event_id
    )`.execute(tx);
  return Number(numAffectedRows ?? 0);
}

/**
 * Deletes an event, and the sign-ups that are in no other (decision 1). Brunch fields about it keep their flag, without an event
 * (decision 17).
 * @returns how many sign-ups went with it
 * @throws AppError `not_found`
 */
export async function deleteEvent(db: Db, path: EventPath): Promise<number> {
  return db.transaction().execute(async (tx) => {
    const event = await takeEvent(tx, path);
    if (event.is_on_form) await removePlacesOfEvent(tx, path.seriesId, path.eventId);
    const deleted = await deleteSubmissionsOnlyIn(tx, path.eventId);
    await tx.deleteFrom('events').where('id', '=', path.eventId).execute();
    await touchForm(tx, { seriesId: path.seriesId });
    return deleted;
  });
}
