import type pg from 'pg';
import { readEvent } from '#server/attendees/queries.ts';
import { searchEverything } from '#server/attendees/search/queries.ts';
import { listSeriesCards } from '#server/forms/queries.ts';
import { createToken } from '#server/registrations/links.ts';
import { timed } from './csv.ts';
import { type Finding, median, p99Of } from './support/figures.ts';
import { sequentialScans } from './support/plans.ts';
import { type Route, serverTime } from './support/server-time.ts';
import { type StaffCalls, withStaffCalls } from './support/staff-calls.ts';
import { findSignUp } from './support/stored-rows.ts';
import { addLimitedEvents, addSeries, addSignUps, fill, type FilledSeries, limitFirst } from './support/volume.ts';

const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 60);
const WARM_UP = 20;
const PAGE = 50;
const EVENT = 'GET /api/event_series/:id/event/:eventId';
const COUNT = 'select count(distinct email_key) from submissions';

/** Typed letter by letter: missing accents, one wrong letter, two names, a name that all have, a number, an address. */
const TYPED = ['jose', 'muller', 'obrien', 'smith 77', 'garcai', 'zielinksi', 'lucja skoda', 'ada', 'ada lovelace', 'ada.77@exa'];
const LETTERS = TYPED.flatMap((text) => Array.from(text, (_, place) => text.slice(0, place + 1)));

/** 110,000 sign-ups of 50 series; 10,000 of them are for the first event of one, of whom nine in ten answered its three fields. 200 are of one person. */
async function fillDatabase(calls: StaffCalls): Promise<FilledSeries> {
  const others = await fill(calls.databaseUrl, { signUps: 100_000, series: 49 });
  const [large] = await fill(calls.databaseUrl, {
    signUps: 10_000,
    plan: {
      fields: [
        { label: 'Lunch', type: 'select', options: ['Full English', 'Vegetarian', 'Pastries only'] },
        { label: 'Heard', type: 'select', options: ['A colleague', 'Newsletter', 'Search', 'Other'] },
        { label: 'In person', type: 'checkbox' },
      ],
    },
    answers: `case when number % 10 = 0 then '{}' else jsonb_build_object(
      'lunch', (array['Full English', 'Vegetarian', 'Pastries only'])[1 + number % 3],
      'heard', (array['A colleague', 'Newsletter', 'Search', 'Other'])[1 + number % 4], 'in_person', number % 6 > 0) end`,
  });
  await addSignUps(calls, [large, ...others], { signUps: 200, address: `'person'`, chosen: 'array[3, 4]' });
  return large;
}

const times = (count: number, call: () => Promise<unknown>) => async () => {
  for (let round = 0; round < count; round += 1) await call();
};

/** The mean of a route's time by the clock of the server while `call` runs once more, after it has run to warm up. */
async function warmTime(server: string, route: Route, call: () => Promise<unknown>): Promise<number> {
  await call();
  return serverTime(server, route, call);
}

/** Measures the dashboard, alternately with one count of the addresses. */
async function benchDashboard({ pool, get }: StaffCalls, what: string): Promise<Finding[]> {
  const [dashboard, count]: [number[], number[]] = [[], []];
  for (let round = 0; round < WARM_UP + ROUNDS; round += 1) {
    dashboard.push(await timed(() => get('/api/event_series')));
    count.push(await timed(() => pool.query(COUNT)));
  }
  const [ours, plain] = [median(dashboard.slice(WARM_UP)), median(count.slice(WARM_UP))];
  return [
    { what: `${what}, the whole call`, figure: ours, unit: 'ms' },
    { what: 'one count(distinct) over the submissions', figure: plain, unit: 'ms' },
    { what: `${what}, to that`, figure: ours / plain, unit: '×', limit: { atMost: 0.15 } },
  ];
}

/** Measures the search as people type, one call for each letter. */
async function benchSearch({ server, get }: StaffCalls): Promise<Finding[]> {
  const took: number[] = [];
  const typeAll = async () => {
    for (const text of LETTERS) {
      took.push(await timed(() => get(`/api/search?q=${encodeURIComponent(text)}`)));
    }
  };
  await typeAll();
  took.length = 0;
  const figure = await serverTime(server, 'GET /api/search', times(8, typeAll));
  return [
    { what: 'search as one types, by the clock of the server', figure, unit: 'ms', limit: { atMost: 50 } },
    { what: 'that, the whole call, p99', figure: p99Of(took), unit: 'ms', limit: { atMost: 150 } },
  ];
}

/** Measures the self-service page of a sign-up for four events, as a browser loads it. */
async function benchSelfService({ server, db, pool }: StaffCalls): Promise<Finding[]> {
  const series = await addSeries({ db }, { settings: { self_service: true } });
  await addSignUps({ db, pool }, [series], { signUps: 1, chosen: 'array[1, 2, 3, 4]', address: `'own.page'` });
  const url = `${server}/registration/${await createToken(db, await findSignUp(pool, 'own.page@example.org'))}`;
  const load = async () => {
    const answer = await fetch(url, { headers: { accept: 'text/html' } });
    const page = await answer.text();
    if (answer.status !== 200 || page.split('You have a place').length < 5) throw new Error(`${url} answered ${answer.status}`);
  };
  const figure = await warmTime(server, 'GET /registration/:token', times(100, load));
  return [{ what: 'self-service page with four events, by the clock of the server', figure, unit: 'ms', limit: { atMost: 10 } }];
}

const scans = async (pool: pg.Pool, what: string, ask: Parameters<typeof sequentialScans>[1]): Promise<Finding> => {
  const found = await sequentialScans(pool, ask);
  return { what: `sequential scans, ${what} ${found.join(' ')}`.trim(), figure: found.length, unit: '', limit: { atMost: 0 } };
};

/**
 * Measures reads with 110,000 submissions in the database: of the dashboard, the attendees of a big event, the search and a person for staff, and of someone's
 * self-service page. Run `npm run build` first.
 */
export async function benchReads(): Promise<Finding[]> {
  return withStaffCalls(async (calls) => {
    const { server, pool, get } = calls;
    const series = await fillDatabase(calls);
    const [seriesId, eventId] = [series.seriesId, series.eventIds[0] ?? ''];
    const event = `/api/event_series/${seriesId}/event/${eventId}`;
    const time = async (what: string, atMost: number, [route, path]: readonly [Route, string]): Promise<Finding> => {
      const figure = await warmTime(
        server,
        route,
        times(ROUNDS, () => get(path)),
      );
      return { what: `${what}, by the clock of the server`, figure, unit: 'ms', limit: { atMost } };
    };
    const page = `${event}?limit=${PAGE}`;
    const scanPage = () => scans(pool, 'attendees', (own) => readEvent(own, { seriesId, eventId }, { limit: PAGE }));
    const person = await findSignUp(pool, 'person@example.org');
    const findings = [
      ...(await benchDashboard(calls, 'dashboard')),
      await time(`first ${PAGE} attendees of 10,000`, 5, [EVENT, page]),
      await time('answers of 10,000 attendees counted', 50, [`${EVENT}/answers`, `${event}/answers`]),
      await time(`first ${PAGE} of them with one answer`, 50, [EVENT, `${page}&answers=${encodeURIComponent('{"lunch":"Vegetarian"}')}`]),
      ...(await benchSearch(calls)),
      await time('person with 200 sign-ups', 50, ['GET /api/person/:personId', `/api/person/${person}`]),
      await scans(pool, 'search', (own) => searchEverything(own, 'ada')),
      await scans(pool, 'dashboard', (own) => listSeriesCards(own, new Date())),
      await scanPage(),
      ...(await benchSelfService(calls)),
    ];
    await limitFirst(calls, series, { maximum: 10_000, status: `case when number % 10 = 0 then 'cancelled' else 'confirmed' end` });
    findings.push(await time(`first ${PAGE} of 10,000 with 10 % cancelled`, 5, [EVENT, page]), await scanPage());
    await addLimitedEvents(calls);
    return [...findings, ...(await benchDashboard(calls, 'dashboard with 1,000 limited events'))];
  });
}
