import { sql } from 'kysely';
import { expect, test } from 'vitest';
import type { ExportQuery } from '#contract/attendees/submission.ts';
import { createTestServer } from '#server/testing/server.ts';
import { addEvent, addSeries } from '#server/testing/staff-calls.ts';
import { readAllAttendees } from './export.ts';

const server = await createTestServer();

/** Attendees A to G, of whom G was first; C, D and E share an address. */
async function sevenAttendees() {
  const series = await addSeries(server);
  const event = await addEvent(server, series.id);
  await sql`
    insert into submissions (id, form_id, first_name, last_name, email, email_key, submitted_at)
    select gen_random_uuid(), ${series.id}, chr(64 + number), '', address, address, now() - make_interval(secs => number)
    from generate_series(1, 7) as number,
      lateral (select case when number between 3 and 5 then 'twin' else chr(97 + number) end || '@example.com') as drawn (address)`.execute(
    server.db,
  );
  await sql`
    insert into registrations (event_id, submission_id, submitted_at)
    select ${event.id}, id, submitted_at from submissions where form_id = ${series.id}`.execute(server.db);
  return { series, scope: { kind: 'series', id: series.id, eventId: event.id } as const };
}

/** The first names in batches of two; `meanwhile` runs after the first batch. */
async function batchesOf(query: ExportQuery, meanwhile = async (_seriesId: string): Promise<unknown> => undefined): Promise<string[]> {
  const { series, scope } = await sevenAttendees();
  const found: string[] = [];
  for await (const rows of readAllAttendees({ db: server.db, scope, query, batchSize: 2 })) {
    if (found.length === 0) await meanwhile(series.id);
    found.push(rows.map((row) => row.first_name).join(''));
  }
  return found;
}

test.each([
  ['newest first', {}, ['AB', 'CD', 'EF', 'G']],
  ['oldest first', { sort: 'submitted_at', direction: 'asc' }, ['GF', 'ED', 'CB', 'A']],
  ['by name, downwards', { sort: 'name', direction: 'desc' }, ['GF', 'ED', 'CB', 'A']],
  ['by sign-ups', { sort: 'signups_count', direction: 'desc' }, ['CD', 'EA', 'BF', 'G']],
  ['repeats', { filter: 'duplicates' }, ['CD', 'E']],
  ['those of a search by address', { sort: 'email', search: 'twin' }, ['CD', 'E']],
  ['nobody', { sort: 'name', search: 'nobody' }, ['']],
] as const)('EXP-7: a list is read in batches, %s', async (_, query, batches) => {
  expect(await batchesOf(query)).toEqual(batches);
});

test('a sorted list is sorted once: people renamed in the meantime are in it once, at the old place, and deleted ones are not', async () => {
  const rename = async (seriesId: string) =>
    sql`update submissions set first_name = case first_name when 'A' then 'Zoë' when 'G' then '0' else first_name end where form_id = ${seriesId}`
      .execute(server.db)
      .then(() => sql`delete from submissions where form_id = ${seriesId} and first_name = 'E'`.execute(server.db));
  const found = await batchesOf({ sort: 'name' }, rename);
  expect(found).toEqual(['AB', 'CD', 'F', '0']);
});
