import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openDatabase } from '#server/db/connection.ts';
import { findEmbedded } from '#server/db/embedded/embedded.ts';
import { buildSeries } from '#server/testing/form-rows.ts';
import { startReadyProcess, temporaryFolder } from '#server/testing/processes/process.ts';

function run(script: string, DATA_DIR: string, ...args: string[]) {
  const env = { PATH: process.env.PATH, DATA_DIR };
  const { status, stdout, stderr } = spawnSync(process.execPath, [join(import.meta.dirname, script), ...args], { env, encoding: 'utf8' });
  return { status, said: stdout + stderr };
}

test('REL-11: a running embedded database is backed up, and restored on a machine without one', async () => {
  const [from, to] = [temporaryFolder(), temporaryFolder()];
  const file = join(from, 'rows.backup');
  await startReadyProcess({ DATA_DIR: from });
  const { db, close } = openDatabase({ url: findEmbedded(from)!, pool: 1, log: { warn: () => undefined } });
  await buildSeries(db);
  await close();

  expect(run('backup.ts', to, file).said).toContain('There is no database in');
  expect(existsSync(to)).toBe(false);
  expect(run('backup.ts', from, file)).toMatchObject({ status: 0, said: expect.stringMatching(/^\d+ rows of \d+ tables are in /) });
  expect(run('restore.ts', from, file, '--overwrite')).toMatchObject({ status: 1, said: expect.stringContaining('already runs on') });
  expect(run('restore.ts', to, file)).toMatchObject({ status: 0, said: expect.stringContaining('were restored from') });
  expect(run('restore.ts', to, file)).toMatchObject({ status: 1, said: expect.stringContaining('--overwrite replaces it') });
  expect(run('restore.ts', to)).toMatchObject({ status: 1, said: expect.stringContaining('Usage: npm run restore') });
}, 180_000);
