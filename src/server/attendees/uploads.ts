import { sql, type SqlBool } from 'kysely';
import type { AttendeeImport, KeptAttendee, NewImport } from '#contract/attendees/attendee-import.ts';
import { type Db, rowsOf } from '#server/db/connection.ts';
import { newId } from '#server/db/new-id.ts';
import { AppError, orNotFound } from '#server/errors.ts';
import { getEvent, selectEvent } from '#server/events/queries.ts';
import { lockForm, lockFormOrThrow, lockRegistrations } from '#server/form-store/form-rows.ts';
import { type StaffAdd, writeOnce } from '#server/idempotency.ts';
import { recountAddresses } from '#server/registrations/counters.ts';
import { removeSubmissions } from '#server/registrations/deletions.ts';
import { checkNotCancelled } from '#server/registrations/status.ts';
import { promoteWaiting } from '#server/registrations/waiting-list.ts';
import { type EventPath, momentsAsText } from '#server/wire-names.ts';
import { type Actor, nextPart, type Write, write, type WriteDeps } from '#server/write.ts';

const selectUpload = (db: Db, { eventId }: EventPath, importId: string) =>
  db.selectFrom('uploads').where('uploads.id', '=', importId).where('event_id', '=', eventId);

/** Begins an upload into an event. @throws AppError `not_found`, or `conflict` for a used key */
export const addImport = async (deps: WriteDeps, by: Actor, path: EventPath, { input, callId }: StaffAdd<NewImport>) =>
  writeOnce(deps, by, callId, {
    add: async (w) => {
      // The event cannot be deleted until the transaction ends.
      orNotFound(await selectEvent(w, path).forKeyShare().executeTakeFirst(), 'Event');
      await checkNotCancelled(w, [path]);
      const row = {
        id: newId(),
        event_id: path.eventId,
        file_name: input.file_name.trim(),
        rows: input.rows,
        updates: input.updates,
        by_email: by.email,
        by_name: by.name,
      };
      w.did({ about: { type: 'upload', id: row.id, title: row.file_name } });
      return w.insertInto('uploads').values(row).returning('id').executeTakeFirstOrThrow();
    },
    find: (w, id) => selectUpload(w, path, id).select('id').executeTakeFirst(),
  });

const LISTED_MAX = 100;
const UNDO_DAYS = 30;
const IS_TOO_OLD = sql<boolean>`at < now() - make_interval(days => ${UNDO_DAYS})`;

/** The submissions that an upload added and that nobody has edited since. */
const isUntouchedOf = (importId: ReturnType<typeof sql>) => sql<SqlBool>`upload_id = ${importId} and changed_since_upload(id) is null`;

/** The last uploads into an event, newest first. @throws AppError `not_found` */
export async function listImports(db: Db, path: EventPath): Promise<AttendeeImport[]> {
  await getEvent(db, path);
  const rows = await rowsOf<Omit<AttendeeImport, 'at' | 'undone_at'> & { readonly at: Date; readonly undone_at: Date | null }>(db)`
    select id, file_name, by_name as by, at, rows, updates, state, undone_by, undone_at, removed, kept,
      removed + (select count(*) from submissions where upload_id = uploads.id) as added,
      case when state = 'undone' or ${IS_TOO_OLD} then 0 else (select count(*) from submissions where ${isUntouchedOf(sql`uploads.id`)}) end as untouched
    from uploads where event_id = ${path.eventId} order by at desc, id desc limit ${LISTED_MAX}`;
  return rows.map(momentsAsText);
}

interface ImportPath extends EventPath {
  readonly importId: string;
}

/** Submissions per transaction, so that sign-ups of the series hardly wait. */
const PART = 500;
const KEPT_LISTED_MAX = 200;

/** Removes the next untouched attendees of an upload, or ends its undo. Requires `lockForm`. @returns whether it has ended */
async function undoPart(w: Write, { seriesId, eventId, importId }: ImportPath): Promise<boolean> {
  const listUntouched = (chosen: ReturnType<typeof sql>) => rowsOf<{ id: string; email_key: string }>(w)`
    select id, email_key from submissions where ${isUntouchedOf(sql`${importId}::uuid`)} ${chosen}`;
  const next = (await listUntouched(sql`limit ${PART}`)).map(({ id }) => id);
  await lockRegistrations(w, undefined, next);
  // Someone may have been checked in before the lock.
  const rows = await listUntouched(sql`and id = any(${next}::uuid[])`);
  const untouched = rows.map(({ id }) => id);
  const eventIds = await removeSubmissions(w, untouched);
  const addresses = rows.map((row) => row.email_key);
  await recountAddresses(w, seriesId, addresses);
  await promoteWaiting(w, seriesId, eventIds);
  const isOver = next.length < PART;
  const kept = sql<number>`(select count(*) from submissions where upload_id = uploads.id)`;
  await w
    .updateTable('uploads')
    .set((eb) => ({ removed: eb('removed', '+', rows.length), ...(isOver ? { state: 'undone', undone_at: sql<Date>`now()`, kept } : {}) }))
    .where('id', '=', importId)
    .execute();
  w.changed({ topic: 'dashboard' }, { topic: `series/${seriesId}` }, { topic: `event/${eventId}`, ids: null });
  return isOver;
}

const beingUndone = (db: Db) =>
  db
    .selectFrom('uploads')
    .innerJoin('events', 'events.id', 'uploads.event_id')
    .select(['uploads.id as importId', 'event_id as eventId', 'events.form_id as seriesId'])
    .where('state', '=', 'undoing');

/** Continues the oldest undo of an upload. @returns whether there may be more */
export const undoNextPart = (deps: WriteDeps): Promise<boolean> =>
  nextPart(
    deps,
    (db) => beingUndone(db).orderBy('at').orderBy('uploads.id').limit(1).executeTakeFirst(),
    async (w, { seriesId, importId }) => {
      await lockForm(w, { kind: 'series', id: seriesId });
      // In the meantime another worker may have ended it, or someone may have deleted the event.
      const upload = await beingUndone(w).where('uploads.id', '=', importId).forUpdate('uploads').executeTakeFirst();
      if (upload !== undefined) await undoPart(w, upload);
    },
  );

/** Removes, in parts, what an upload added and nobody has edited since; a repeat gets the same answer. @throws AppError `not_found`, or `conflict` when it is too old */
export const undoImport = async (deps: WriteDeps, by: Actor, path: ImportPath): Promise<{ state: 'undoing' | 'undone' }> =>
  write(deps, by, async (w) => {
    await lockFormOrThrow(w, { kind: 'series', id: path.seriesId });
    await getEvent(w, path);
    const query = selectUpload(w, path, path.importId)
      .select(['state', 'file_name', IS_TOO_OLD.as('is_too_old')])
      .forUpdate();
    const upload = orNotFound(await query.executeTakeFirst(), 'Upload');
    if (upload.state !== 'done') return { state: upload.state };
    if (upload.is_too_old) throw new AppError('conflict', 'This upload is more than 30 days old. Choose its attendees and delete them.');
    await w.updateTable('uploads').set({ state: 'undoing', undone_by: by.name }).where('id', '=', path.importId).execute();
    w.did({ about: { type: 'upload', id: path.importId, title: upload.file_name } });
    return { state: (await undoPart(w, path)) ? 'undone' : 'undoing' };
  });

/** The first attendees that undoing an upload kept because they had been edited. @throws AppError `not_found` */
export async function listKept(db: Db, path: ImportPath): Promise<KeptAttendee[]> {
  await getEvent(db, path);
  orNotFound(await selectUpload(db, path, path.importId).select('id').executeTakeFirst(), 'Upload');
  return rowsOf<KeptAttendee>(db)`
    select id, ltrim(first_name || ' ' || last_name) as name, email, coalesce(changed_since_upload(id), 'worked with since') as reason
    from submissions where upload_id = ${path.importId} order by submitted_at, id limit ${KEPT_LISTED_MAX}`;
}
