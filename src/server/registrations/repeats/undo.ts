import { isDeepStrictEqual } from 'node:util';
import { sql } from 'kysely';
import type { RegistrationStatus } from '#contract/registrations/places.ts';
import type { ChangedValue } from '#contract/registrations/registration-changes.ts';
import { type Db, rowsOf, type Tx } from '#server/db/connection.ts';
import { deleteInBatches } from '#server/db/delete-in-batches.ts';
import type { SubmissionRow } from '#server/db/tables.ts';
import type { SentField } from '#server/versioned-edit.ts';
import type { Write } from '#server/write.ts';
import { isColumn } from '../edits.ts';
import { changeOwn, endHeld, type OwnDeps, writeCorrection } from '../own/commands.ts';
import { heldEvents, type OwnSignUp } from '../own/queries.ts';

/** How long a change can be undone after the mail about it was sent. */
const UNDO_DAYS = 7;
/** How long it is kept if that mail was not sent, since staff may retry it. */
const UNSENT_DAYS = 30;

export interface ChangedField extends Pick<SentField, 'name' | 'wireName'> {
  readonly label: string;
  readonly before: unknown;
  readonly now: unknown;
}

/** What a repeat changed in an earlier sign-up. */
export interface Undo {
  readonly fields: readonly ChangedField[];
  /** The events that it added, with what the registration was before. */
  readonly events: readonly { readonly id: string; readonly before: RegistrationStatus | null }[];
  /** The text that was ticked, if the earlier sign-up had not accepted it; that remains so until the person confirms. */
  readonly consent?: string | undefined;
}

export const changesAnything = ({ fields, events }: Record<'fields' | 'events', readonly unknown[]>): boolean =>
  fields.length > 0 || events.length > 0;

export async function keepUndos(tx: Tx, undos: readonly { readonly changeId: string; readonly undo: Undo }[]): Promise<void> {
  if (undos.length === 0) return;
  const ends_at = sql<Date>`now() + make_interval(days => ${UNSENT_DAYS})`;
  const rows = undos.map(({ changeId, undo }) => ({ change_id: changeId, kept: JSON.stringify(undo), ends_at }));
  await tx.insertInto('repeat_undos').values(rows).execute();
}

/** Starts the period in which a change can be undone, once its mail has been sent. */
export const startUndo = async (db: Db, changeId: string): Promise<unknown> =>
  sql`update repeat_undos set ends_at = now() + make_interval(days => ${UNDO_DAYS}) where change_id = ${changeId}`.execute(db);

export interface UndoableChange extends Omit<Undo, 'consent'> {
  readonly id: string;
  readonly at: Date;
  /** As text. */
  readonly changes: readonly ChangedValue[];
  readonly consent: string | null;
}

/** The changes of a sign-up that can be undone or confirmed, newest first. */
export const listUndos = (db: Db, submissionId: string): Promise<UndoableChange[]> => rowsOf<UndoableChange>(db)`
  select change.id, change.at, coalesce(change.details -> 'changes', '[]') as changes,
    kept -> 'fields' as fields, kept -> 'events' as events, kept ->> 'consent' as consent
  from registration_changes as change join repeat_undos as undo on undo.change_id = change.id
  where change.submission_id = ${submissionId} and undo.ends_at > now() order by change.at desc, change.id desc`;

const storedIn = (row: SubmissionRow, field: ChangedField): unknown =>
  isColumn(field) ? Object.entries(row).find(([column]) => column === field.name)?.[1] : (row.answers[field.wireName] ?? null);

/** The values before these changes, newest first, of fields that still have the value of the change. @returns also the labels of fields changed since */
function valuesBefore(row: SubmissionRow, undos: readonly Pick<Undo, 'fields'>[]) {
  const values = new Map<string, ChangedField>();
  const left = new Set<string>();
  for (const field of undos.flatMap(({ fields }) => fields)) {
    const current = values.get(field.name)?.before ?? storedIn(row, field);
    if (isDeepStrictEqual(current, field.now)) values.set(field.name, field);
    else left.add(field.label);
  }
  return { values: [...values.values()], left: [...left] };
}

async function putBack(w: Write, own: OwnSignUp, fields: readonly ChangedField[]): Promise<void> {
  const sent = fields.map((field) => ({ ...field, stored: storedIn(own.row, field), sent: field.before }));
  await writeCorrection(w, { ...own, fields: fields.map(({ wireName, label }) => ({ name: wireName, label })) }, sent);
}

/** Undoes what repeats changed, and ends the registrations that they added. @returns the labels of what was changed since and left @throws AppError `not_found` or `too_many` */
export const undoRepeats = async (deps: OwnDeps, token: string, ids: readonly string[]): Promise<readonly string[]> =>
  changeOwn(deps, token, async (w, own) => {
    const open = await listUndos(w, own.row.id);
    const [undos, newer] = [open.filter(({ id }) => ids.includes(id)), open.filter(({ id }) => !ids.includes(id))];
    if (undos.length === 0) return [];
    const { values, left } = valuesBefore(own.row, undos);
    await putBack(w, own, values);
    // What a newer change overwrote can be restored once that one is undone.
    const isOverwritten = ({ name, label }: ChangedField) =>
      left.includes(label) && newer.some(({ fields }) => fields.some((field) => field.name === name));
    const done = undos.filter(({ fields }) => !fields.some(isOverwritten)).map(({ id }) => id);
    if (done.length > 0) await w.deleteFrom('repeat_undos').where('change_id', 'in', done).execute();
    const added = undos.flatMap(({ events }) => events.map(({ id }) => id));
    const ended = heldEvents(own).filter(({ id }) => added.includes(id));
    await endHeld(w, own, ended);
    return left;
  });

/** Accepts marketing, as ticked in a repeat. @throws AppError `not_found` or `too_many` */
export const confirmConsent = (deps: OwnDeps, token: string): Promise<void> =>
  changeOwn(deps, token, async (w, own) => {
    const asked = (await listUndos(w, own.row.id)).filter(({ consent }) => consent !== null);
    if (asked.length === 0) return;
    const field = { name: 'accepts_marketing', wireName: 'accepts_marketing', stored: own.row.accepts_marketing, sent: true };
    await writeCorrection(w, own, [field]);
    await sql`update repeat_undos set kept = kept - 'consent' where change_id = any(${asked.map(({ id }) => id)}::uuid[])`.execute(w);
  });

/** Deletes what can no longer be undone; for the hourly cleanup. */
export const purgeUndos = (db: Db): Promise<number> =>
  deleteInBatches(db, { table: 'repeat_undos', where: sql<boolean>`ends_at <= now()`, by: 'ends_at' });
