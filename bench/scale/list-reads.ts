import http from 'node:http';
import { timed } from '../csv.ts';
import type { Finding } from '../support/figures.ts';
import { withStaffCallsOn } from '../support/staff-calls.ts';
import { type FilledSeries, limitLarge, moveToForm } from '../support/volume.ts';
import { CUT_OFF_MS, FIRST_PAGE_MS, type Read, timeOrLimit } from './scale-reads.ts';

type Query = readonly [what: string, query: string];

const FIRST: Query = ['first page', ''];
const BY_NAME: Query = ['by name', '&sort=name'];
const SORTED: readonly Query[] = [BY_NAME, ['by status', '&sort=status'], ['by signups_count', '&sort=signups_count']];
const DUPLICATES: Query = ['filter duplicates', '&filter=duplicates'];
const OF_ONE: Query = ['name of one', '&search=lovelace%20777777'];
const OF_MANY: Query = ['name of a seventh', '&search=zo%C3%AB'];

const LISTS: readonly (readonly [list: string, queries: readonly Query[]])[] = [
  ['confirmed', [FIRST, OF_MANY]],
  ['waiting', [FIRST, ...SORTED, DUPLICATES, OF_ONE, OF_MANY]],
  ['offered', [FIRST, BY_NAME]],
  ['cancelled', [FIRST, ...SORTED, DUPLICATES, OF_ONE, OF_MANY]],
  ['all', [FIRST, BY_NAME]],
];

function listReads({ seriesId, eventIds: [eventId = ''] }: FilledSeries): Read[] {
  const path = `/api/event_series/${seriesId}/event/${eventId}`;
  const route = 'GET /api/event_series/:id/event/:eventId';
  return LISTS.flatMap(([list, queries]): Read[] => [
    ...queries.map(
      ([what, query]) => ({ what: `${list}, ${what}`, route, path: `${path}?limit=50&registration=${list}${query}` }) as const,
    ),
    { what: `${list}, counts of a search`, route: `${route}/counts`, path: `${path}/counts?registration=${list}&search=zo%C3%AB` },
  ]);
}

function formReads(formId: string): Read[] {
  const path = `/api/form/${formId}`;
  const page = ([what, query]: Query): Read => ({
    what: `form, ${what}`,
    route: 'GET /api/form/:id/submissions/page',
    path: `${path}/submissions/page?limit=50${query}`,
  });
  return [
    { ...page(FIRST), atMost: FIRST_PAGE_MS },
    ...[...SORTED, DUPLICATES, OF_ONE, OF_MANY].map(page),
    { what: 'form, counts of its filters', route: 'GET /api/form/:id/submissions/counts', path: `${path}/submissions/counts` },
    { what: 'those of a search', route: 'GET /api/form/:id/submissions/counts', path: `${path}/submissions/counts?search=zo%C3%AB` },
    { what: 'its answers counted', route: 'GET /api/form/:id/answers', path: `${path}/answers` },
    { what: 'its statistics', route: 'GET /api/form/:id/statistics', path: `${path}/statistics` },
  ];
}

async function readEach(url: string, reads: readonly Read[]): Promise<Finding[]> {
  return withStaffCallsOn(url, async (calls) => {
    const findings: Finding[] = [];
    for (const read of reads) findings.push(await timeOrLimit(calls, read));
    return findings;
  });
}

/** Waits for the first bytes of an answer, and drops the rest. */
async function begin(url: string, token: string): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const request = http.get(url, { headers: { authorization: `Bearer ${token}` } }, (response) => {
    if (response.statusCode !== 200) reject(new Error(`${url} answered ${response.statusCode}`));
    response.once('data', () => resolve());
  });
  request.on('error', reject);
  await promise.finally(() => request.destroy());
}

/** Until a sorted export begins, which is after one statement has read all ids in order. */
export async function beginExports(url: string, { seriesId, eventIds: [eventId = ''] }: FilledSeries): Promise<Finding[]> {
  return withStaffCallsOn(url, async ({ server, token }) => {
    const findings: Finding[] = [];
    for (const query of ['sort=name', 'sort=status', 'sort=signups_count', 'filter=duplicates']) {
      const figure = await timed(async () => begin(`${server}/api/event_series/${seriesId}/event/${eventId}/export?${query}`, token));
      findings.push({ what: `beginning of the export, ${query}`, figure, unit: 'ms', limit: { atMost: CUT_OFF_MS } });
    }
    return findings;
  });
}

/** Lists of attendees who are not confirmed, and those of a marketing form, in a copy of the database of one series. */
export async function readLists(copy: string, series: FilledSeries): Promise<Finding[]> {
  await limitLarge(copy, series);
  const findings = await readEach(copy, listReads(series));
  return [...findings, ...(await readEach(copy, formReads(await moveToForm(copy))))];
}
