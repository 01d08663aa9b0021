import { sql } from 'kysely';
import { KIND_ON_WIRE, type FormRef } from '#contract/forms/form-ref.ts';
import type { Overview } from '#contract/overview.ts';
import type { ServerState } from '#contract/server-state.ts';
import { type Db, rowsOf } from '#server/db/connection.ts';
import { readBackupsState } from '#server/doctor/check-backups.ts';
import { isNotDeleted } from '#server/form-store/form-rows.ts';
import { findPause } from '#server/queues/sending-pause.ts';
import { confirmedCount } from '#server/registrations/places.ts';
import { momentsAsText } from '#server/wire-names.ts';

const NEXT_EVENTS = 3;

/** Forms with sign-ups since a moment, most first; each is counted in a range of its index. */
export async function listFormsWithSignUps(db: Db, from: string): Promise<Overview['today']> {
  const rows = await rowsOf<FormRef & Pick<Overview['today'][number], 'title' | 'signups'>>(db)`
    select form.kind, form.id, form.title, counted.signups
    from forms as form
    cross join lateral (
      select count(*)::integer as signups from submissions
      where form_id = form.id and submitted_at >= ${from}::timestamptz and email_key <> '' and ${isNotDeleted(sql.ref('submissions.id'))}
    ) as counted
    where counted.signups > 0 order by signups desc, title, id`;
  return rows.map((row) => ({ ...row, kind: KIND_ON_WIRE[row.kind] }));
}

/** The next events on a form over all series that are not archived, soonest first, with their confirmed registrations. */
export async function listNextEvents(db: Db, now: Date): Promise<Overview['next_events']> {
  const rows = await rowsOf<Omit<Overview['next_events'][number], 'date' | 'end_date'> & { date: Date; end_date: Date | null }>(db)`
    select next.id, next.title as event_title, next.starts_at as date, next.ends_at as end_date, next.form_id as series_id, series.title as series_title,
      ${confirmedCount(sql.ref('next.id'))} as signups_count
    from (
      select * from events where is_on_form and cancelled_at is null and starts_at > ${now}
        and not exists (select from forms where forms.id = events.form_id and forms.is_archived)
      order by starts_at, id limit ${NEXT_EVENTS}
    ) as next join forms as series on series.id = next.form_id
    order by next.starts_at, next.id`;
  return rows.map(momentsAsText);
}

/** Whether sending is paused after a restore, and how the nightly backups are. */
export const readServerState = async (db: Db): Promise<ServerState> => ({
  sending_pause: (await findPause(db)) ?? null,
  backups: await readBackupsState(db),
});
