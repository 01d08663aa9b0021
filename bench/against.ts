import { z } from 'zod';
import { LENGTHS } from './sign-ups.ts';
import type { Finding } from './support/figures.ts';
import { signUpTo } from './support/load.ts';
import { withDatabase } from './support/processes.ts';
import { CROWD, figure, middle, perSecond, processor, ratio, rounds, type Target } from './support/rounds.ts';
import { type StaffCalls, withStaffCallsOn } from './support/staff-calls.ts';
import { emptyOutbox } from './support/stored-rows.ts';
import { useLog } from './support/used-log.ts';
import type { FilledSeries } from './support/volume.ts';

const EVENTS = 4;
const FIELDS = [
  { label: 'Diet', type: 'select', options: ['None', 'Vegan'] },
  { label: 'Expectations', type: 'textarea' },
];
const added = z.object({ data: z.object({ id: z.string() }) });

/** Adds a series by calls, since another checkout may have other tables. */
async function addByCalls(post: StaffCalls['post']): Promise<FilledSeries> {
  const idOf = async (path: string, body: object) => added.parse(await post(`/api${path}`, body)).data.id;
  const seriesId = await idOf('/event_series/add', { title: 'Spring training' });
  const eventIds: string[] = [];
  for (let day = 1; day <= EVENTS; day += 1) {
    const event = { event_title: `Day ${day}`, google_calendar_id: 'training', date: `2050-01-0${day}T09:30:00Z` };
    eventIds.push(await idOf(`/event_series/${seriesId}/event/add`, event));
  }
  await post(`/api/events-series/${seriesId}/addeventseriesformfields`, FIELDS);
  return { seriesId, eventIds };
}

/** Runs a checkout on a database of its own, with one series, while `use` runs. */
const withCheckout = async <T>(folder: string | undefined, use: (target: Target) => Promise<T>): Promise<T> =>
  withDatabase(async (url, database) => {
    await useLog(url);
    const load = async ({ port, turnout, post }: StaffCalls) =>
      use({
        ports: [port],
        pids: [turnout.pid, database],
        request: signUpTo(await addByCalls(post)),
        settle: async () => emptyOutbox(url),
      });
    return withStaffCallsOn(url, load, { folder });
  });

/** Compares sign-ups with those of another checkout, whose folder is in BENCH_AGAINST, by turns. */
export async function benchAgainst(): Promise<Finding[]> {
  const folder = process.env.BENCH_AGAINST;
  if (folder === undefined) throw new Error('BENCH_AGAINST must be the folder of another checkout, with its packages installed');
  return withCheckout(undefined, async (here) =>
    withCheckout(folder, async (there) => {
      const crowd = await rounds({ there, here }, LENGTHS);
      const lone = await rounds({ there: { ...there, connections: 1 }, here: { ...here, connections: 1 } }, LENGTHS);
      return [
        { what: `sign-ups there, ${CROWD} connections`, figure: figure(crowd, 'there', perSecond), unit: '/s' },
        { what: 'sign-ups here, to those', figure: ratio(crowd, 'here', 'there', perSecond), unit: '×', limit: { atLeast: 0.95 } },
        { what: 'processor time of one there, server and database', figure: figure(crowd, 'there', processor), unit: 'µs' },
        { what: 'processor time here, to that', figure: ratio(crowd, 'here', 'there', processor), unit: '×', limit: { atMost: 1.05 } },
        { what: 'median of a sign-up there, 1 connection', figure: figure(lone, 'there', middle), unit: 'ms' },
        {
          what: 'sign-ups by 1 connection here, to there',
          figure: ratio(lone, 'here', 'there', perSecond),
          unit: '×',
          limit: { atLeast: 0.9 },
        },
      ];
    }),
  );
}
