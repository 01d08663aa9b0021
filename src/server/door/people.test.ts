import { setImmediate } from 'node:timers/promises';
import { sql } from 'kysely';
import { expect, test, vi } from 'vitest';
import { Batcher } from '#server/db/batcher.ts';
import { rowsRead } from '#server/testing/database.ts';
import { openedDoor } from '#server/testing/door.ts';
import { createTestServer } from '#server/testing/server.ts';
import { ADA } from '#server/testing/writes.ts';
import type { EventPath } from '#server/wire-names.ts';
import { listLinks } from './links.ts';
import { listPeople } from './people.ts';

const server = await createTestServer();
const { db } = server;

const fill = async ({ seriesId, eventId }: EventPath, people: number) =>
  sql`
    with added as (
      insert into submissions (id, form_id, first_name, last_name, email, email_key)
      select gen_random_uuid(), ${seriesId}, 'Ada', 'Last' || n, n || '@example.com', n || '@example.com'
      from generate_series(1, ${people}::integer) as n returning id)
    insert into registrations (event_id, submission_id, submitted_at) select ${eventId}, id, now() from added`.execute(db);

test('SEC-41: all phones that ask for everyone during a read share the next one, on one connection, and get what was true after they asked', async () => {
  const [door, other] = [await openedDoor(server), await openedDoor(server)];
  const first = await door.person({ first_name: 'Ada' });
  // Reads that have the people and wait for the places.
  const waiting = async () =>
    (
      await sql<{ count: number }>`
        select count(*)::integer from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock' and query like 'select "taken"%'`.execute(db)
    ).rows[0]!.count;
  const add = vi.spyOn(Batcher.prototype, 'add');
  const write = vi.spyOn(JSON, 'stringify');
  const asked = () => add.mock.calls.filter(([item]) => Object(item).eventId === door.eventId).length;
  const reads = await db.transaction().execute(async (tx) => {
    await sql`lock table event_places in access exclusive mode`.execute(tx);
    const running = door.people();
    await expect.poll(waiting).toBe(1);
    await tx.updateTable('submissions').set({ first_name: 'Grace' }).where('id', '=', first).execute();
    const others = Array.from({ length: 19 }, async () => door.people());
    await expect.poll(asked).toBe(20);
    expect(await waiting()).toBe(1);
    // That of another event does not wait for them.
    const elsewhere = other.people();
    await expect.poll(waiting).toBe(2);
    return { elsewhere, all: [running, ...others] };
  });
  expect((await reads.elsewhere).people).toEqual([]);
  const read = await Promise.all(reads.all);
  expect(read.map(({ people }) => people[0].first_name)).toEqual(['Ada', ...Array.from({ length: 19 }, () => 'Grace')]);
  // Each read has its own time.
  expect(new Set(read.map(({ time }) => time)).size).toBe(2);
  expect(write.mock.calls.filter(([answer]) => Object(answer).data?.people?.length > 0)).toHaveLength(2);
});

test('SEC-41: other requests run while the codes of thousands of people are made', async () => {
  const { eventId, seriesId } = await openedDoor(server);
  await db.updateTable('forms').set({ check_in_codes: true }).where('id', '=', seriesId).execute();
  await fill({ seriesId, eventId }, 6_000);
  /** The most processor time that was taken without a pause, in milliseconds. */
  const longestTurn = async (): Promise<number> => {
    let [isDone, longest, before] = [false, 0, process.threadCpuUsage()];
    const reading = listPeople(db, { eventId }).finally(() => {
      isDone = true;
    });
    while (!isDone) {
      await setImmediate();
      const { user, system } = process.threadCpuUsage(before);
      longest = Math.max(longest, (user + system) / 1_000);
      before = process.threadCpuUsage();
    }
    expect(await reading).toHaveLength(6_000);
    return longest;
  };
  const turns = [await longestTurn(), await longestTurn(), await longestTurn()];
  expect(Math.min(...turns)).toBeLessThan(40);
});

test('ATD-15: an event with more than 20,000 people has no door', async () => {
  const door = await openedDoor(server);
  await fill(door, 20_001);
  const { status, body } = await door.phone.get('/people');
  expect([status, body.detail]).toEqual([422, 'This event has too many people for one door.']);
});

test('ATD-15, ATD-32: people and links are read with a few rows for each person, even before the tables are first analysed', async () => {
  const { eventId, seriesId, link } = await openedDoor(server);
  await sql`
    with added as (
      insert into submissions (id, form_id, first_name, last_name, email, email_key)
      select gen_random_uuid(), ${seriesId}, 'Ada', 'Last' || n, n || '@example.com', n || '@example.com' from generate_series(1, 2000) as n returning id
    ), here as (
      insert into registrations (event_id, submission_id, submitted_at, attended_at) select ${eventId}, id, now(), now() from added)
    insert into registration_changes (id, form_id, submission_id, event_id, kind, actor, details)
    select gen_random_uuid(), ${seriesId}, id, ${eventId}, kind, 'staff', jsonb_build_object('link', ${link.id}::text)
    from added cross join unnest(array['here', 'not_here']) as kind`.execute(db);
  const links = await rowsRead(db, async (tx) => {
    expect((await listLinks(tx, ADA, { seriesId, eventId }, 'Europe/London')).links).toMatchObject([{ checked_in: 2_000 }]);
  });
  const people = await rowsRead(db, async (tx) => listPeople(tx, { eventId }));
  for (const { scanned, found } of [links, people]) expect(scanned + found).toBeLessThan(40_000);
});
