import type pg from 'pg';
import { listSeriesCards } from '#server/features/event-series/queries.ts';
import { readEvent } from '#server/features/events/read-event.ts';
import { searchEverything } from '#server/features/search/search-everything.ts';
import { benchAnswers } from './reads/answers.ts';
import { benchOwnPage } from './reads/own-page.ts';
import { benchPerson } from './reads/person.ts';
import { sequentialScans } from './reads/plans.ts';
import { benchSearch } from './reads/search.ts';
import { type Finding, median } from './support/figures.ts';
import { addLimitedEvents, cancelTenth, fill, type FilledDatabase } from './support/fill.ts';
import { serverTime } from './support/server-time.ts';
import { withStaffCalls } from './support/staff-calls.ts';

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

const scanFinding = (what: string, scans: readonly string[]): Finding => ({
  what: `sequential scans, ${what} ${scans.join(' ')}`.trim(),
  figure: scans.length,
  unit: '',
  limit: { atMost: 0 },
});

type Times = Readonly<Record<string, readonly number[]>>;

function dashboardFindings(what: string, { dashboard = [], count = [] }: Times): Finding[] {
  return [
    { what: `${what}, the whole call`, figure: median(dashboard), unit: 'ms' },
    { what: 'one count(distinct) over the submissions', figure: median(count), unit: 'ms' },
    { what: `${what}, to that`, figure: median(dashboard) / median(count), unit: '×', limit: { atMost: 0.15 } },
  ];
}

const scanPage = async (pool: pg.Pool, path: FilledDatabase): Promise<string[]> =>
  sequentialScans(pool, (db) => readEvent(db, path, { limit: PAGE }));

interface Timed {
  readonly timePage: () => Promise<number>;
  readonly timeDashboard: () => Promise<Times>;
}

/** Measures the same attendees when some of them have cancelled, and the dashboard when many events are limited. */
async function benchLimited(pool: pg.Pool, path: FilledDatabase, { timePage, timeDashboard }: Timed): Promise<Finding[]> {
  await cancelTenth(pool, path.eventId);
  await timePage();
  const figure = await timePage();
  const scans = await scanPage(pool, path);
  const events = await addLimitedEvents(pool);
  return [
    { what: `first ${PAGE} of 10,000 with 10 % cancelled, by the clock of the server`, figure, unit: 'ms', limit: { atMost: 5 } },
    scanFinding('that page', scans),
    ...dashboardFindings(`dashboard with ${events} limited events`, await timeDashboard()),
  ];
}

/**
 * Measures what is read with 110,000 submissions in the database: by staff the dashboard, the attendees of a big event, the search, a person;
 * and somebody's own page. Run `npm run build` first.
 */
export async function benchReads(): Promise<Finding[]> {
  return withStaffCalls(async ({ server, databaseUrl, db: direct, pool, get }) => {
    const { seriesId, eventId } = await fill(databaseUrl);
    const event = `/api/event_series/${seriesId}/event/${eventId}`;
    const dashboardAndCount = { dashboard: () => get('/api/event_series'), count: () => pool.query(COUNT) };
    const times = await alternate({
      ...dashboardAndCount,
      page: () => get(`${event}?limit=${PAGE}`),
      filters: () => get(`${event}/counts`),
      rare: () => get('/api/search?q=king%20777'),
      everywhere: () => get('/api/search?q=ada'),
    });
    const timePage = async () =>
      serverTime(server, 'GET /api/event_series/:id/event/:eventId', async () => {
        for (let round = 0; round < ROUNDS; round += 1) await get(`${event}?limit=${PAGE}`);
      });
    const pageTime = await timePage();
    const middle = (name: string) => median(times[name] ?? []);
    const dashboardScans = await sequentialScans(pool, (db) => listSeriesCards(db, new Date()));
    const pageScans = await scanPage(pool, { seriesId, eventId });
    const searchScans = await sequentialScans(pool, (db) => searchEverything(db, 'ada'));
    return [
      ...dashboardFindings('dashboard', times),
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
      ...(await benchOwnPage(server, direct, seriesId)),
      ...(await benchLimited(pool, { seriesId, eventId }, { timePage, timeDashboard: async () => alternate(dashboardAndCount) })),
    ];
  });
}
