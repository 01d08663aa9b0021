import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { filterCountsSchema } from '#contract/attendees/submission.ts';
import { createTestServer } from '#server/testing/server.ts';
import { addAttendee, addEvent, addForm, addSeries, signUpOnForm } from '#server/testing/staff-calls.ts';

const server = await createTestServer();

const ADDRESSES = ['ada@example.com', 'ADA@example.com', 'ada@example.com', 'bea@example.com', 'cy@example.com'];

const person = (index: number) => ({
  first_name: `Name ${index}`,
  email: ADDRESSES[index],
  accepts_marketing: index < 2,
  organisation: index % 2 === 0 ? 'Even Ltd' : 'Odd Ltd',
});

/** One attendee came yesterday, one has a failed step, and one a step that waits for its next attempt. */
async function spoil(ids: readonly string[]): Promise<void> {
  await sql`update submissions set submitted_at = '2026-01-01T12:00:00Z' where id = ${ids[0]}`.execute(server.db);
  await sql`update registrations set submitted_at = '2026-01-01T12:00:00Z' where submission_id = ${ids[0]}`.execute(server.db);
  await sql`
    insert into submission_steps (submission_id, step, state, attempts)
    values (${ids[1]}, 'slack', 'failed', 3), (${ids[1]}, 'crm', 'failed', 3), (${ids[2]}, 'email', 'waiting', 1), (${ids[3]}, 'email', 'succeeded', 1)`.execute(
    server.db,
  );
}

async function newEvent(): Promise<{ counts: string; page: string }> {
  const series = await addSeries(server);
  const event = await addEvent(server, series.id);
  const ids: string[] = [];
  for (const index of ADDRESSES.keys()) ids.push((await addAttendee(server, series.id, event.id, person(index))).id);
  await spoil(ids);
  // The same address in another event of the series is not a duplicate in this one.
  const other = await addEvent(server, series.id);
  await addAttendee(server, series.id, other.id, person(4));
  const url = `/event_series/${series.id}/event/${event.id}`;
  return { counts: `${url}/counts`, page: `${url}?limit=50` };
}

async function newForm(): Promise<{ counts: string; page: string }> {
  const form = await addForm(server);
  const ids: string[] = [];
  for (const index of ADDRESSES.keys()) ids.push(await signUpOnForm(server, form.id, person(index)));
  await spoil(ids);
  const url = `/form/${form.id}/submissions`;
  return { counts: `${url}/counts`, page: `${url}/page?limit=50` };
}

const lists = [
  ['an event', newEvent],
  ['a form', newForm],
] as const;

test.each(lists)('the filters of %s have the counts of their rows', async (_, make) => {
  const { counts } = await make();
  const { body } = await server.get(counts);
  expect(body.data).toEqual({ all: 5, today: 4, duplicates: 3, failed: 2, marketing: 2, no_marketing: 3 });
});

test.each(lists)('each count of %s is the number of rows with that filter, also in a search', async (_, make) => {
  const { counts, page } = await make();
  for (const query of ['', 'search=even', 'search=%25', 'today_from=2026-01-01T00:00:00Z', 'today_from=2025-01-01T00:00:00Z&search=odd']) {
    const { body } = await server.get(`${counts}?${query}`);
    for (const [filter, count] of Object.entries(filterCountsSchema.parse(body.data))) {
      const narrowed = await server.get(`${page}&${query}${filter === 'all' ? '' : `&filter=${filter}`}`);
      expect([filter, narrowed.body.data.matches_count]).toEqual([filter, count]);
    }
  }
});

test('an empty list counts nothing, and a bad query is 422', async () => {
  const form = await addForm(server);
  const url = `/form/${form.id}/submissions/counts`;
  expect((await server.get(url)).body.data).toEqual({ all: 0, today: 0, duplicates: 0, failed: 0, marketing: 0, no_marketing: 0 });
  expect((await server.get(`${url}?today_from=yesterday`)).body.errors).toMatchObject([{ path: 'today_from' }]);
  expect((await server.get(`${url}?search=%00`)).status).toBe(422);
});
