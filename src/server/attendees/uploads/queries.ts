import { type SqlBool, sql } from 'kysely';
import type { AttendeeImport } from '#contract/attendees/attendee-import.ts';
import type { Db } from '#server/db/connection.ts';
import { type EventPath, getEvent } from '#server/events/queries.ts';

const LISTED_MAX = 100;

/** An upload older than this cannot be undone. */
const UNDO_DAYS = 30;

/** Whether the upload is too old to be undone. */
export const IS_TOO_OLD = sql<boolean>`at < now() - make_interval(days => ${UNDO_DAYS})`;

/** The submissions that an upload added and nobody has worked with since. */
export const isUntouchedOf = (importId: ReturnType<typeof sql>) =>
  sql<SqlBool>`upload_id = ${importId} and changed_since_upload(id) is null`;

/** The last uploads into an event, newest first. @throws AppError `not_found` */
export async function listImports(db: Db, path: EventPath): Promise<AttendeeImport[]> {
  await getEvent(db, path);
  const rows = await db
    .selectFrom('uploads')
    .selectAll('uploads')
    .select(sql<number>`(select count(*) from submissions where upload_id = uploads.id)`.as('left'))
    .select(
      sql<number>`case when state = 'undone' or ${IS_TOO_OLD} then 0
        else (select count(*) from submissions where ${isUntouchedOf(sql`uploads.id`)}) end`.as('untouched'),
    )
    .where('event_id', '=', path.eventId)
    .orderBy('at', 'desc')
    .orderBy('id', 'desc')
    .limit(LISTED_MAX)
    .execute();
  return rows.map((row) => ({
    id: row.id,
    file_name: row.file_name,
    by: row.by_name,
    at: row.at.toISOString(),
    rows: row.rows,
    added: row.left + row.removed,
    untouched: row.untouched,
    state: row.state,
    undone_by: row.undone_by,
    undone_at: row.undone_at?.toISOString() ?? null,
    removed: row.removed,
    kept: row.kept,
  }));
}
