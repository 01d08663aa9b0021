import { afterAll, beforeAll, beforeEach } from 'vitest';
import { openDatabase } from '#server/db/connection.ts';
import { startEmbedded } from '#server/db/embedded/embedded.ts';
import { migrate } from '#server/db/migrations/migrate.ts';
import { newId } from '#server/db/new-id.ts';
import { temporaryFolderOfFile } from '../folders.ts';
import { buildEvent, buildSeries } from '../form-rows.ts';
import { ASKS_FOR_ALL, buildSignUp, startWorld, stepsOf } from '../worker.ts';
import { startWorkerProcess } from './worker-process.ts';

/** Worker processes that may be killed, stopped and started again, on a database of this file, with services that record what they receive. */
export async function startWorkerTests() {
  const world = await startWorld();
  const folder = temporaryFolderOfFile();
  const embedded = await startEmbedded({ dataDir: folder, durable: false, log: { warn: () => undefined } });
  const database = openDatabase({ url: embedded.url, pool: 4, log: { warn: () => undefined } });
  const { db } = database;
  beforeAll(async () => void (await migrate(db)));
  beforeEach(async () => {
    for (const table of ['forms', 'announcements', 'mailings', 'mailing_people'] as const) await db.deleteFrom(table).execute();
    await db.deleteFrom('submissions').execute(); // The rows of a deleted series would otherwise be left to the workers.
  });
  afterAll(async () => {
    await database.close();
    await embedded.stop();
  });
  return {
    world,
    db,
    databaseUrl: embedded.url,
    start: (settings: Record<string, string> = {}) =>
      startWorkerProcess(embedded.url, { ...world.settings, DATA_DIR: folder, ...settings }),
    succeeded: async () => (await stepsOf(db)).filter(({ state }) => state === 'succeeded').length,
    signUps: async (count: number): Promise<string[]> => {
      const seriesId = await buildSeries(db, ASKS_FOR_ALL);
      const events = [await buildEvent(db, seriesId)];
      const ids: string[] = [];
      for (let number = 0; number < count; number += 1)
        ids.push(await buildSignUp(db, { form_id: seriesId }, { events, email: `ada.${newId()}@example.com` }));
      return ids;
    },
  };
}
