import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { sql } from 'kysely';
import { afterAll, expect, test } from 'vitest';
import { newSignUp } from '#server/testing/form-rows.ts';
import { createTestServer, type TestServer } from '#server/testing/server.ts';
import { addEvent, addSeries, signUp } from '#server/testing/staff-calls.ts';
import { until } from '#server/testing/worker.ts';
import { openDatabase } from '../connection.ts';
import { migrate } from './migrate.ts';

const server = await createTestServer();
const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'turnout-migrations-'));
afterAll(() => fs.rmSync(folder, { recursive: true, force: true }));

/** The migrations of this release and one of the next. */
function nextRelease(file: string, text: string): void {
  fs.cpSync(fileURLToPath(new URL('../../../../migrations/', import.meta.url)), folder, { recursive: true });
  fs.writeFileSync(path.join(folder, file), text);
}

/** Migrates while a transaction reads `submissions`, as a dump does, until the migration has failed to get its locks this many times. */
async function migrateBesideAReader({ db, databaseUrl }: TestServer, waits: number, work: () => Promise<void>): Promise<void> {
  const other = openDatabase({ url: databaseUrl, pool: 1, log: { warn: () => undefined }, statementTimeoutMs: 0 });
  let waited = 0;
  let migrated: Promise<string[]> | undefined;
  try {
    await db.transaction().execute(async (reader) => {
      await sql`select from submissions limit 1`.execute(reader);
      const onWait = () => {
        waited += 1;
      };
      migrated = migrate(other.db, { folder, onWait });
      while (waited < waits) await work();
    });
    expect(await migrated).toEqual(['9998_of_the_next_release']);
  } finally {
    await other.close();
  }
}

test(
  'REL-10: while a migration waits for its lock and afterwards, servers of the previous release accept sign-ups',
  {
    timeout: 60_000,
  },
  async () => {
    nextRelease('9998_of_the_next_release.sql', 'alter table submissions add column note text;');
    const { id } = await addSeries(server);
    const { id: event } = await addEvent(server, id);
    const times: number[] = [];
    await migrateBesideAReader(server, 3, async () => {
      const startedAt = performance.now();
      await signUp(server, id, [event]);
      times.push(performance.now() - startedAt);
    });
    expect(times.length).toBeGreaterThan(20);
    expect(Math.max(...times)).toBeLessThan(4_000);
    const { status } = await server.post(`/event_series/${id}/submit`, newSignUp({ events: [event] }), { as: 'visitor' });
    expect(status).toBe(200);
  },
);

test('an index is built concurrently, even if several processes start together', { timeout: 60_000 }, async () => {
  nextRelease(
    '9999_index_notes.concurrent.sql',
    'drop index concurrently if exists by_note;\ncreate index concurrently by_note on submissions (message);\n',
  );
  const others = [1, 2, 3].map(() => openDatabase({ url: server.databaseUrl, pool: 1, log: { warn: () => undefined } }));
  const applied = await Promise.all(others.map(({ db }) => migrate(db, { folder })));
  await Promise.all(others.map((other) => other.close()));
  expect(applied.flat()).toEqual(['9999_index_notes']);
  const { rows } = await sql`select from pg_index where indexrelid = 'by_note'::regclass and indisvalid`.execute(server.db);
  expect(rows).toHaveLength(1);
  await until('nobody to hold the lock of migrations', async () => {
    const locks =
      await sql`select from pg_locks where locktype = 'advisory' and database = (select oid from pg_database where datname = current_database())`.execute(
        server.db,
      );
    return locks.rows.length === 0;
  });
});
