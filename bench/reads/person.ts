import type pg from 'pg';
import { type Finding, median } from '../support/figures.ts';
import { serverTime } from '../support/server-time.ts';

const ROUNDS = 40;
const ADDRESS = 'ada.3@example.com';

interface PersonBench {
  readonly server: string;
  readonly get: (path: string) => Promise<unknown>;
  readonly pool: pg.Pool;
}

/** Gives one address 200 sign-ups in 50 series, each for two events. @returns the id of one of them */
async function fillPerson(pool: pg.Pool): Promise<string> {
  await pool.query(`update submissions set email = '${ADDRESS}', email_key = '${ADDRESS}' where email_key = 'ada.8@example.com'`);
  const { rows } = await pool.query<{ id: string }>(`select id from submissions where email_key = '${ADDRESS}'`);
  if (rows.length !== 200 || rows[0] === undefined) throw new Error(`The address has ${rows.length} sign-ups`);
  return rows[0].id;
}

/** Measures the panel of a person with 200 sign-ups among 110,000. */
export async function benchPerson({ server, get, pool }: PersonBench): Promise<Finding[]> {
  const personId = await fillPerson(pool);
  const times: number[] = [];
  const readAll = async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const startedAt = performance.now();
      await get(`/api/person/${personId}`);
      times.push(performance.now() - startedAt);
    }
  };
  await readAll();
  times.length = 0;
  const average = await serverTime(server, 'GET /api/person/:personId', readAll);
  return [
    { what: 'person with 200 sign-ups, by the clock of the server', figure: average, unit: 'ms', limit: { atMost: 50 } },
    { what: 'that, the whole call, median', figure: median(times), unit: 'ms' },
  ];
}
