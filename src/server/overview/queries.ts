import { sql } from 'kysely';
import type { z } from 'zod';
import type { Series } from '#contract/forms/event-series.ts';
import type { formCalls } from '#contract/forms/form-calls.ts';
import { KIND_ON_WIRE, type FormRef } from '#contract/forms/form-ref.ts';
import type { Overview } from '#contract/overview.ts';
import { disclaimerText } from '#contract/rules/public-fields.ts';
import type { ServerState } from '#contract/server-state.ts';
import type { Db } from '#server/db/connection.ts';
import { findPause, type SendingPause } from '#server/db/sending-pause.ts';
import { readBackupsState } from '#server/doctor/check-backups.ts';
import { listEventsOfSeries } from '#server/events/queries.ts';
import { listFields } from '#server/forms/fields/queries.ts';
import { isNotDeleted } from '#server/forms/form-rows.ts';
import { listBlockedSubmissions } from '#server/forms/public-form.ts';
import { countEvents, countSignUps, getForm, listViews, presentSeriesSettings } from '#server/forms/queries.ts';
import { confirmedCount } from '#server/registrations/places.ts';

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
    listViews(db, seriesId),
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

const NEXT_EVENTS = 3;

/** Forms with sign-ups since a moment, most first; each is counted in a range of its index. */
export async function listFormsWithSignUps(db: Db, from: string): Promise<Overview['today']> {
  const { rows } = await sql<FormRef & Pick<Overview['today'][number], 'title' | 'signups'>>`
    select form.kind, form.id, form.title, counted.signups
    from forms as form
    cross join lateral (
      select count(*)::integer as signups from submissions
      where form_id = form.id and submitted_at >= ${from}::timestamptz and email_key <> '' and ${isNotDeleted(sql.ref('submissions.id'))}
    ) as counted
    where counted.signups > 0 order by signups desc, title, id`.execute(db);
  return rows.map((row) => ({ ...row, kind: KIND_ON_WIRE[row.kind] }));
}

/** The next events on a form over all series that are not archived, soonest first, with their confirmed registrations. */
export async function listNextEvents(db: Db, now: Date): Promise<Overview['next_events']> {
  const { rows } = await sql<Omit<Overview['next_events'][number], 'date' | 'end_date'> & { date: Date; end_date: Date | null }>`
    select next.id, next.title as event_title, next.starts_at as date, next.ends_at as end_date, next.form_id as series_id, series.title as series_title,
      ${confirmedCount(sql.ref('next.id'))} as signups_count
    from (
      select * from events where is_on_form and starts_at > ${now}
        and not exists (select from forms where forms.id = events.form_id and forms.is_archived)
      order by starts_at, id limit ${NEXT_EVENTS}
    ) as next join forms as series on series.id = next.form_id
    order by next.starts_at, next.id`.execute(db);
  return rows.map((row) => ({ ...row, date: row.date.toISOString(), end_date: row.end_date?.toISOString() ?? null }));
}

const presentPause = ({ since, backupTakenAt, unsent, outbox }: SendingPause): NonNullable<ServerState['sending_pause']> => ({
  since: since.toISOString(),
  backup_taken_at: backupTakenAt.toISOString(),
  unsent,
  outbox,
});

/** Whether sending is paused after a restore, and how the nightly backups are. */
export async function readServerState(db: Db): Promise<ServerState> {
  const pause = await findPause(db);
  return { sending_pause: pause === undefined ? null : presentPause(pause), backups: await readBackupsState(db) };
}
