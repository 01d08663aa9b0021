import { expect, onTestFinished, test } from 'vitest';
import { openDatabase } from '#server/db/connection.ts';
import { startEmbedded } from '#server/db/embedded/embedded.ts';
import { migrate } from '#server/db/migrations/migrate.ts';
import { buildEvent, buildSeries, newSignUp } from '#server/testing/form-rows.ts';
import { startReadyProcess, temporaryFolder } from '#server/testing/processes/process.ts';

const quiet = { warn: () => undefined };

test('DEP-5: a server that is started on the database of a later release says so, and serves', async () => {
  const embedded = await startEmbedded({ dataDir: temporaryFolder(), durable: false, log: quiet });
  onTestFinished(embedded.stop);
  const { db, pool, close } = openDatabase({ url: embedded.url, pool: 1, log: quiet });
  onTestFinished(close);
  await migrate(db);
  await pool.query("insert into kysely_migration (name, timestamp) values ('9999_of_a_later_release', now()::text)");
  await pool.query('alter table submissions add column of_a_later_release text');
  const seriesId = await buildSeries(db);
  const eventId = await buildEvent(db, seriesId);

  const server = await startReadyProcess({ DATABASE_URL: embedded.url, DATA_DIR: temporaryFolder() });
  expect(server.output()).toContain('The database belongs to a later release');
  expect(server.output()).toContain('9999_of_a_later_release');
  const response = await fetch(`${server.url}/api/event_series/${seriesId}/submit`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(newSignUp({ events: [eventId] })),
  });
  expect(response.status).toBe(200);
});
