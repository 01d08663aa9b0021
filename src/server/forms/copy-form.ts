import { sql } from 'kysely';
import { jsonArrayFrom } from 'kysely/helpers/postgres';
import { COPIED_EVENTS_MAX, type CopiedForm, type SeriesCopy } from '#contract/forms/copy.ts';
import type { FormRef } from '#contract/forms/form-ref.ts';
import { automaticMail, minutesName } from '#contract/registrations/mail-kind.ts';
import { spanMovedByDays } from '#contract/rules/event-date.ts';
import { forTextSettings } from '#contract/steps/steps.ts';
import { SHIFT_TOO_FAR, TOO_MANY_TO_COPY } from '#contract/texts/copy.ts';
import { rowOf, type Tx } from '#server/db/connection.ts';
import { newId } from '#server/db/new-id.ts';
import type { EventRow, FormFieldRow, FormRow } from '#server/db/tables.ts';
import { invalid, notFound, orNotFound } from '#server/errors.ts';
import { COPIED_COLUMNS, type CopiedColumns, withDates } from '#server/event-fields.ts';
import { FORM_NAMES, isForm, isOf, SELF_SERVICE_COLUMNS } from '#server/form-store/form-rows.ts';
import { FACE_COLUMNS } from '#server/form-store/public-form.ts';
import { type CallId, writeOnce } from '#server/idempotency.ts';
import { keepPictures } from '#server/pictures/commands.ts';
import { fitPlaces } from '#server/registrations/counters.ts';
import { type Actor, type Write, type WriteDeps } from '#server/write.ts';

const FIELD_COLUMNS = [
  'key',
  'label',
  'type',
  'is_required',
  'options',
  'position',
  'show_on_slack',
  'is_brunch',
  'brunch_event_id',
  'help_text',
] as const;

/** An event as copied; the calendar is not required until it is edited. */
export type CopiedEvent = CopiedColumns & Pick<EventRow, 'id'>;
type CopiedField = Pick<FormFieldRow, (typeof FIELD_COLUMNS)[number]>;

const SETTING_COLUMNS = [
  'send_notifications_slack',
  'success_text',
  ...FACE_COLUMNS,
  'has_downloadable_content',
  'closed_text',
  'repeat_policy',
  'calendar_entries',
  'check_in_codes',
  ...SELF_SERVICE_COLUMNS,
  'self_service_hours',
  ...automaticMail.options.map(minutesName),
  'feedback_list_id',
] as const;

interface Source extends Pick<FormRow, (typeof SETTING_COLUMNS)[number] | keyof ReturnType<typeof forTextSettings>> {
  readonly events: readonly CopiedEvent[];
  readonly fields: readonly CopiedField[];
}

export interface FormCopy {
  readonly title: string;
  readonly callId: CallId;
  /** The events of the copy, with the ids that they have in the source. */
  readonly choose: (events: readonly CopiedEvent[]) => readonly CopiedEvent[];
}

type CountedCopy = CopiedForm & { readonly events_count: number };

/** Reads a form in one statement and thus one snapshot: a concurrent edit is included entirely or not at all. */
async function readSource(tx: Tx, form: FormRef): Promise<Source> {
  const events = tx
    .selectFrom('events')
    .select(['id', ...COPIED_COLUMNS])
    .where('form_id', '=', form.id);
  const found = await tx
    .selectFrom('forms')
    .selectAll()
    .select([
      jsonArrayFrom(events.orderBy('starts_at', (order) => order.asc().nullsLast()).orderBy('id')).as('events'),
      jsonArrayFrom(tx.selectFrom('form_fields').select(FIELD_COLUMNS).where(isOf(form)).orderBy('position').orderBy('id')).as('fields'),
    ])
    .where(isForm(form))
    .executeTakeFirst();
  const row = orNotFound(found, FORM_NAMES[form.kind]);
  return { ...row, events: row.events.map((event) => withDates({ ...event, cancelled_at: null })) };
}

/** @returns the ids of the copies, by the id of their source */
async function insertEvents(tx: Tx, seriesId: string, events: readonly CopiedEvent[]): Promise<Map<string, string>> {
  const ids = events.map(newId).toSorted(); // Events without a date are listed by id.
  const copies = events.map((event, index) => ({ ...event, id: ids[index] ?? newId(), form_id: seriesId }));
  if (copies.length > 0) await tx.insertInto('events').values(copies).execute();
  await fitPlaces(tx, ids);
  return new Map(events.map(({ id }, index) => [id, copies[index]?.id ?? '']));
}

async function insertFields(tx: Tx, formId: string, fields: readonly CopiedField[], eventIds: ReadonlyMap<string, string>): Promise<void> {
  const copies = fields.map((field) => ({
    ...field,
    id: newId(),
    form_id: formId,
    options: JSON.stringify(field.options),
    brunch_event_id: eventIds.get(field.brunch_event_id ?? '') ?? null,
  }));
  if (copies.length > 0) await tx.insertInto('form_fields').values(copies).execute();
}

async function insertCopy(w: Write, form: FormRef, copy: FormCopy): Promise<CountedCopy> {
  const source = await readSource(w, form);
  const title = copy.title.trim();
  const events = copy.choose(source.events);
  const id = newId();
  await keepPictures(w, source);
  const settings = {
    ...Object.fromEntries(SETTING_COLUMNS.map((name) => [name, source[name]])),
    ...forTextSettings((name) => source[name]),
  };
  await w
    .insertInto('forms')
    .values({ ...settings, speakers: JSON.stringify(source.speakers), id, kind: form.kind, title })
    .execute();
  await sql`
    insert into form_mails (form_id, kind, subject, template)
    select ${id}, kind, subject, template from form_mails where form_id = ${form.id}`.execute(w);
  await insertFields(w, id, source.fields, await insertEvents(w, id, events));
  w.did({ about: { type: form.kind, id, title } });
  return { id, title, fields_count: source.fields.length, events_count: events.length };
}

const findCopy = (tx: Tx, form: FormRef): Promise<CountedCopy | undefined> => rowOf<CountedCopy>(tx)`
  select id, title,
    (select count(*) from form_fields where ${isOf(form)})::integer as fields_count,
    (select count(*) from events where form_id = ${form.id})::integer as events_count
  from forms where ${isForm(form)}`;

/** Copies a series or marketing form, without locking it. @throws AppError `not_found`, or what `choose` throws */
export const copyForm = (deps: WriteDeps, by: Actor, form: FormRef, copy: FormCopy): Promise<CountedCopy> =>
  writeOnce(deps, by, copy.callId, { add: (w) => insertCopy(w, form, copy), find: (w, id) => findCopy(w, { kind: form.kind, id }) });

function chosenOf(events: readonly CopiedEvent[], choice: SeriesCopy['events']): readonly CopiedEvent[] {
  if (choice === 'none') return [];
  if (choice === 'all') return events;
  if (choice === 'visible') return events.filter(({ is_on_form }) => is_on_form);
  const chosen = events.filter(({ id }) => choice.includes(id));
  if (chosen.length < new Set(choice).size) throw notFound('Event');
  return chosen;
}

/** The events of a copied series, with their dates moved. @throws AppError `not_found`, or `invalid` at `events` or `shift_days` */
export function copiedEvents(
  events: readonly CopiedEvent[],
  { events: choice, shift_days: days, show_on_form }: SeriesCopy,
  timeZone: string,
): CopiedEvent[] {
  const chosen = chosenOf(events, choice);
  if (chosen.length > COPIED_EVENTS_MAX) throw invalid([{ path: 'events', message: TOO_MANY_TO_COPY }]);
  const moved = (start: Date | null, end: Date | null) => {
    const span = spanMovedByDays([start, end], days, timeZone);
    if (span === undefined) throw invalid([{ path: 'shift_days', message: SHIFT_TOO_FAR }]);
    return span;
  };
  return chosen.map((event) => {
    const [starts_at, ends_at] = moved(event.starts_at, event.ends_at);
    const [opens_at, closes_at] = moved(event.opens_at, event.closes_at);
    return { ...event, starts_at, ends_at, opens_at, closes_at, is_on_form: show_on_form };
  });
}
