import { rebuildCounters } from '#server/db/counters/counters.ts';
import { openQuietly } from './open-quietly.ts';

const SIGN_UPS = 100_000;
const EVENTS = 12;
const SIGN_UPS_OF_EVENT = 10_000;

/** The ids of a series of 100,000 sign-ups and of its events. */
export interface FilledSeries {
  readonly seriesId: string;
  /** 'The big one', with 10,000 of them. */
  readonly bigEventId: string;
  /** 'Nobody yet', hidden. */
  readonly emptyEventId: string;
}

const IDS = `
  select series.id as "seriesId", big.id as "bigEventId", empty.id as "emptyEventId"
  from event_series as series
  join events as big on big.series_id = series.id and big.title = 'The big one'
  join events as empty on empty.series_id = series.id and empty.title = 'Nobody yet'`;

/** Besides the big event there are twelve, of which each sign-up chose two. Every fifth address occurs twice; each sign-up has one step. */
const FILL = `
  insert into event_series (id, title) values (gen_random_uuid(), 'The large series');

  insert into form_setups (series_id, dismissed_at) select id, now() from event_series;

  insert into form_fields (id, series_id, label, key, type, position, options)
  select gen_random_uuid(), id, label, lower(label), 'input', position, '[]'
  from event_series, (values ('Diet', 0), ('Expectations', 1)) as field (label, position);

  insert into events (id, series_id, title, starts_at)
  select gen_random_uuid(), event_series.id, 'Event ' || number, now() + make_interval(days => number)
  from event_series, generate_series(1, ${EVENTS}) as number;

  insert into events (id, series_id, title, starts_at, is_on_form)
  select gen_random_uuid(), event_series.id, event.title, now() + interval '1 hour', event.title <> 'Nobody yet'
  from event_series, (values ('The big one'), ('Nobody yet')) as event (title);

  insert into submissions (id, series_id, first_name, last_name, job_title, organisation, email, email_key, answers, submitted_at)
  select gen_random_uuid(), event_series.id, 'Ada', 'Lovelace ' || number, 'Analyst', 'Engines Ltd', email, email,
    '{"diet": "Vegan", "expectations": "To learn how the engine weaves algebraical patterns."}', now() - make_interval(mins => number)
  from event_series, generate_series(1, ${SIGN_UPS}) as number
  cross join lateral (select 'ada.' || number - (number % 5 / 4) || '@example.com') as address (email);

  insert into submission_events (event_id, submission_id, submitted_at)
  select event.id, submissions.id, submissions.submitted_at
  from submissions cross join lateral (
    select id from events where title like 'Event %' order by md5(events.id::text || submissions.id::text) limit 2
  ) as event;

  insert into submission_events (event_id, submission_id, submitted_at)
  select events.id, submission.id, submission.submitted_at
  from events, (select id, submitted_at from submissions order by md5(id::text) limit ${SIGN_UPS_OF_EVENT}) as submission
  where title = 'The big one';

  insert into submission_steps (submission_id, step, state, attempts) select id, 'email', 'succeeded', 1 from submissions`;

const EVERYBODY = `
  with event as (
    insert into events (id, series_id, title) select gen_random_uuid(), id, 'Everybody' from event_series returning id
  ), places as (
    insert into submission_events (event_id, submission_id, submitted_at)
    select event.id, submissions.id, submissions.submitted_at from event, submissions
  )
  select id from event`;

/** Adds an event that all 100,000 sign-ups of the series are for; gives its id. */
export async function fillWholeEvent(url: string): Promise<string> {
  const { db, pool, close } = openQuietly(url, 2);
  try {
    const { rows } = await pool.query<{ id: string }>(EVERYBODY);
    await rebuildCounters(db);
    await pool.query('vacuum analyze');
    const [event] = rows;
    if (event === undefined) throw new Error('There is no event');
    return event.id;
  } finally {
    await close();
  }
}

/** Fills a migrated, empty database with one series of 100,000 sign-ups and its counters. */
export async function fillSeries(url: string): Promise<FilledSeries> {
  const { db, pool, close } = openQuietly(url, 2);
  try {
    await pool.query(FILL);
    await rebuildCounters(db);
    await pool.query('vacuum analyze');
    const { rows } = await pool.query<FilledSeries>(IDS);
    const [filled] = rows;
    if (filled === undefined) throw new Error('There is no series');
    return filled;
  } finally {
    await close();
  }
}
