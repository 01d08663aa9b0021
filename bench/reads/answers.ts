import type pg from 'pg';
import type { Finding } from '../support/figures.ts';
import type { FilledDatabase } from '../support/fill.ts';
import { serverTime } from '../support/server-time.ts';

const ROUNDS = 40;
const WARM_UP = 10;

const FIELDS = `
  insert into form_fields (id, series_id, label, key, type, position, options)
  select gen_random_uuid(), $1, label, key, type, position, options::jsonb from (values
    ('Lunch', 'lunch', 'select', 0, '["Full English", "Vegetarian", "Pastries only"]'),
    ('How did you hear of us?', 'how_did_you_hear_of_us?', 'select', 1, '["A colleague", "Newsletter", "Search", "Other"]'),
    ('In person', 'in_person', 'checkbox', 2, '[]')
  ) as field (label, key, type, position, options)`;

/** Nine of ten answer, and half of them come with a source. */
const ANSWERS = `
  with numbered as (select submission_id as id, row_number() over () as number from submission_events where event_id = $1)
  update submissions set
    answers = case when number % 10 = 0 then '{}' else jsonb_build_object(
      'lunch', (array['Full English', 'Vegetarian', 'Pastries only'])[1 + number % 3],
      'how_did_you_hear_of_us?', (array['A colleague', 'Newsletter', 'Search', 'Other'])[1 + number % 4],
      'in_person', number % 6 > 0) end,
    source = case when number % 2 = 0 then '{}' else jsonb_build_object(
      'source_page', 'https://harbour.example/courses/' || number % 40, 'utm_source', 'newsletter', 'utm_campaign', 'autumn-' || number % 7) end
  from numbered where numbered.id = submissions.id`;

/** Measures the counts of the answers of 10,000 attendees, and their first page limited to one of them; asks for both by `get`. */
export async function benchAnswers(
  pool: pg.Pool,
  { seriesId, eventId }: FilledDatabase,
  server: string,
  get: (path: string) => Promise<unknown>,
): Promise<Finding[]> {
  await pool.query(FIELDS, [seriesId]);
  await pool.query(ANSWERS, [eventId]);
  await pool.query('vacuum analyze submissions');
  const event = `/api/event_series/${seriesId}/event/${eventId}`;
  const repeat = async (path: string, rounds: number) => {
    for (let round = 0; round < rounds; round += 1) await get(path);
  };
  const timeOf = async (path: string, route: string) => {
    await repeat(path, WARM_UP);
    return serverTime(server, `GET /api/event_series/:id/event/:eventId${route}`, async () => repeat(path, ROUNDS));
  };
  const vegetarians = `${event}?limit=50&answers=${encodeURIComponent('{"lunch":"Vegetarian"}')}`;
  return [
    {
      what: 'answers of 10,000 attendees counted, by the clock of the server',
      figure: await timeOf(`${event}/answers`, '/answers'),
      unit: 'ms',
      limit: { atMost: 50 },
    },
    { what: 'first 50 of them with one answer', figure: await timeOf(vegetarians, ''), unit: 'ms', limit: { atMost: 50 } },
  ];
}
