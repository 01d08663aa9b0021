import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { z } from 'zod';
import { newId } from '#server/db/new-id.ts';
import { type Finding, median } from './support/figures.ts';
import { type StaffCalls, withStaffCalls } from './support/staff-calls.ts';

const ROUNDS = 40;
const EVENTS = 2_000;
const SIGN_UPS_OF_EVENT = 20;
const PEOPLE = 10_000;

/** Fifty series of forty events each, every tenth of them limited. */
const FILL_FEED = `
  insert into event_series (id, title) select gen_random_uuid(), 'Series ' || number from generate_series(1, 50) as number;

  insert into events (id, series_id, title, starts_at, ends_at, venue, venue_address, maximum_participants, closes_when_full)
  select gen_random_uuid(), series.id, 'Fire safety, day ' || number, start, start + interval '2 hours', 'The Old Mill',
    E'14 Quay Street\\nHarbour Town', case when number % 10 = 0 then 30 end, number % 10 = 0
  from event_series as series, generate_series(1, ${EVENTS} / 50) as number
  cross join lateral (select date_trunc('hour', now()) + make_interval(days => number) as start) as begins;

  insert into event_places (event_id, series_id, capacity, taken, has_list)
  select id, series_id, maximum_participants, ${SIGN_UPS_OF_EVENT}, false from events where closes_when_full;

  insert into submissions (id, series_id, first_name, last_name, email, email_key)
  select gen_random_uuid(), series.id, 'Ada', 'Lovelace ' || number, 'ada.' || number || '@example.com', 'ada.' || number || '@example.com'
  from event_series as series, generate_series(1, ${SIGN_UPS_OF_EVENT} * 20) as number;

  insert into submission_events (event_id, submission_id, submitted_at)
  select event.id, submission.id, submission.submitted_at
  from (select id, series_id, row_number() over (partition by series_id order by id) as number from events) as event
  join (select id, series_id, submitted_at, row_number() over (partition by series_id order by id) as number from submissions) as submission
    on submission.series_id = event.series_id and submission.number % 20 = event.number % 20`;

/** An event of which ${PEOPLE} people do not know the venue. */
async function fillTelling(pool: pg.Pool): Promise<string> {
  const [seriesId, eventId] = [newId(), newId()];
  await pool.query(`insert into event_series (id, title) values ($1, 'Autumn training')`, [seriesId]);
  await pool.query(
    `insert into events (id, series_id, title, starts_at, venue) values ($1, $2, 'Fire safety', now() + interval '30 days', 'The Old Mill')`,
    [eventId, seriesId],
  );
  await pool.query(
    `with added as (
       insert into submissions (id, series_id, first_name, last_name, email, email_key)
       select gen_random_uuid(), $1, 'Ada', 'King', 'king.' || n || '@example.com', 'king.' || n || '@example.com' from generate_series(1, ${PEOPLE}) as n
       returning id, submitted_at
     )
     insert into submission_events (event_id, submission_id, submitted_at) select $2, id, submitted_at from added`,
    [seriesId, eventId],
  );
  return `/api/event_series/${seriesId}/event/${eventId}`;
}

/** The median of the milliseconds that `call` takes, after as many rounds to warm up; what `prepare` takes does not count. */
async function middleOf(
  call: () => Promise<unknown>,
  prepare: (round: number) => Promise<unknown> = async () => undefined,
): Promise<number> {
  const times: number[] = [];
  for (let round = -ROUNDS; round < ROUNDS; round += 1) {
    await prepare(ROUNDS + round);
    const startedAt = performance.now();
    await call();
    if (round >= 0) times.push(performance.now() - startedAt);
  }
  return median(times);
}

/** Measures a calendar feed of 2,000 events, and that the second reading of an unchanged one is short. */
async function benchFeed({ server, pool, post }: StaffCalls): Promise<Finding[]> {
  await pool.query(FILL_FEED);
  await pool.query('vacuum analyze');
  const added = await post('/api/calendar_feed/add', {});
  const url = z
    .object({ data: z.object({ url: z.string() }) })
    .parse(added)
    .data.url.replace(/^webcal:\/\/[^/]*/, server);
  let etag = '';
  const readWhole = async () => {
    const answer = await fetch(url);
    const entries = (await answer.text()).split('BEGIN:VEVENT').length - 1;
    if (entries !== EVENTS) throw new Error(`The feed has ${entries} events`);
    etag = answer.headers.get('etag') ?? '';
  };
  const readKnown = async () => {
    const { status } = await fetch(url, { headers: { 'if-none-match': etag } });
    if (status !== 304) throw new Error(`An unchanged feed answered ${status}`);
  };
  const change = async (round: number) =>
    pool.query(`update events set version = version + 1 where id = (select id from events order by id offset $1 limit 1)`, [round]);
  const whole = await middleOf(readWhole, change);
  return [
    { what: `feed of ${EVENTS} events that has changed, the whole call`, figure: whole, unit: 'ms', limit: { atMost: 100 } },
    { what: 'an unchanged one', figure: await middleOf(readKnown), unit: 'ms', limit: { atMost: 10 } },
  ];
}

/** Measures the call that tells 10,000 people of a change, and how long until the change of each is recorded. */
async function benchTelling({ pool, post }: StaffCalls): Promise<Finding[]> {
  const event = await fillTelling(pool);
  await pool.query('vacuum analyze');
  await post(`${event}/edit`, { venue: 'Harbour House' });
  const startedAt = performance.now();
  await post(`${event}/change/tell`, { audience: ['confirmed'] });
  const answered = performance.now() - startedAt;
  const countTold = async () =>
    Number((await pool.query<{ count: string }>(`select count(*) from registration_changes where kind = 'told'`)).rows[0]?.count);
  while ((await countTold()) < PEOPLE) await sleep(50);
  return [
    { what: `telling ${PEOPLE} people of a change, the call`, figure: answered, unit: 'ms', limit: { atMost: 1_000 } },
    { what: 'until the change of each is recorded', figure: (performance.now() - startedAt) / 1_000, unit: 's' },
  ];
}

/** Measures calendar feeds, and telling many people of a change. */
export async function benchCalendar(): Promise<Finding[]> {
  return withStaffCalls(async (calls) => [...(await benchFeed(calls)), ...(await benchTelling(calls))]);
}
