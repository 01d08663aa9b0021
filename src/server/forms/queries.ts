import { sql } from 'kysely';
import type { z } from 'zod';
import {
  type PublicSeries,
  publicSeriesSchema,
  type Series,
  type SeriesCard,
  type SeriesLosses,
  type SeriesSettings,
  seriesSettingsSchema,
} from '#contract/forms/event-series.ts';
import type { formCalls } from '#contract/forms/form-calls.ts';
import type { FormRef } from '#contract/forms/form-ref.ts';
import * as marketing from '#contract/forms/marketing-form.ts';
import { daysUntil } from '#contract/rules/event-times.ts';
import { disclaimerText } from '#contract/rules/public-fields.ts';
import { type Db, numberOf, oneRowOf, rowOf, rowsOf } from '#server/db/connection.ts';
import type { FormRow } from '#server/db/tables.ts';
import { notFound, orNotFound } from '#server/errors.ts';
import { IS_DELETION_NEWS } from '#server/events/announcements.ts';
import { listEventsOfSeries } from '#server/events/queries.ts';
import { listFields } from '#server/form-store/fields.ts';
import { FORM_NAMES, isForm, isOf, notDeletedCondition } from '#server/form-store/form-rows.ts';
import * as store from '#server/form-store/public-form.ts';
import { withoutAddress } from '#server/registrations/attendance.ts';
import { onWire, WIRE_NAMES } from '#server/wire-names.ts';

/** Counts the addresses of series with an event that is being deleted in parts, since their counters still include it. */
async function countWhileRemoving(db: Db): Promise<Map<string, number>> {
  const removing = await db.selectFrom('deletions').select('form_id').where('kind', '=', 'event').execute();
  const ids = removing.flatMap(({ form_id: id }) => (id === null ? [] : [id]));
  if (ids.length === 0) return new Map();
  const rows = await rowsOf<{ id: string; addresses: number }>(db)`
    select events.form_id as id, count(distinct submissions.email_key) as addresses
    from events join registrations as registration on registration.event_id = events.id join submissions on submissions.id = registration.submission_id
    where events.form_id = any(${ids}::uuid[]) and events.is_on_form and registration.status = 'confirmed' group by events.form_id`;
  const counted = new Map(rows.map(({ id, addresses }) => [id, addresses]));
  return new Map(ids.map((id) => [id, counted.get(id) ?? 0]));
}

type CardRow = Pick<SeriesCard, 'id' | 'title' | 'is_archived' | 'events_count' | 'signups_count'> & {
  readonly next: Date | null;
  readonly hidden: number | null;
  /** The counts of its limited events. */
  readonly counts: Pick<SeriesCard, 'full_events_count' | 'waiting_count'> | null;
};

/** All series, newest first. Reads counters, so that it stays fast however many sign-ups there are. */
export async function listSeriesCards(db: Db, now: Date): Promise<SeriesCard[]> {
  const rows = await rowsOf<CardRow>(db)`
    select series.id, series.title, series.is_archived, coalesce(event.visible, 0) as events_count, coalesce(kept.signups, 0) as signups_count,
      event.next, event.hidden, limited.counts
    from forms as series
    left join form_counts as kept on kept.form_id = series.id
    left join (
      select form_id, count(*) filter (where is_on_form) as visible, nullif(count(*) filter (where not is_on_form), 0) as hidden,
        min(starts_at) filter (where is_on_form and starts_at > ${now} and cancelled_at is null) as next
      from events group by form_id
    ) as event on event.form_id = series.id
    left join (
      select places.form_id, json_build_object(
        'full_events_count', count(*) filter (where places.taken >= places.capacity), 'waiting_count', sum(places.waiting)) as counts
      from event_places as places join events on events.id = places.event_id and events.is_on_form
        and events.cancelled_at is null and coalesce(events.starts_at > ${now}, true) group by places.form_id
    ) as limited on limited.form_id = series.id
    where series.kind = 'series'
    order by series.created_at desc, series.id desc`;
  const counted = await countWhileRemoving(db);
  return rows.map(({ next, hidden, counts, ...card }) => ({
    ...card,
    ...(hidden !== null && { hidden_events_count: hidden }),
    ...counts,
    signups_count: counted.get(card.id) ?? card.signups_count,
    next_event_date: next?.toISOString() ?? null,
    days_until_next_event: daysUntil(next, now),
  }));
}

/** All forms, newest first. Reads counters, so that it stays fast however many sign-ups there are. */
export const listFormCards = (db: Db): Promise<marketing.FormCard[]> => rowsOf<marketing.FormCard>(db)`
  select form.id, form.title, form.is_archived, coalesce(kept.signups, 0) as signups_count
  from forms as form left join form_counts as kept on kept.form_id = form.id
  where form.kind = 'marketing' order by form.created_at desc, form.id desc`;

/** @throws AppError `not_found` */
export const getForm = async (db: Db, form: FormRef): Promise<FormRow> =>
  orNotFound(await db.selectFrom('forms').selectAll().where(isForm(form)).executeTakeFirst(), FORM_NAMES[form.kind]);

/** Distinct addresses among the visible events of a series (D4), or submissions to a marketing form. */
export async function countSignUps(db: Db, { kind, id }: FormRef): Promise<number> {
  const counted = kind === 'series' ? (await countWhileRemoving(db)).get(id.toLowerCase()) : undefined;
  if (counted !== undefined) return counted;
  return numberOf(db)`select signups from form_counts where form_id = ${id}`;
}

type EventsCounts = Pick<Series, 'visible_events_count' | 'hidden_events_count'>;

export const countEvents = (db: Db, seriesId: string): Promise<EventsCounts> => oneRowOf<EventsCounts>(db)`
  select count(*) filter (where is_on_form) as visible_events_count, count(*) filter (where not is_on_form) as hidden_events_count
  from events where form_id = ${seriesId}`;

/** What deleting the series would delete; a sign-up for several of its events counts once. @throws AppError `not_found` */
export async function countSeriesLosses(db: Db, seriesId: string): Promise<SeriesLosses> {
  const submissions = sql`submissions where form_id = ${seriesId} and ${await notDeletedCondition(db, sql.ref('submissions.id'))}`;
  const registrations = sql`registrations where event_id = event.id`;
  // Counts all and subtracts the few exceptions: the indexes that count all rows fastest have neither address nor status.
  const losses = await rowOf<SeriesLosses>(db)`
    select
      (select count(*) from events where form_id = series.id)::integer as events,
      ((select count(*) from ${submissions}) - (select count(*) from ${submissions} and email_key = ''))::integer as submissions,
      (select count(*) from form_fields where form_id = series.id)::integer as fields,
      (select coalesce(sum((select count(*) from ${registrations}) - (select count(*) from ${registrations} and status = 'cancelled') - ${withoutAddress(sql`event.id`)}), 0)
        from events as event where form_id = series.id and ${IS_DELETION_NEWS})::integer as to_tell
    from forms as series where ${isForm({ kind: 'series', id: seriesId }, 'series')}`;
  return orNotFound(losses, 'Event series');
}

/** The settings of a series; the schema drops the other columns. */
export const presentSeriesSettings = (row: FormRow): SeriesSettings => seriesSettingsSchema.parse(onWire(row, WIRE_NAMES.forms));

/** Like `presentSeriesSettings`, for a marketing form. */
export const presentFormSettings = (row: FormRow): marketing.FormSettings =>
  marketing.formSettingsSchema.parse(onWire(row, WIRE_NAMES.forms));

async function readStored(db: Db, { kind, id }: FormRef, timeZone: string) {
  const [form] = await store.listStoredForms(db, [id], timeZone);
  if (form?.kind !== kind) throw notFound(FORM_NAMES[kind]);
  const formFields = form.fields.map((field) => ({
    ...field,
    inputType: field.type,
    // The id of a hidden event must not leak.
    brunch_event_id: form.events.some((event) => event.id === field.brunch_event_id) ? field.brunch_event_id : null,
  }));
  return { ...form, disclaimerText: disclaimerText(form.fields), formFields };
}

/** For visitors: the schema drops what the public form does not need. @throws AppError `not_found` */
export async function readPublicSeries(db: Db, id: string, timeZone: string): Promise<PublicSeries> {
  const form = await readStored(db, { kind: 'series', id }, timeZone);
  const places = store.isLimited(form) ? store.shownPlaces(form, await store.listPlaceCounts(db, [form.id]), Date.now()) : [];
  const events = form.events.map((event) => ({
    ...event,
    closes_at: event.until,
    places: places.find((one) => one.event_id === event.id),
  }));
  const speakers = store.speakersOf(form, form.events);
  return publicSeriesSchema.parse({ ...form, events, speakers: speakers.length === 0 ? undefined : speakers });
}

/** Like `readPublicSeries`, for a marketing form. */
export async function readPublicForm(db: Db, id: string, timeZone: string): Promise<marketing.PublicForm> {
  const form = await readStored(db, { kind: 'marketing', id }, timeZone);
  return marketing.publicFormSchema.parse({ ...form, donwloadable_content: form.hasDownloadableContent });
}

const BLOCKED_SUBMISSIONS_DAYS = 30;

/** Blocked submissions of a form by day, for days that have any, oldest first. */
const listBlockedSubmissions = (db: Db, form: FormRef): Promise<Series['refused_tries']> =>
  rowsOf<Series['refused_tries'][number]>(db)`
    select day as date, tries from blocked_submissions
    where ${isOf(form)} and day > (now() at time zone 'UTC')::date - ${BLOCKED_SUBMISSIONS_DAYS}::integer order by day`;

/** One form for staff. @throws AppError `not_found` */
export async function readForm(db: Db, id: string): Promise<marketing.MarketingForm> {
  const form = { kind: 'marketing', id } as const;
  const [row, formFields, refused_tries, signups_count] = await Promise.all([
    getForm(db, form),
    listFields(db, form),
    listBlockedSubmissions(db, form),
    countSignUps(db, form),
  ]);
  return { ...presentFormSettings(row), disclaimerText: disclaimerText(formFields), formFields, refused_tries, signups_count };
}

/** One series for staff. @throws AppError `not_found` */
export async function readSeries(db: Db, seriesId: string, choice: z.infer<typeof formCalls.getEventSeries.query>): Promise<Series> {
  const series = { kind: 'series', id: seriesId } as const;
  // Whether the events must be visible; undefined for all (D14).
  const shown = choice.show_on_form === true ? true : undefined;
  const isOnForm = choice.showOnlyDisabledEvents === true ? false : shown;
  const [row, events, formFields, views, blockedSubmissions, eventCounts, signUps] = await Promise.all([
    getForm(db, series),
    listEventsOfSeries(db, seriesId, { isOnForm, withDuplicates: choice.duplicates !== false }),
    listFields(db, series),
    db.selectFrom('view_counts').select(['day as date', 'views']).where('form_id', '=', seriesId).orderBy('day').execute(),
    listBlockedSubmissions(db, series),
    countEvents(db, seriesId),
    countSignUps(db, series),
  ]);
  return {
    ...presentSeriesSettings(row),
    disclaimerText: disclaimerText(formFields),
    events,
    formFields,
    view_stats: views,
    refused_tries: blockedSubmissions,
    ...eventCounts,
    signups_count: signUps,
  };
}
