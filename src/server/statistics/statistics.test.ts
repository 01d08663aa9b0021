import fc from 'fast-check';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import type { FormRef } from '#contract/forms/form-ref.ts';
import { clockOf } from '#contract/rules/event-date.ts';
import { type FormStatistics, rangeBefore } from '#contract/statistics.ts';
import { newId } from '#server/db/new-id.ts';
import { buildMarketingForm } from '#server/testing/form-rows.ts';
import { createTestServer } from '#server/testing/server.ts';
import { countEvents, getStatistics } from './queries.ts';

const server = await createTestServer();

const DAY_MS = 86_400_000;
/** That of a session, and that in which days are counted. */
const ZONES = [
  ['UTC', 'UTC'],
  ['Europe/London', 'UTC'],
  ['America/Los_Angeles', 'Europe/London'],
  ['Pacific/Kiritimati', 'America/New_York'],
] as const;

interface Sample {
  /** Moments of sign-ups, in milliseconds since 1970. */
  readonly times: readonly number[];
  readonly views: readonly { readonly day: string; readonly views: number }[];
  readonly today: string;
  readonly from: string;
  readonly to: string;
}

const dayOf = (time: number): string => new Date(time).toISOString().slice(0, 10);
const monthBefore = (month: string): string => dayOf(Date.parse(`${month}-01`) - DAY_MS).slice(0, 7);

/** The rules again, computed as simply as possible from all sign-ups. */
function counted({ times, views, today, from, to }: Sample, zone = 'UTC'): FormStatistics {
  const days = times.map((time) => dayOf(clockOf(new Date(time), zone).getTime()));
  const inMonth = (month: string) => days.filter((day) => day.startsWith(month));
  const thisMonth = today.slice(0, 7);
  const lastMonth = monthBefore(thisMonth);
  const months = [thisMonth];
  const oldest = [thisMonth, ...days.map((day) => day.slice(0, 7))].toSorted()[0] ?? thisMonth;
  while ((months.at(-1) ?? '') > oldest) months.push(monthBefore(months.at(-1) ?? ''));
  const viewsIn = (month: string) => views.filter(({ day }) => day.startsWith(month)).reduce((sum, row) => sum + row.views, 0);
  const rateOf = (month: string) => (viewsIn(month) === 0 ? 0 : (inMonth(month).length / viewsIn(month)) * 100);
  const weeksOf = (month: string) => {
    const weeks = [0, 0, 0, 0];
    for (const day of inMonth(month)) {
      const week = Math.min(3, Math.floor(Number(day.slice(8)) / 7));
      weeks[week] = (weeks[week] ?? 0) + 1;
    }
    return weeks;
  };
  const figuresOf = (asked: { from: string; to: string }) => ({
    views: views.filter(({ day }) => day >= asked.from && day <= asked.to).reduce((sum, row) => sum + row.views, 0),
    signups: days.filter((day) => day >= asked.from && day <= asked.to).length,
  });
  const range = Array.from({ length: (Date.parse(to) - Date.parse(from)) / DAY_MS + 1 }, (_, index) =>
    dayOf(Date.parse(from) + index * DAY_MS),
  );
  return {
    months: months.map((month) => ({ month, signups: inMonth(month).length })),
    so_far: { day: Number(today.slice(8)), last_month: inMonth(lastMonth).filter((day) => day.slice(8) <= today.slice(8)).length },
    views: { this_month: viewsIn(thisMonth), last_month: viewsIn(lastMonth) },
    signup_rate: { this_month: rateOf(thisMonth), last_month: rateOf(lastMonth) },
    weeks: { this_month: weeksOf(thisMonth), last_month: weeksOf(lastMonth) },
    days: range.map((day) => ({ day, count: days.filter((candidate) => candidate === day).length })),
    range: figuresOf({ from, to }),
    before: figuresOf(rangeBefore({ from, to })),
  };
}

async function addSeries(): Promise<string> {
  const id = newId();
  await server.db.insertInto('forms').values({ id, kind: 'series', title: 'Series' }).execute();
  return id;
}

/** One submission for each moment. */
const rowsOf = (owner: { form_id: string }, times: readonly number[]) =>
  times.map((time) => ({
    id: newId(),
    ...owner,
    first_name: 'A',
    last_name: 'B',
    email: 'a@b.example',
    email_key: 'a@b.example',
    submitted_at: new Date(time),
  }));

/** The statistics of a sample for a session in this time zone. */
const statisticsIn = async (session: string, zone: string, form: FormRef, { from, to, today: day }: Sample): Promise<FormStatistics> =>
  server.db.transaction().execute(async (tx) => {
    await sql`select set_config('timezone', ${session}, true)`.execute(tx);
    return getStatistics(tx, { form, from, to, before: rangeBefore({ from, to }), zone, today: day });
  });

/** Adds sign-ups for both events of the series, each of which must count once. */
async function addSignUps(seriesId: string, times: readonly number[]): Promise<void> {
  const events = [true, false].map((isOnForm) => ({ id: newId(), form_id: seriesId, title: 'Event', is_on_form: isOnForm }));
  await server.db.insertInto('events').values(events).execute();
  const rows = rowsOf({ form_id: seriesId }, times);
  if (rows.length === 0) return;
  await server.db.insertInto('submissions').values(rows).execute();
  const places = rows.flatMap((row) =>
    events.map((event) => ({ event_id: event.id, submission_id: row.id, submitted_at: row.submitted_at })),
  );
  await server.db.insertInto('registrations').values(places).execute();
}

const today = fc
  .integer({ min: Date.parse('2024-01-01') / DAY_MS, max: Date.parse('2028-12-31') / DAY_MS })
  .map((day) => dayOf(day * DAY_MS));

const sample: fc.Arbitrary<Sample> = today.chain((day) => {
  const end = Date.parse(day) + DAY_MS - 1;
  // Near the borders of days and months, where zones and buckets go wrong.
  const time = fc.oneof(
    fc.integer({ min: end - 100 * DAY_MS, max: end }),
    fc.integer({ min: 0, max: 100 }).map((back) => Date.parse(day) - back * DAY_MS),
    fc.integer({ min: 0, max: 100 }).map((back) => end - back * DAY_MS),
  );
  return fc.record({
    today: fc.constant(day),
    times: fc.array(time, { maxLength: 30 }),
    views: fc.uniqueArray(
      fc.record({
        day: fc.integer({ min: 0, max: 70 }).map((back) => dayOf(Date.parse(day) - back * DAY_MS)),
        views: fc.integer({ min: 1, max: 50 }),
      }),
      { maxLength: 10, selector: (row) => row.day },
    ),
    from: fc.integer({ min: 20, max: 45 }).map((back) => dayOf(Date.parse(day) - back * DAY_MS)),
    to: fc.integer({ min: 0, max: 19 }).map((back) => dayOf(Date.parse(day) - back * DAY_MS)),
  });
});

test.each(ZONES)(
  'STAT-3, STAT-4, STAT-5, STAT-6, STAT-7, STAT-8, STAT-9, STAT-10, STAT-11, STAT-12, STAT-13, STAT-14, STAT-15, STAT-16, STAT-17, CHART-14, CHART-15, CHART-16, CHART-17, CHART-18, CONST-6, CONST-7, CONST-8, CONST-9, CONST-10, API-79, API-80, API-81, API-82, API-83, API-84, ENT-28, DATA-21: in sessions of %s the numbers are those of a plain count in %s',
  async (session, zone) => {
    await fc.assert(
      fc.asyncProperty(sample, async (given) => {
        const seriesId = await addSeries();
        await addSignUps(seriesId, given.times);
        if (given.views.length > 0) {
          await server.db
            .insertInto('view_counts')
            .values(given.views.map((row) => ({ form_id: seriesId, ...row })))
            .execute();
        }
        expect(await countEvents(server.db, seriesId)).toEqual({ total: 2, ongoing: 1, completed: 1 });
        expect(await statisticsIn(session, zone, { kind: 'series', id: seriesId }, given)).toEqual(counted(given, zone));
      }),
      { numRuns: 25 },
    );
  },
);

test('EXTRA-50: the numbers of a marketing form are those of a plain count, too', async () => {
  await fc.assert(
    fc.asyncProperty(sample, async (given) => {
      const id = await buildMarketingForm(server.db);
      const rows = rowsOf({ form_id: id }, given.times);
      if (rows.length > 0) await server.db.insertInto('submissions').values(rows).execute();
      const views = given.views.map((row) => ({ form_id: id, ...row }));
      if (views.length > 0) await server.db.insertInto('view_counts').values(views).execute();
      expect(await statisticsIn('America/Los_Angeles', 'UTC', { kind: 'marketing', id }, given)).toEqual(counted(given));
    }),
    { numRuns: 25 },
  );
});

test('EXTRA-50: the statistics of a marketing form have no events, refuse the same ranges, and are 404 for a series', async () => {
  const path = `/form/${await buildMarketingForm(server.db)}/statistics`;
  const { events: _, ...ofSeries } = (await server.get(`/event_series/${await addSeries()}/statistics`)).body.data;
  expect((await server.get(path)).body.data).toEqual(ofSeries);
  expect((await server.get(`${path}?from=2026-02-02&to=2026-02-01`)).body.errors).toMatchObject([{ path: 'from' }]);
  expect((await server.get(`/form/${await addSeries()}/statistics`)).status).toBe(404);
  expect((await server.get(path, { as: 'visitor' })).status).toBe(401);
});

test('API-16, API-98, STAT-12: without a range the days are the last 30 and today', async () => {
  const { body } = await server.get(`/event_series/${await addSeries()}/statistics`);
  expect(body.data.days).toHaveLength(31);
  expect(body.data.days.at(-1)).toEqual({ day: dayOf(Date.now()), count: 0 });
  expect(body.data.months).toEqual([{ month: dayOf(Date.now()).slice(0, 7), signups: 0 }]);
});

test.each([
  ['from=2026-02-02&to=2026-02-01', 'API-99'],
  ['from=2020-01-01&to=2025-01-02', 'API-100'],
  ['from=2001-01-01', 'API-100'],
  ['from=yesterday', 'API-55'],
  ['to=2026-02-30', 'API-55'],
  ['from=0000-05-01&to=0000-05-02', 'API-55'],
  ['to=1899-12-31', 'API-55'],
])('API-99, API-100: %s is refused at its field (%s)', async (query) => {
  const { status, body } = await server.get(`/event_series/${await addSeries()}/statistics?${query}`);
  expect(status).toBe(422);
  expect(body.errors[0].path).toMatch(/^(from|to)$/);
});

test('DATA-21: an evening counts in the month of the requested zone, UTC or that of the events', async () => {
  const inNewYork = await createTestServer({ TIME_ZONE: 'America/New_York' }, {}, server);
  const seriesId = await addSeries();
  await addSignUps(seriesId, [Date.parse('2026-02-01T02:00:00Z')]);
  const path = `/event_series/${seriesId}/statistics?from=2026-01-31&to=2026-02-01`;
  const read = async (zone: string) => {
    const { months, days } = (await inNewYork.get(path + zone)).body.data as FormStatistics;
    return { month: months.find(({ signups }) => signups === 1)?.month, days: days.map(({ count }) => count) };
  };
  expect(await read('')).toEqual({ month: '2026-02', days: [0, 1] });
  expect(await read('&zone=UTC')).toEqual(await read(''));
  expect(await read('&zone=America/New_York')).toEqual({ month: '2026-01', days: [1, 0] });
  for (const zone of ['Europe/London', 'Mars/Olympus', "'"]) {
    expect((await inNewYork.get(`${path}&zone=${zone}`)).body.errors).toEqual([
      { path: 'zone', message: 'Please give UTC or America/New_York' },
    ]);
  }
});

test('API-100: exactly five years are allowed', async () => {
  const { status } = await server.get(`/event_series/${await addSeries()}/statistics?from=2020-01-01&to=2025-01-01`);
  expect(status).toBe(200);
});

test('the range to compare with is the same number of days before, or the requested one', async () => {
  const seriesId = await addSeries();
  const days = ['2026-06-30', '2026-07-01', '2026-09-30', '2026-10-01'];
  await addSignUps(
    seriesId,
    days.map((day) => Date.parse(`${day}T12:00:00Z`)),
  );
  await server.db
    .insertInto('view_counts')
    .values(days.map((day, index) => ({ form_id: seriesId, day, views: 10 ** index })))
    .execute();
  const url = `/event_series/${seriesId}/statistics?from=2026-10-01&to=2026-10-02`;
  expect((await server.get(url)).body.data).toMatchObject({ range: { views: 1_000, signups: 1 }, before: { views: 100, signups: 1 } });
  const asked = await server.get(`${url}&before_from=2026-06-30&before_to=2026-07-01`);
  expect(asked.body.data.before).toEqual({ views: 11, signups: 2 });
  const wrong = await server.get(`${url}&before_from=2026-07-02&before_to=2026-07-01`);
  expect(wrong.body.errors).toMatchObject([{ path: 'before_from' }]);
  const half = await server.get(`${url}&before_from=2026-06-30`);
  expect(half.body.errors).toEqual([{ path: 'before_to', message: 'Please enter a date' }]);
});
