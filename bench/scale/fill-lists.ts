import { openQuietly } from '../support/open-quietly.ts';
import { type FilledSeries, withoutIndexes } from './fill-scale.ts';

/** Of each ten of an event one waits and one has cancelled, of each thousand one has an offer. */
const OTHERS = (eventId: string, seriesId: string) => `
  update submission_events as place set status = listed.status::registration_status
  from (
    select submission_id, case number % 10 when 3 then 'cancelled' when 6 then 'waiting' else 'offered' end as status
    from (select submission_id, row_number() over (order by submitted_at) as number from submission_events where event_id = '${eventId}') as numbered
    where number % 10 in (3, 6) or number % 1000 = 0
  ) as listed
  where place.event_id = '${eventId}' and place.submission_id = listed.submission_id;

  insert into waiting_entries (event_id, submission_id, list_order)
  select event_id, submission_id, row_number() over (order by submitted_at) from submission_events
  where event_id = '${eventId}' and status in ('waiting', 'offered');

  insert into registration_changes (id, series_id, submission_id, event_id, kind, actor, at, awaiting_fan_out)
  select gen_random_uuid(), '${seriesId}', submission_id, event_id, 'cancelled', 'visitor', submitted_at, false from submission_events
  where event_id = '${eventId}' and status = 'cancelled';

  update events set closes_when_full = true, maximum_participants = 900000, waiting_list = 'manual' where id = '${eventId}';

  insert into event_places (event_id, series_id, capacity, has_list, taken, waiting, last_order)
  select '${eventId}', '${seriesId}', 900000, true, count(*) filter (where status in ('confirmed', 'offered')), count(*) filter (where status = 'waiting'), 1000000
  from submission_events where event_id = '${eventId}'`;

const FORM = `insert into marketing_forms (id, title) values (gen_random_uuid(), 'Newsletter') returning id`;

const QUICKLY = `
  set synchronous_commit = off; set work_mem = '256MB'; set maintenance_work_mem = '512MB'; set max_parallel_maintenance_workers = 2;
  set session_replication_role = replica`;

/** Has some of the event wait, cancelled, or with an offer. */
export async function fillOthers(url: string, { seriesId, eventIds: [eventId = ''] }: FilledSeries): Promise<void> {
  const { pool, close } = openQuietly(url);
  try {
    await pool.query(`${QUICKLY}; ${OTHERS(eventId, seriesId)}`);
    await pool.query('vacuum analyze submission_events, waiting_entries, registration_changes, event_places, events');
  } finally {
    await close();
  }
}

/** Moves all sign-ups to a marketing form, in less time than filling another database; gives its id. */
export async function moveToForm(url: string): Promise<string> {
  const { pool, close } = openQuietly(url);
  try {
    const { rows } = await pool.query<{ id: string }>(FORM);
    const formId = rows[0]?.id ?? '';
    await pool.query(QUICKLY);
    await withoutIndexes(pool, async () => {
      await pool.query('update submissions set series_id = null, form_id = $1', [formId]);
      // The table has the size of one that was filled so.
      await pool.query('vacuum full submissions');
    });
    await pool.query('insert into form_counts (form_id, submissions) select $1, count(*) from submissions', [formId]);
    await pool.query('vacuum analyze submissions');
    return formId;
  } finally {
    await close();
  }
}
