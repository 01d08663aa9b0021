import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { openDatabase } from '#server/db/connection.ts';
import { findEmbedded } from '#server/db/embedded/embedded.ts';
import { buildSeries } from '#server/testing/form-rows.ts';
import { startReadyProcess, temporaryFolder } from '#server/testing/processes/process.ts';

const environment = (DATA_DIR: string) => ({ PATH: process.env.PATH, DATA_DIR });

function run(script: string, DATA_DIR: string, ...args: string[]) {
  const program = [join(import.meta.dirname, script), ...args];
  const { status, stdout, stderr } = spawnSync(process.execPath, program, { env: environment(DATA_DIR), encoding: 'utf8' });
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
  expect(run('backup.ts', from, file)).toMatchObject({
    status: 0,
    said: expect.stringMatching(/^\d+ rows of \d+ tables are in .*, from the embedded database in /),
  });
  expect(run('restore.ts', from, file, '--overwrite')).toMatchObject({ status: 1, said: expect.stringContaining('is already running on') });
  expect(run('restore.ts', to, file)).toMatchObject({ status: 0, said: expect.stringContaining('were restored from') });
  expect(run('resume.ts', to)).toMatchObject({ status: 0, said: 'Sending now: nothing.\n' });
  expect(run('resume.ts', to)).toMatchObject({ status: 1, said: 'Sending is not paused: there is nothing to resume\n' });
  expect(run('restore.ts', to, file)).toMatchObject({ status: 1, said: expect.stringContaining('--overwrite replaces it') });
  expect(run('restore.ts', to)).toMatchObject({ status: 1, said: expect.stringContaining('Usage: npm run restore') });
}, 180_000);

test('OPS-1, REL-11: a backup that is killed, or exceeds the file size limit, leaves nothing that looks complete', async () => {
  const [from, to] = [temporaryFolder(), temporaryFolder()];
  await startReadyProcess({ DATA_DIR: from });
  const { db, close } = openDatabase({ url: findEmbedded(from)!, pool: 2, log: { warn: () => undefined } });
  // Two megabytes that cannot be compressed.
  const text = sql<string>`(select string_agg(md5(random()::text), '') from generate_series(1, 2000))`;
  for (let count = 0; count < 30; count += 1)
    await sql`update forms set email_template = ${text} where id = ${await buildSeries(db)}`.execute(db);

  const file = join(from, 'rows.backup');
  const limited = ['-c', 'ulimit -f 200; exec "$0" "$@"', process.execPath, join(import.meta.dirname, 'backup.ts'), file];
  const { status, stderr } = spawnSync('bash', limited, { env: environment(from), encoding: 'utf8' });
  expect([status, stderr]).toEqual([1, expect.stringContaining(`No backup was made. ${file} would exceed the limit for files here`)]);
  expect(readdirSync(from).filter((name) => name.startsWith('rows.backup'))).toEqual([]);

  const held = await db.startTransaction().execute();
  await sql`lock table submissions in access exclusive mode`.execute(held);
  const backup = spawn(process.execPath, [join(import.meta.dirname, 'backup.ts'), file], { env: environment(from), stdio: 'ignore' });
  await expect.poll(() => existsSync(`${file}.part`), { timeout: 30_000 }).toBe(true);
  backup.kill('SIGKILL');
  await once(backup, 'exit');
  await held.rollback().execute();
  await close();
  expect(existsSync(file)).toBe(false);
  expect(run('backup.ts', from, file)).toMatchObject({
    status: 1,
    said: expect.stringContaining('.part exists: another backup is running, or one was killed'),
  });
  renameSync(`${file}.part`, file);
  expect(run('restore.ts', to, file)).toMatchObject({
    status: 1,
    said: expect.stringMatching(/rows\.backup is (?:empty|cut off or damaged)/),
  });
  expect(existsSync(to)).toBe(false);
}, 180_000);
