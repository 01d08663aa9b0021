import type pg from 'pg';
import { rebuildCounters } from '#server/db/counters/counters.ts';
import { openQuietly } from './open-quietly.ts';

const SERIES = 50;
const SUBMISSIONS_OF_SERIES = 2_000;
const SUBMISSIONS_OF_EVENT = 10_000;
const LIMITED_EVENTS_OF_SERIES = 20;

/** The ids of the event of 10,000 attendees and of its series. */
export interface FilledDatabase {
  readonly seriesId: string;
  readonly eventId: string;
}

/** All sign-ups but those of the big event are of an Ada, with a second name. Each series has four events, the last one hidden; each sign-up is for two of them. Every fifth address occurs twice. */
const FILL = `
  insert into event_series (id, title, created_at)
  select gen_random_uuid(), 'Series ' || number, now() - make_interval(days => number) from generate_series(1, ${SERIES}) as number;

  insert into events (id, series_id, title, starts_at, is_on_form)
  select gen_random_uuid(), event_series.id, 'Event ' || number, now() + make_interval(days => number), number < 4
  from event_series, generate_series(1, 4) as number;

  insert into submissions (id, series_id, first_name, last_name, job_title, organisation, email, email_key, answers, submitted_at)
  select gen_random_uuid(), event_series.id, 'Ada ' || first, last || ' ' || number, 'Analyst', 'Engines Ltd', email, email,
    '{"diet": "Vegan", "expectations": "To learn how the engine weaves algebraical patterns."}',
    now() - make_interval(mins => number)
  from event_series, generate_series(1, ${SUBMISSIONS_OF_SERIES}) as number
  cross join lateral (
    select (array['José', 'Márta', 'Søren', 'Łucja', 'Jean-Luc', 'Zoë', 'Josefine'])[1 + number % 7],
      (array['García', 'Müller', 'O’Brien', 'Škoda', 'Lovelace', 'Álvarez', 'Zieliński', 'Nguyễn', 'Smith', 'Kowalski', 'Öztürk'])[1 + number % 11]
  ) as person (first, last)
  cross join lateral (select 'ada.' || number - (number % 5 / 4) || '@example.com') as address (email);

  insert into submission_events (event_id, submission_id, submitted_at)
  select event.id, submissions.id, submissions.submitted_at
  from submissions cross join lateral (
    select id from events where events.series_id = submissions.series_id order by md5(events.id::text || submissions.id::text) limit 2
  ) as event`;

/** Twenty limited events in each series, some of them full and with people who wait. Nobody is in them, since the dashboard reads their counters. */
const LIMITED_EVENTS = `
  with added as (
    insert into events (id, series_id, title, starts_at, maximum_participants, closes_when_full, waiting_list)
    select gen_random_uuid(), event_series.id, 'Course ' || number, now() + make_interval(days => number), 30, true, 'offer'
    from event_series, generate_series(1, ${LIMITED_EVENTS_OF_SERIES}) as number
    returning id, series_id
  )
  insert into event_places (event_id, series_id, capacity, has_list, taken, waiting)
  select id, series_id, 30, true, 11 + number, greatest(number - 19, 0)
  from (select id, series_id, row_number() over (partition by series_id order by id) as number from added) as event`;

/** Inserts the series with their sign-ups, and one event with its own attendees. */
async function fillTables(pool: pg.Pool): Promise<FilledDatabase> {
  await pool.query(FILL);
  const { rows } = await pool.query<{ series_id: string; id: string }>(
    `insert into events (id, series_id, title) select gen_random_uuid(), id, 'The big one' from event_series order by title limit 1 returning id, series_id`,
  );
  const [event] = rows;
  if (event === undefined) throw new Error('There is no series');
  await pool.query(
    `with added as (
       insert into submissions (id, series_id, first_name, last_name, email, email_key, submitted_at)
       select gen_random_uuid(), $1, 'Ada', 'King ' || number, 'king.' || number % 9500 || '@example.com',
         'king.' || number % 9500 || '@example.com', now() - make_interval(secs => number)
       from generate_series(1, ${SUBMISSIONS_OF_EVENT}) as number returning id, submitted_at
     )
     insert into submission_events (event_id, submission_id, submitted_at) select $2, id, submitted_at from added`,
    [event.series_id, event.id],
  );
  return { seriesId: event.series_id, eventId: event.id };
}

/** Fills a migrated database with 110,000 submissions and their counters. */
export async function fill(url: string): Promise<FilledDatabase> {
  const { db, pool, close } = openQuietly(url, 2);
  try {
    const filled = await fillTables(pool);
    await pool.query(
      `insert into submission_steps (submission_id, step, state, attempts) select id, 'email', 'succeeded', 1 from submissions`,
    );
    await rebuildCounters(db);
    await pool.query('vacuum analyze');
    return filled;
  } finally {
    await close();
  }
}

/** Cancels every tenth registration for an event, and makes the event one that closes when it is full. */
export async function cancelTenth(pool: pg.Pool, eventId: string): Promise<void> {
  await pool.query(
    `update submission_events set status = 'cancelled' from (
       select submission_id as id, row_number() over (order by submission_id) as number from submission_events where event_id = $1
     ) as registration
     where event_id = $1 and submission_id = registration.id and number % 10 = 0`,
    [eventId],
  );
  await pool.query('update events set closes_when_full = true, maximum_participants = $2 where id = $1', [eventId, SUBMISSIONS_OF_EVENT]);
  await pool.query(
    `insert into event_places (event_id, series_id, capacity, has_list, taken)
     select id, series_id, maximum_participants, false, maximum_participants * 9 / 10 from events where id = $1`,
    [eventId],
  );
  await pool.query('vacuum analyze');
}

/** Adds 1,000 limited events to the series of `fill`. @returns how many there are */
export async function addLimitedEvents(pool: pg.Pool): Promise<number> {
  await pool.query(LIMITED_EVENTS);
  await pool.query('vacuum analyze');
  return SERIES * LIMITED_EVENTS_OF_SERIES;
}
