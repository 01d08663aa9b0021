import type { NewImport } from '#contract/attendees/attendee-import.ts';
import type { User } from '#contract/session/user.ts';
import type { Db, Tx } from '#server/db/connection.ts';
import { newId } from '#server/db/new-id.ts';
import { notFound } from '#server/errors.ts';
import type { EventPath } from '#server/events/queries.ts';
import { addOnce, type CallId } from '#server/idempotency.ts';

/** Keeps an event from being deleted until the transaction ends. @throws AppError `not_found` */
async function holdEvent(tx: Tx, { seriesId, eventId }: EventPath): Promise<void> {
  await tx
    .selectFrom('events')
    .select('id')
    .where('id', '=', eventId)
    .where('form_id', '=', seriesId)
    .forKeyShare()
    .executeTakeFirstOrThrow(() => notFound('Event'));
}

async function findImportId(tx: Tx, eventId: string, id: string): Promise<{ id: string } | undefined> {
  return tx.selectFrom('uploads').select('id').where('id', '=', id).where('event_id', '=', eventId).executeTakeFirst();
}

interface AddImport {
  readonly input: NewImport;
  readonly by: User;
  readonly callId: CallId;
}

/** Begins an upload into an event. @throws AppError `not_found`, or `conflict` for a used key */
export async function addImport(db: Db, path: EventPath, { input, by, callId }: AddImport): Promise<{ id: string }> {
  return db.transaction().execute((tx) =>
    addOnce(tx, callId, {
      add: async () => {
        await holdEvent(tx, path);
        const row = {
          id: newId(),
          event_id: path.eventId,
          file_name: input.file_name.trim(),
          rows: input.rows,
          by_email: by.email,
          by_name: by.displayName,
        };
        return tx.insertInto('uploads').values(row).returning('id').executeTakeFirstOrThrow();
      },
      rowIdOf: ({ id }) => id,
      find: (id) => findImportId(tx, path.eventId, id),
    }),
  );
}
