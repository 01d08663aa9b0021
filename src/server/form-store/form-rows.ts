import { type Expression, type RawBuilder, sql, type SqlBool } from 'kysely';
import type { FormRef } from '#contract/forms/form-ref.ts';
import { type Db, hasRows, PREPARED, rowsOf, type Tx } from '#server/db/connection.ts';
import type { FormRow } from '#server/db/tables.ts';
import { notFound, orNotFound } from '#server/errors.ts';

/** The form's name in errors, if it does not exist. */
export const FORM_NAMES = { series: 'Event series', marketing: 'Form' } as const;

/** A form as an audit names it. */
export const aboutForm = ({ kind: type, id, title }: FormRef & { readonly title: string }) => ({ type, id, title });

/** Whether the row of `forms` is this one: an id from outside is looked up with its kind, since an id of the other kind must count as unknown. */
export const isForm = ({ kind, id }: FormRef, table = 'forms') =>
  sql<boolean>`${sql.ref(`${table}.id`)} = ${id} and ${sql.ref(`${table}.kind`)} = ${kind}`;

/** Whether a row of `table`, or of the only table that has the column, belongs to this form, which is known to exist. */
export const isOf = ({ id }: Pick<FormRef, 'id'>, table?: string) =>
  sql<boolean>`${sql.ref(table === undefined ? 'form_id' : `${table}.form_id`)} = ${id}`;

/** Only checks that the form exists: visitors use this too, so it reads none of its texts. @throws AppError `not_found` */
export async function checkForm(db: Db, form: FormRef): Promise<void> {
  orNotFound(await db.selectFrom('forms').select('id').where(isForm(form)).executeTakeFirst(), FORM_NAMES[form.kind]);
}

/** Prevents a form from being deleted until the transaction ends; sign-ups need not wait. @throws AppError `not_found` */
export async function holdForm(tx: Tx, form: FormRef): Promise<void> {
  orNotFound(await tx.selectFrom('forms').select('id').where(isForm(form)).forKeyShare().executeTakeFirst(), FORM_NAMES[form.kind]);
}

/** The SQL expression of a form's lock key; `id` is an SQL expression of its uuid. */
export const lockKeyOf = (id: string): string => `hashtextextended(${id}::text, 0)`;

const KEY = sql.raw(lockKeyOf('form.id'));

/*
 * Advisory locks are granted in order; a shared row lock goes to newcomers first, so that staff would wait forever while many sign up. The row is locked as
 * well, since that rereads it after the wait.
 */
async function acquire(tx: Tx, form: FormRef, mode: 'exclusive' | 'shared'): Promise<boolean> {
  const isExclusive = mode === 'exclusive';
  const lock = sql.raw(isExclusive ? 'pg_advisory_xact_lock' : 'pg_advisory_xact_lock_shared');
  await sql`select ${lock}(${KEY}) from (select ${form.id}::uuid as id) as form`.execute(tx);
  return hasRows(tx)`select from forms where ${isForm(form)} for ${sql.raw(isExclusive ? 'no key update' : 'share')}`;
}

/** Locks a form with its events and submissions; the first statement of staff commands. @returns false if there is no such form */
export const lockForm = (tx: Tx, form: FormRef): Promise<boolean> => acquire(tx, form, 'exclusive');

/** Locks a form shared, for adding submissions; before `lockForm` or `bumpFormVersion` in one transaction it could deadlock. @returns false when there is no such form */
export const lockFormShared = (tx: Tx, form: FormRef): Promise<boolean> => acquire(tx, form, 'shared');

/** Locks the registrations of these sign-ups, for one event or for all, in the order of their ids. */
export async function lockRegistrations(tx: Tx, eventId: string | undefined, submissionIds: readonly string[]): Promise<void> {
  await sql`${PREPARED}
    select from unnest(${submissionIds}::uuid[]) as given (id) join registrations as registration on registration.submission_id = given.id
    where ${eventId === undefined ? sql`true` : sql`registration.event_id = ${eventId}`}
    order by registration.submission_id, registration.event_id for no key update of registration`.execute(tx);
}

/** Call it after changing what the public form shows: cached copies are dropped and sign-ups checked again. Requires `lockForm`. */
export async function bumpFormVersion(tx: Tx, id: string): Promise<void> {
  await sql`update forms set form_version = form_version + 1 where id = ${id}`.execute(tx);
}

export const readFormVersion = async (tx: Tx, id: string): Promise<number> =>
  (await tx.selectFrom('forms').select('form_version').where('id', '=', id).executeTakeFirstOrThrow()).form_version;

/** `lockForm`. @throws AppError `not_found` when the form does not exist */
export async function lockFormOrThrow(tx: Tx, form: FormRef): Promise<void> {
  if (!(await lockForm(tx, form))) throw notFound(FORM_NAMES[form.kind]);
}

/** Whether the submission belongs to an existing marketing form or event. The rows are only read while a deletion is under way. */
export const isNotDeleted = (submissionId: Expression<string> | RawBuilder<string>): RawBuilder<SqlBool> => sql`(
  not exists (select from deletions) or exists (
    select from submissions as asked join forms on forms.id = asked.form_id and forms.kind = 'marketing' where asked.id = ${submissionId}
    union all
    select from registrations as asked join events on events.id = asked.event_id where asked.submission_id = ${submissionId}))`;

/** `isNotDeleted` for reads of very many rows: simply true while nothing is being deleted, so that PostgreSQL can read in parallel. */
export const notDeletedCondition = async (db: Db, submissionId: Expression<string>): Promise<RawBuilder<SqlBool>> =>
  (await hasRows(db)`select from deletions limit 1`) ? isNotDeleted(submissionId) : sql`true`;

/** Whether the event is not being deleted: its registrations are removed in parts. */
export const isEventNotDeleted = (eventId: Expression<string> | RawBuilder<string>): RawBuilder<SqlBool> =>
  sql`${eventId} <> all (array(select id from deletions))`;

export const SELF_SERVICE_COLUMNS = ['self_service', 'self_service_answers', 'self_service_events', 'self_service_cancel'] as const;

/** Whether people may change anything on their self-service pages. */
export const canChange = (row: Pick<FormRow, (typeof SELF_SERVICE_COLUMNS)[number]>): boolean =>
  row.self_service && (row.self_service_answers || row.self_service_events || row.self_service_cancel);

/** `canChange` of a row of `forms` that the statement calls `owner`. */
export const CAN_CHANGE = sql<boolean>`owner.self_service and (owner.self_service_answers or owner.self_service_events or owner.self_service_cancel)`;

/** Whether a row of `forms` that the statement calls `owner` is a series in which people can wait for a place. */
export const HAS_WAITING_LIST = sql<boolean>`exists (select from events where form_id = owner.id and waiting_list <> 'off' and closes_when_full)`;

interface SelfService {
  readonly hasSelfService: boolean;
  readonly hasWaitingList: boolean;
}

/** Whether a series' mails may have links to self-service pages, and say what someone is waiting for. */
export async function readSelfService(db: Db, seriesId: string | undefined): Promise<SelfService> {
  const rows = await rowsOf<SelfService>(db)`
    select self_service as "hasSelfService", ${HAS_WAITING_LIST} as "hasWaitingList"
    from forms as owner where id = ${seriesId ?? null} and kind = 'series'`;
  return rows[0] ?? { hasSelfService: false, hasWaitingList: false };
}
