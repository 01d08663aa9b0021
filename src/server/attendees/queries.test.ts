import { sql } from 'kysely';
import { expect, test } from 'vitest';
import type { Db } from '#server/db/connection.ts';
import { rowsRead } from '#server/testing/database.ts';
import { createTestServer } from '#server/testing/server.ts';
import { addEvent, addSeries } from '#server/testing/staff-calls.ts';
import { selectAttendeeRows } from './queries.ts';

const server = await createTestServer();

/** An event of 4,000 attendees, and another of 8,000; some addresses occur twice. */
async function fillEvents(): Promise<{ seriesId: string; eventId: string }> {
  const series = await addSeries(server);
  const event = await addEvent(server, series.id);
  const other = await addEvent(server, series.id);
  await sql`
    insert into submissions (id, form_id, first_name, last_name, email, email_key, submitted_at)
    select gen_random_uuid(), ${series.id}, 'Ada', 'No ' || n, email, email, now() - n * interval '1 minute'
    from (select n, 'a' || n % 11500 || '@example.com' as email from generate_series(1, 12000) as n) as people`.execute(server.db);
  await sql`
    insert into registrations (event_id, submission_id, submitted_at)
    select case when row_number() over (order by id) <= 4000 then ${event.id}::uuid else ${other.id}::uuid end, id, submitted_at
    from submissions`.execute(server.db);
  await sql`analyze`.execute(server.db);
  return { seriesId: series.id, eventId: event.id };
}

test('ATT-6: the first page of 50 among 4,000 reads only what it shows', { timeout: 30_000 }, async () => {
  const path = await fillEvents();
  const query = (db: Db) => selectAttendeeRows(db, { kind: 'series', id: path.seriesId, eventId: path.eventId }, { limit: 50 });
  const { scanned, found } = await rowsRead(server.db, async (tx) => query(tx).execute());
  expect(scanned).toBe(0);
  expect(found).toBeLessThan(50 * 20);
});
