import { beforeEach, expect, test } from 'vitest';
import type { Overview } from '#contract/overview.ts';
import { buildEvent, buildSeries } from '#server/testing/form-rows.ts';
import { createTestServer } from '#server/testing/server.ts';
import { addAttendee, addEvent, addForm, addSeries, signUp, signUpOnForm } from '#server/testing/staff-calls.ts';

const server = await createTestServer();
const HOUR_MS = 3_600_000;

beforeEach(async () => {
  for (const table of ['forms', 'registrations', 'submissions'] as const) {
    await server.db.deleteFrom(table).execute();
  }
});

async function read(query = ''): Promise<Overview> {
  const answer = await server.get(`/overview${query}`);
  expect(answer.status).toBe(200);
  return answer.body.data;
}

const inHours = (hours: number): Date => new Date(Date.now() + hours * HOUR_MS);

test('EXTRA-12: today counts each sign-up once, by series and form, most first', async () => {
  const series = await addSeries(server, 'Leadership');
  const one = await addEvent(server, series.id);
  const other = await addEvent(server, series.id);
  const quiet = await addSeries(server, 'Quiet');
  await addEvent(server, quiet.id);
  const form = await addForm(server, 'Brochure');
  await signUp(server, series.id, [one.id, other.id]);
  await addAttendee(server, series.id, one.id, { first_name: 'Bea' });
  const early = await addAttendee(server, series.id, one.id, { first_name: 'Cy' });
  await server.db
    .updateTable('submissions')
    .set({ submitted_at: inHours(-30) })
    .where('id', '=', early.id)
    .execute();
  await signUpOnForm(server, form.id);
  expect((await read()).today).toEqual([
    { kind: 'series', id: series.id, title: 'Leadership', signups: 2 },
    { kind: 'form', id: form.id, title: 'Brochure', signups: 1 },
  ]);
  const from = encodeURIComponent(inHours(-31).toISOString());
  expect((await read(`?today_from=${from}`)).today[0]).toMatchObject({ signups: 3 });
  await server.post(`/event_series/${series.id}/delete`);
  expect((await read()).today).toEqual([{ kind: 'form', id: form.id, title: 'Brochure', signups: 1 }]);
});

test('EXTRA-12, USE-20: the next three events of all series except archived ones, soonest first, with their registrations', async () => {
  const one = await buildSeries(server.db, { title: 'One' });
  const other = await buildSeries(server.db, { title: 'Other' });
  const second = await buildEvent(server.db, one, { title: 'Second', starts_at: inHours(48) });
  await buildEvent(server.db, one, { title: 'Fourth', starts_at: inHours(96) });
  await buildEvent(server.db, one, { title: 'Third', starts_at: inHours(72) });
  await buildEvent(server.db, other, { title: 'First', starts_at: inHours(1) });
  await buildEvent(server.db, other, { title: 'Hidden', starts_at: inHours(2), is_on_form: false });
  await buildEvent(server.db, other, { title: 'Past', starts_at: inHours(-1) });
  await buildEvent(server.db, other, { title: 'Undated', starts_at: null });
  const archived = await buildSeries(server.db, { title: 'Archived', is_archived: true });
  await buildEvent(server.db, archived, { title: 'USE-20', starts_at: inHours(3) });
  await signUp(server, one, [second]);
  const { next_events: events } = await read();
  expect(events.map((event) => [event.event_title, event.series_title, event.signups_count])).toEqual([
    ['First', 'Other', 0],
    ['Second', 'One', 1],
    ['Third', 'One', 0],
  ]);
});

test('a start of the day that is not a time is refused at its parameter', async () => {
  const answer = await server.get('/overview?today_from=yesterday');
  expect(answer.status).toBe(422);
  expect(answer.body.errors).toMatchObject([{ path: 'today_from' }]);
});
