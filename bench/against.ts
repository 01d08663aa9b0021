import { z } from 'zod';
import { LENGTHS } from './sign-ups.ts';
import type { Finding } from './support/figures.ts';
import { get, signUpTo } from './support/load.ts';
import { withDatabase } from './support/processes.ts';
import { CROWD, figure, middle, perSecond, processor, ratio, type Round, rounds, type Target } from './support/rounds.ts';
import { type StaffCalls, withStaffCallsOn } from './support/staff-calls.ts';
import { emptyOutbox } from './support/stored-rows.ts';
import { useLog } from './support/used-log.ts';
import type { FilledSeries } from './support/volume.ts';

/** Other series and their events, as an installation has them; with fewer, PostgreSQL does not plan each batch of 81d11e33 again. */
const OTHERS = { series: Number(process.env.BENCH_SERIES ?? 60), events: 12 };
const FIELDS = [
  { label: 'Diet', type: 'select', options: ['None', 'Vegan'] },
  { label: 'Expectations', type: 'textarea' },
];
/** The highest limits that a build before 1.0.0 accepts. */
const EARLIER = { PUBLIC_RATE_LIMIT: '1000000', UNSTAMPED_RATE_LIMIT: '1000000' };
const added = z.object({ data: z.object({ id: z.string() }) });

/** Adds a series by calls, since another checkout may have other tables. */
async function addByCalls(post: StaffCalls['post'], events = 4): Promise<FilledSeries> {
  const idOf = async (path: string, body: object) => added.parse(await post(`/api${path}`, body)).data.id;
  const seriesId = await idOf('/event_series/add', { title: 'Spring training' });
  const eventIds: string[] = [];
  for (let day = 1; day <= events; day += 1) {
    const date = `2050-01-${String(day).padStart(2, '0')}T09:30:00Z`;
    const event = { event_title: `Day ${day}`, google_calendar_id: 'training', date };
    eventIds.push(await idOf(`/event_series/${seriesId}/event/add`, event));
  }
  await post(`/api/events-series/${seriesId}/addeventseriesformfields`, FIELDS);
  return { seriesId, eventIds };
}

type Measured = Readonly<Record<'signUps' | 'form' | 'page', Target>>;

/** Runs a checkout on a separate database, with a form and a public page, while `use` runs. */
const withCheckout = async <T>(folder: string | undefined, use: (targets: Measured) => Promise<T>): Promise<T> =>
  withDatabase(async (url, database) => {
    await useLog(url);
    const load = async ({ port, turnout, post, pool }: StaffCalls) => {
      const [form, page] = [await addByCalls(post), await addByCalls(post)];
      for (let other = 0; other < OTHERS.series; other += 1) await addByCalls(post, OTHERS.events);
      await pool.query('analyze');
      await post(`/api/event_series/${page.seriesId}/edit`, { description: 'Three days for people who lead a team.' });
      const to = { ports: [port], pids: [turnout.pid, database] };
      const loads = ({ seriesId }: FilledSeries): Target => {
        const text = get(`/x/events-series/${seriesId}/view`, { 'accept-encoding': 'gzip', accept: 'text/html' });
        return { ...to, request: () => text };
      };
      return use({
        signUps: { ...to, request: signUpTo(form), settle: async () => emptyOutbox(url) },
        form: loads(form),
        page: loads(page),
      });
    };
    return withStaffCallsOn(url, load, folder === undefined ? {} : { folder, settings: EARLIER });
  });

/** Rounds of the same load here and there. */
const compare = async (here: Target, there: Target, connections = CROWD): Promise<Round[]> =>
  rounds({ there: { ...there, connections }, here: { ...here, connections } }, LENGTHS);

/** Compares sign-ups and page loads alternately with those of another checkout, whose folder is in BENCH_AGAINST. Run `npm run build` first, in both. */
export async function benchAgainst(): Promise<Finding[]> {
  const folder = process.env.BENCH_AGAINST;
  if (folder === undefined) throw new Error('BENCH_AGAINST must be the folder of another checkout, with its packages installed');
  return withCheckout(undefined, async (here) =>
    withCheckout(folder, async (there) => {
      const lone = await compare(here.signUps, there.signUps, 1);
      const crowd = await compare(here.signUps, there.signUps);
      const form = await compare(here.form, there.form);
      const page = await compare(here.page, there.page);
      return [
        { what: `sign-ups there, ${CROWD} connections`, figure: figure(crowd, 'there', perSecond), unit: '/s' },
        { what: 'sign-ups here, to those', figure: ratio(crowd, 'here', 'there', perSecond), unit: '×', limit: { atLeast: 1.25 } },
        { what: 'processor time of one there, server and database', figure: figure(crowd, 'there', processor), unit: 'µs' },
        { what: 'processor time here, to that', figure: ratio(crowd, 'here', 'there', processor), unit: '×', limit: { atMost: 0.85 } },
        { what: 'median of a sign-up there, 1 connection', figure: figure(lone, 'there', middle), unit: 'ms' },
        {
          what: 'sign-ups by 1 connection here, to there',
          figure: ratio(lone, 'here', 'there', perSecond),
          unit: '×',
          limit: { atLeast: 0.9 },
        },
        { what: 'loads of a form here, to there', figure: ratio(form, 'here', 'there', perSecond), unit: '×', limit: { atLeast: 0.45 } },
        {
          what: 'loads of a public page here, to there',
          figure: ratio(page, 'here', 'there', perSecond),
          unit: '×',
          limit: { atLeast: 0.35 },
        },
      ];
    }),
  );
}
