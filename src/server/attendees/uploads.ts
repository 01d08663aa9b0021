import { sql, type SqlBool } from 'kysely';
import type { AttendeeImport, NewImport, UndoneImport } from '#contract/attendees/attendee-import.ts';
import type { Db, Tx } from '#server/db/connection.ts';
import { newId } from '#server/db/new-id.ts';
import { AppError, notFound } from '#server/errors.ts';
import { type EventPath, getEvent } from '#server/events/queries.ts';
import { lockForm } from '#server/forms/form-rows.ts';
import { addOnce, type StaffAdd } from '#server/idempotency.ts';
import { recountAddresses } from '#server/registrations/counters.ts';
import { removeSubmissions } from '#server/registrations/deletions.ts';
import { promoteWaiting } from '#server/registrations/waiting-list.ts';
import { type Actor, type Write, write, type WriteDeps } from '#server/write.ts';

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

/** Begins an upload into an event. @throws AppError `not_found`, or `conflict` for a used key */
export async function addImport(
  deps: WriteDeps,
  by: Actor,
  path: EventPath,
  { input, callId }: StaffAdd<NewImport>,
): Promise<{ id: string }> {
  return write(deps, by, (w) =>
    addOnce(w, callId, {
      add: async () => {
        await holdEvent(w, path);
        const row = {
          id: newId(),
          event_id: path.eventId,
          file_name: input.file_name.trim(),
          rows: input.rows,
          by_email: by.email,
          by_name: by.name,
        };
        return w.insertInto('uploads').values(row).returning('id').executeTakeFirstOrThrow();
      },
      rowIdOf: ({ id }) => id,
      find: (id) => w.selectFrom('uploads').select('id').where('id', '=', id).where('event_id', '=', path.eventId).executeTakeFirst(),
    }),
  );
}

const LISTED_MAX = 100;

const UNDO_DAYS = 30;

const IS_TOO_OLD = sql<boolean>`at < now() - make_interval(days => ${UNDO_DAYS})`;

/** The submissions that an upload added and nobody has worked with since. */
const isUntouchedOf = (importId: ReturnType<typeof sql>) => sql<SqlBool>`upload_id = ${importId} and changed_since_upload(id) is null`;

/** The last uploads into an event, newest first. @throws AppError `not_found` */
export async function listImports(db: Db, path: EventPath): Promise<AttendeeImport[]> {
  await getEvent(db, path);
  const rows = await db
    .selectFrom('uploads')
    .select(['id', 'file_name', 'by_name as by', 'at', 'rows', 'state', 'undone_by', 'undone_at', 'removed', 'kept'])
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
  return rows.map(({ left, ...row }) => ({
    ...row,
    at: row.at.toISOString(),
    added: left + row.removed,
    undone_at: row.undone_at?.toISOString() ?? null,
  }));
}

interface ImportPath extends EventPath {
  readonly importId: string;
}

/** Submissions per transaction, so that sign-ups of the series hardly wait. */
const SLICE = 500;
/** How long an undo that broke off keeps another from going on. */
const HELD_SECONDS = 5;
const KEPT_LISTED_MAX = 200;

const heldUntil = sql<Date>`now() + make_interval(secs => ${HELD_SECONDS})`;

/** Claims the upload for this undo. @throws AppError `not_found` or `conflict` */
async function beginUndo(tx: Tx, path: ImportPath): Promise<'claimed' | 'undone'> {
  await getEvent(tx, path);
  const found = await tx
    .selectFrom('uploads')
    .select(['state', IS_TOO_OLD.as('is_too_old'), sql<boolean>`coalesce(undo_held_until > now(), false)`.as('is_held')])
    .where('id', '=', path.importId)
    .where('event_id', '=', path.eventId)
    .forUpdate()
    .executeTakeFirst();
  if (found === undefined) throw notFound('Upload');
  if (found.state === 'undone') return 'undone';
  if (found.state === 'undoing' && found.is_held) throw new AppError('conflict', 'This upload is being undone already.');
  if (found.is_too_old) throw new AppError('conflict', 'This upload is more than 30 days old. Choose its attendees and delete them.');
  await tx.updateTable('uploads').set({ state: 'undoing', undo_held_until: heldUntil }).where('id', '=', path.importId).execute();
  return 'claimed';
}

/** Removes the next untouched attendees. @returns whether there may be more */
async function removeSlice(w: Write, { seriesId, importId }: ImportPath): Promise<boolean> {
  if (!(await lockForm(w, { kind: 'series', id: seriesId }))) throw notFound('Event series');
  const { rows } = await sql<{ id: string; email_key: string }>`
    select id, email_key from submissions where ${isUntouchedOf(sql`${importId}::uuid`)} limit ${SLICE}`.execute(w);
  const [ids, addresses] = [rows.map(({ id }) => id), rows.map((row) => row.email_key)];
  const eventIds = await removeSubmissions(w, ids);
  await recountAddresses(w, seriesId, addresses);
  await promoteWaiting(w, { seriesId, eventIds });
  await w
    .updateTable('uploads')
    .set((eb) => ({ removed: eb('removed', '+', rows.length), undo_held_until: heldUntil }))
    .where('id', '=', importId)
    .execute();
  return rows.length === SLICE;
}

async function listKept(db: Db, importId: string): Promise<UndoneImport['kept']> {
  const { rows } = await sql<UndoneImport['kept'][number]>`
    select id, first_name || ' ' || last_name as name, email, coalesce(changed_since_upload(id), 'worked with since') as reason
    from submissions where upload_id = ${importId} order by submitted_at, id limit ${KEPT_LISTED_MAX}`.execute(db);
  return rows;
}

/** Ends the undo, or reads how it ended. @throws AppError `not_found` when the event was deleted in the meantime */
async function finishUndo(w: Write, importId: string): Promise<{ removed: number; kept_count: number }> {
  await w
    .updateTable('uploads')
    .set({
      state: 'undone',
      undone_by: w.by.name,
      undone_at: sql<Date>`now()`,
      kept: sql<number>`(select count(*) from submissions where upload_id = uploads.id)`,
    })
    .where('id', '=', importId)
    .where('state', '=', 'undoing')
    .execute();
  const { removed, kept } = await w
    .selectFrom('uploads')
    .select(['removed', 'kept'])
    .where('id', '=', importId)
    .executeTakeFirstOrThrow(() => notFound('Upload'));
  return { removed, kept_count: kept ?? 0 };
}

/**
 * Removes the attendees that an upload added and nobody has worked with since, part by part; the others stay. An undo that broke off
 * goes on where it stopped, and one that has ended answers as it did.
 * @throws AppError `not_found`, or `conflict` while it is being undone or when it is too old
 */
export async function undoImport(deps: WriteDeps, by: Actor, path: ImportPath): Promise<UndoneImport> {
  const state = await write(deps, by, (w) => beginUndo(w, path));
  let isMore = state === 'claimed';
  while (isMore) isMore = await write(deps, by, (w) => removeSlice(w, path));
  const undone = await write(deps, by, (w) => finishUndo(w, path.importId));
  return { ...undone, kept: await listKept(deps.db, path.importId) };
}
