import { openDatabase } from '#server/db/connection.ts';
import { listSeriesCards } from '#server/features/event-series/queries.ts';
import { readEvent } from '#server/features/events/read-event.ts';
import { startTestIdentity } from '#server/testing/identity.ts';
import { type Finding, median } from './figures.ts';
import { fill } from './fill.ts';
import { sequentialScans } from './plans.ts';
import { startTurnout, withDatabase } from './processes.ts';

const ROUNDS = 60;
const WARM_UP = 20;
const PAGE = 50;

const COUNT = 'select count(distinct email_key) from submissions';

/** Milliseconds that each of these takes, in turn, again and again. */
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

/** Reads of staff with 110,000 submissions in the database: the dashboard, and a page of the attendees of a big event. */
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
        const address = `http://127.0.0.1:${turnout.port}/api/event_series`;
        const times = await alternate({
          dashboard: () => getJson(address, token),
          count: () => pool.query(COUNT),
          page: () => getJson(`${address}/${seriesId}/event/${eventId}?limit=${PAGE}`, token),
        });
        const middle = (name: string) => median(times[name] ?? []);
        const dashboardScans = await sequentialScans(pool, (db) => listSeriesCards(db, new Date()));
        const pageScans = await sequentialScans(pool, (db) => readEvent(db, { seriesId, eventId }, { limit: PAGE }));
        return [
          { what: 'dashboard, the whole call', figure: middle('dashboard'), unit: 'ms' },
          { what: 'one count(distinct) over the submissions', figure: middle('count'), unit: 'ms' },
          { what: 'dashboard to that', figure: middle('dashboard') / middle('count'), unit: '×', limit: { atMost: 0.15 } },
          { what: `first ${PAGE} attendees of 10,000, the whole call`, figure: middle('page'), unit: 'ms', limit: { atMost: 5 } },
          {
            what: `sequential scans, dashboard ${dashboardScans.join(' ')}`.trim(),
            figure: dashboardScans.length,
            unit: '',
            limit: { atMost: 0 },
          },
          { what: `sequential scans, page ${pageScans.join(' ')}`.trim(), figure: pageScans.length, unit: '', limit: { atMost: 0 } },
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
