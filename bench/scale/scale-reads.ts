import { LOOKED_THROUGH_MAX, LOSSES_COUNTED_MAX } from '#contract/rules/large-lists.ts';
import { download } from '../csv.ts';
import type { Finding } from '../support/figures.ts';
import { memoryGrowth } from '../support/memory.ts';
import { type Route, serverTime } from '../support/server-time.ts';
import { type StaffCalls, withStaffCallsOn } from '../support/staff-calls.ts';
import type { FilledSeries } from '../support/volume.ts';

const WARM_UP = 2;
const CALLS = 5;
const WORST_MS = 500;
export const FIRST_PAGE_MS = 50;
const ENOUGH_MS = 3_000;
export const CUT_OFF_MS = 15_000;

/** The reads, by path; `first`: the first page unsorted. */
export interface Read {
  readonly what: string;
  readonly route: Route;
  readonly path: string;
  readonly atMost?: number;
}

const SORTS = ['status', 'name', 'organisation', 'email', 'signups_count'] as const;
const FILTERS = ['today', 'duplicates', 'failed', 'marketing', 'no_marketing'] as const;

function attendeeReads(seriesId: string, eventId: string): Read[] {
  const event = `/api/event_series/${seriesId}/event/${eventId}`;
  const route = 'GET /api/event_series/:id/event/:eventId';
  // As in the app, which takes the count of a large list from the event's card.
  const counted = `count_max=${LOOKED_THROUGH_MAX + 1}`;
  const page = (what: string, query: string): Read => ({ what: `attendees, ${what}`, route, path: `${event}?limit=50&${counted}${query}` });
  return [
    { ...page('first page', ''), atMost: FIRST_PAGE_MS },
    { what: 'that with all counted', route, path: `${event}?limit=50` },
    page('oldest first', '&sort=submitted_at&direction=asc'),
    ...SORTS.map((sort) => page(`by ${sort}`, `&sort=${sort}`)),
    page('by name, downwards', '&sort=name&direction=desc'),
    ...FILTERS.map((filter) => page(`filter ${filter}`, `&filter=${filter}`)),
    page('name of one', '&search=lovelace%20777777'),
    page('name of a seventh', '&search=zo%C3%AB'),
    page('with one answer', `&answers=${encodeURIComponent('{"diet":"Vegan"}')}`),
    { what: 'counts of their filters', route: `${route}/counts`, path: `${event}/counts` },
    { what: 'those of a search', route: `${route}/counts`, path: `${event}/counts?search=zo%C3%AB` },
    { what: 'their answers counted', route: `${route}/answers`, path: `${event}/answers` },
    { what: 'losses by deleting the event', route: `${route}/losses`, path: `${event}/losses?count_max=${LOSSES_COUNTED_MAX}` },
  ];
}

const otherReads = (seriesId: string): Read[] => {
  const series = `/api/event_series/${seriesId}`;
  return [
    { what: 'dashboard', route: 'GET /api/event_series', path: '/api/event_series' },
    { what: 'overview', route: 'GET /api/overview', path: '/api/overview' },
    { what: 'page of the series', route: 'GET /api/event_series/:id', path: `${series}?duplicates=false` },
    { what: 'repeated addresses of the series', route: 'GET /api/event_series/:id/duplicates', path: `${series}/duplicates` },
    { what: 'statistics', route: 'GET /api/event_series/:id/statistics', path: `${series}/statistics` },
    { what: 'losses by deleting the series', route: 'GET /api/event_series/:id/losses', path: `${series}/losses` },
    { what: 'search for one', route: 'GET /api/search', path: '/api/search?q=lovelace%20777777' },
    { what: 'search for a name that all have', route: 'GET /api/search', path: '/api/search?q=ada' },
    { what: 'search with a wrong letter', route: 'GET /api/search', path: '/api/search?q=lovelice%20777' },
    { what: 'people found', route: 'GET /api/people', path: '/api/people?q=lovelace' },
    { what: 'failed steps', route: 'GET /api/steps/failed', path: '/api/steps/failed' },
    { what: 'causes of failed steps', route: 'GET /api/steps/causes', path: '/api/steps/causes' },
    { what: 'number of failed steps', route: 'GET /api/steps/counts', path: '/api/steps/counts' },
  ];
};

async function timeOf({ server, get }: StaffCalls, { what, route, path, atMost = WORST_MS }: Read): Promise<Finding> {
  const startedAt = performance.now();
  let calls = 0;
  // Reads that take seconds are not repeated seven times.
  const isEnough = () => performance.now() - startedAt > ENOUGH_MS;
  for (let call = 0; call < WARM_UP && !isEnough(); call += 1) await get(path);
  const time = await serverTime(server, route, async () => {
    do {
      await get(path);
      calls += 1;
    } while (calls < CALLS && !isEnough());
  });
  return { what, figure: time, unit: 'ms', limit: { atMost } };
}

/** An interrupted read counts with its maximum time. */
export const timeOrLimit = async (calls: StaffCalls, read: Read): Promise<Finding> =>
  timeOf(calls, read).catch((): Finding => ({
    what: `${read.what} (cut off)`,
    figure: CUT_OFF_MS,
    unit: 'ms',
    limit: { atMost: WORST_MS },
  }));

/** Staff's reads of one series, in which all sign-ups are for the first event, by the clock of the server; and its export. */
export async function readScale(url: string, { seriesId, eventIds: [eventId = ''] }: FilledSeries): Promise<Finding[]> {
  return withStaffCallsOn(url, async (calls) => {
    const findings: Finding[] = [];
    for (const read of [...otherReads(seriesId), ...attendeeReads(seriesId, eventId)]) findings.push(await timeOrLimit(calls, read));
    const file = `${calls.server}/api/event_series/${seriesId}/event/${eventId}/export`;
    let rows = 0;
    const startedAt = performance.now();
    const growth = await memoryGrowth(calls.turnout, async () => {
      rows = (await download(file, calls.token)) - 1;
    });
    const seconds = (performance.now() - startedAt) / 1_000;
    return [
      ...findings,
      { what: `export of ${rows.toLocaleString('en-GB')} attendees`, figure: seconds, unit: 's' },
      { what: 'growth of the server during it', figure: growth, unit: 'MB', limit: { atMost: 100 } },
    ];
  });
}
