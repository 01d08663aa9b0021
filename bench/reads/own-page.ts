import { sql } from 'kysely';
import type { Db } from '#server/db/connection.ts';
import { createToken } from '#server/writes/registration-tokens.ts';
import { type Finding, median } from '../support/figures.ts';
import { serverTime } from '../support/server-time.ts';

const ROUNDS = 200;
const WARM_UP = 50;

/** Puts one sign-up of a series into its four dated events. @returns the path of its own page */
async function fillOwnPage(db: Db, seriesId: string): Promise<string> {
  await sql`update event_series set self_service = true where id = ${seriesId}`.execute(db);
  const { rows } = await sql<{ id: string }>`
    with chosen as (select id, submitted_at from submissions where series_id = ${seriesId} and first_name like 'Ada %' order by id limit 1),
    added as (
      insert into submission_events (event_id, submission_id, submitted_at)
      select events.id, chosen.id, submitted_at from chosen, events where series_id = ${seriesId} and starts_at is not null
      on conflict do nothing
    )
    select id from chosen`.execute(db);
  const [submission] = rows;
  if (submission === undefined) throw new Error('The series has no sign-ups');
  return `/registration/${await createToken(db, submission.id)}`;
}

/** Measures the own page of a sign-up for four events, as a browser loads it. */
export async function benchOwnPage(server: string, db: Db, seriesId: string): Promise<Finding[]> {
  const url = server + (await fillOwnPage(db, seriesId));
  const times: number[] = [];
  const load = async (rounds: number) => {
    times.length = 0;
    for (let round = 0; round < rounds; round += 1) {
      const startedAt = performance.now();
      const answer = await fetch(url, { headers: { accept: 'text/html' } });
      const page = await answer.text();
      if (answer.status !== 200 || page.split('You have a place').length < 5) throw new Error(`${url} answered ${answer.status}`);
      times.push(performance.now() - startedAt);
    }
  };
  await load(WARM_UP);
  const average = await serverTime(server, 'GET /registration/:token', async () => load(ROUNDS));
  return [
    { what: 'own page with four events, by the clock of the server', figure: average, unit: 'ms', limit: { atMost: 10 } },
    { what: 'that, the whole load, median', figure: median(times), unit: 'ms' },
  ];
}
