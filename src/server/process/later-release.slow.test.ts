import { expect, test } from 'vitest';
import { databaseOfTest } from '#server/testing/database.ts';
import { buildEvent, buildSeries, newSignUp } from '#server/testing/form-rows.ts';
import { startReadyProcess, temporaryFolder } from '#server/testing/processes/process.ts';

test('DEP-5: a server that is started on the database of a later release says so, and serves', async () => {
  const { url, db, pool } = await databaseOfTest();
  await pool.query("insert into kysely_migration (name, timestamp) values ('9999_of_a_later_release', now()::text)");
  await pool.query('alter table submissions add column of_a_later_release text');
  const seriesId = await buildSeries(db);
  const eventId = await buildEvent(db, seriesId);

  const server = await startReadyProcess({ DATABASE_URL: url, DATA_DIR: temporaryFolder() });
  expect(server.output()).toContain('The database belongs to a later release');
  expect(server.output()).toContain('9999_of_a_later_release');
  const response = await fetch(`${server.url}/api/event_series/${seriesId}/submit`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(newSignUp({ events: [eventId] })),
  });
  expect(response.status).toBe(200);
});
