import { type Expression, type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Db } from '#server/db/connection.ts';

/** Whether the submission belongs to an existing marketing form or event. The rows are read only while a deletion is under way. */
export const isNotDeleted = (submissionId: Expression<string> | RawBuilder<string>): RawBuilder<SqlBool> => sql`(
  not exists (select from deletions) or exists (
    select from submissions as asked join forms on forms.id = asked.form_id and forms.kind = 'marketing' where asked.id = ${submissionId}
    union all
    select from registrations as asked join events on events.id = asked.event_id where asked.submission_id = ${submissionId}))`;

/** `isNotDeleted` for reads of very many rows: simply true while nothing is being deleted, so that PostgreSQL can read in parallel. */
export async function notDeletedCondition(db: Db, submissionId: Expression<string>): Promise<RawBuilder<SqlBool>> {
  const deletion = await db.selectFrom('deletions').select('id').limit(1).executeTakeFirst();
  return deletion === undefined ? sql`true` : isNotDeleted(submissionId);
}

/** Whether the event is not being deleted: its registrations are removed in parts. */
export const isEventNotDeleted = (eventId: Expression<string> | RawBuilder<string>): RawBuilder<SqlBool> =>
  sql`${eventId} <> all (array(select id from deletions))`;
