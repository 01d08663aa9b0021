import { openDatabase } from '#server/db/connection.ts';
import { listSeriesCards } from '#server/features/event-series/queries.ts';
import { readEvent } from '#server/features/events/read-event.ts';
import { searchEverything } from '#server/features/search/search-everything.ts';
import { startTestIdentity } from '#server/testing/services/identity.ts';
import { benchAnswers } from './answers.ts';
import { type Finding, median } from './figures.ts';
import { fill } from './fill.ts';
import { benchPerson } from './person.ts';
import { sequentialScans } from './plans.ts';
import { startTurnout, withDatabase } from './processes.ts';
import { benchSearch } from './search.ts';
import { serverTime } from './server-time.ts';

const ROUNDS = 60;
const WARM_UP = 20;
const PAGE = 50;

const COUNT = 'select count(distinct email_key) from submissions';

/** The milliseconds that each of these takes, over several rounds. */
async function alternate(calls: Readonly<Record<string, () => Promise<unknown>>>): Promise<Record<string, number[]>> {
  const times: Record<string, number[]> = Object.fromEntries(Object.keys(calls).map((name) => [name, []]));
  for (let round = -WARM_UP; round < ROUNDS; round += 1) {
    for (const [name, call] of Object.entries(calls)) {
      const startedAt = performance.now();
      await call();
      if (round >= 0) times[name]?.push(performance.now() - startedAt);
    }
  }
  return times;
}

async function getJson(url: string, token: string): Promise<unknown> {
  const response = await fetch(url, { headers: { authorization: `Bearer ${token}` } });
  if (response.status !== 200) throw new Error(`${url} answered ${response.status}: ${await response.text()}`);
  return response.json();
}

const scanFinding = (what: string, scans: readonly string[]): Finding => ({
  what: `sequential scans, ${what} ${scans.join(' ')}`.trim(),
  figure: scans.length,
  unit: '',
  limit: { atMost: 0 },
});

/** Measures what staff read with 110,000 submissions in the database: the dashboard, the attendees of a big event, the search, a person. */
export async function benchReads(): Promise<Finding[]> {
  const identity = await startTestIdentity();
  try {
    return await withDatabase(async (url) => {
      const settings = {
        DATABASE_URL: url,
        OIDC_ISSUER: identity.issuer,
        OIDC_CLIENT_ID: identity.clientId,
        ALLOWED_EMAIL_DOMAINS: 'example.com',
      };
      const turnout = await startTurnout(settings);
      const { pool, close } = openDatabase({ url, pool: 2, log: { warn: () => undefined } });
      try {
        const { seriesId, eventId } = await fill(url);
        const token = await identity.token();
        const server = `http://127.0.0.1:${turnout.port}`;
        const get = async (path: string) => getJson(`${server}${path}`, token);
        const api = `${server}/api`;
        const event = `${api}/event_series/${seriesId}/event/${eventId}`;
        const times = await alternate({
          dashboard: () => getJson(`${api}/event_series`, token),
          count: () => pool.query(COUNT),
          page: () => getJson(`${event}?limit=${PAGE}`, token),
          filters: () => getJson(`${event}/counts`, token),
          rare: () => getJson(`${api}/search?q=king%20777`, token),
          everywhere: () => getJson(`${api}/search?q=ada`, token),
        });
        const pageTime = await serverTime(server, 'GET /api/event_series/:id/event/:eventId', async () => {
          for (let round = 0; round < ROUNDS; round += 1) await getJson(`${event}?limit=${PAGE}`, token);
        });
        const middle = (name: string) => median(times[name] ?? []);
        const dashboardScans = await sequentialScans(pool, (db) => listSeriesCards(db, new Date()));
        const pageScans = await sequentialScans(pool, (db) => readEvent(db, { seriesId, eventId }, { limit: PAGE }));
        const searchScans = await sequentialScans(pool, (db) => searchEverything(db, 'ada'));
        return [
          { what: 'dashboard, the whole call', figure: middle('dashboard'), unit: 'ms' },
          { what: 'one count(distinct) over the submissions', figure: middle('count'), unit: 'ms' },
          { what: 'dashboard to that', figure: middle('dashboard') / middle('count'), unit: '×', limit: { atMost: 0.15 } },
          { what: `first ${PAGE} attendees of 10,000, by the clock of the server`, figure: pageTime, unit: 'ms', limit: { atMost: 5 } },
          { what: 'those, the whole call', figure: middle('page'), unit: 'ms' },
          { what: 'counts of the filters of 10,000 attendees', figure: middle('filters'), unit: 'ms' },
          { what: 'those to the count', figure: middle('filters') / middle('count'), unit: '×', limit: { atMost: 0.75 } },
          { what: 'search for few of 110,000 people', figure: middle('rare'), unit: 'ms' },
          { what: 'that to the count', figure: middle('rare') / middle('count'), unit: '×', limit: { atMost: 0.25 } },
          { what: 'search for a name that all of them have', figure: middle('everywhere'), unit: 'ms' },
          { what: 'that to the count', figure: middle('everywhere') / middle('count'), unit: '×', limit: { atMost: 0.75 } },
          ...(await benchSearch(server, get)),
          ...(await benchAnswers(pool, { seriesId, eventId }, server, get)),
          ...(await benchPerson({ server, get, pool })),
          scanFinding('search', searchScans),
          scanFinding('dashboard', dashboardScans),
          scanFinding('page', pageScans),
        ];
      } finally {
        await close();
        await turnout.stop();
      }
    });
  } finally {
    await identity.close();
  }
}
