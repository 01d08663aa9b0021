import { once } from 'node:events';
import fs from 'node:fs';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import zlib from 'node:zlib';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { newId } from '#server/db/new-id.ts';
import { backupFiles, everything, newDatabase, PLAIN, restore } from '#server/testing/backups.ts';
import { openTestDatabase, type TestDatabase } from '#server/testing/database.ts';
import { buildSeries } from '#server/testing/form-rows.ts';
import { until } from '#server/testing/worker.ts';
import { checkBackup } from './restore-backup.ts';
import { takeBackup } from './take-backup.ts';

const database = await openTestDatabase();
const { folder, newFile, backUp } = backupFiles(database);

/** A file with this content; `restore` of it into a database with data must fail and leave that unchanged. */
async function expectRefused(target: TestDatabase, content: Buffer | string, message: RegExp) {
  const file = newFile();
  fs.writeFileSync(file, content);
  const before = await everything(target);
  await expect(restore(target, file, { ...PLAIN, overwrite: true })).rejects.toThrow(message);
  expect(await everything(target)).toEqual(before);
}

const CUT = /is cut off or damaged: it is not a complete Turnout backup\. Nothing was changed$/;
const FOREIGN = /is not a Turnout backup\. Nothing was changed$/;

test('OPS-2, REL-11: a cut or damaged file is refused in one line and changes nothing', async () => {
  await buildSeries(database.db);
  const packed = fs.readFileSync(await backUp());
  const whole = zlib.gunzipSync(packed);
  const target = await newDatabase();
  await buildSeries(target.db, { title: 'Not to be lost' });
  for (const part of [0.2, 0.5, 0.9]) await expectRefused(target, zlib.gzipSync(whole.subarray(0, whole.length * part)), CUT);
  for (const length of [400, packed.length - 1, packed.length - 9]) await expectRefused(target, packed.subarray(0, length), CUT);
  const flipped = Buffer.from(packed);
  flipped.writeUInt8(flipped.readUInt8(flipped.length - 20) ^ 1, flipped.length - 20);
  await expectRefused(target, flipped, CUT);
  await expectRefused(target, zlib.gzipSync(Buffer.concat([whole, Buffer.from('more\n')])), CUT);
});

test.each([
  ['of another program', 'no backup', FOREIGN],
  ['of JSON of another program', zlib.gzipSync('{"a":1}\n'), FOREIGN],
  ['that is empty', '', /is empty/],
  ['encrypted by age', 'age-encryption.org/v1\n-> X25519', /it is encrypted: decrypt it first\. Nothing was changed$/],
  ['encrypted by gpg', Buffer.from([0x85, 0x02, 0x0c, 0x03]), /it is encrypted/],
  ['encrypted by openssl', 'Salted__12345678', /it is encrypted/],
  ['of pg_dump', 'PGDMP\u0001', /it was made by pg_dump/],
  ['that was unpacked', '{"turnoutBackup":1}', /it has been decompressed: compress it again, with gzip/],
  ['packed otherwise', 'PK\u0003\u0004', /compressed with a program other than gzip/],
  ['of another format', zlib.gzipSync('{"turnoutBackup":2,"takenAt":"later"}\n'), /was made by another version of Turnout/],
])('REL-11: a file %s is refused in one line and changes nothing', async (_, content, message) => {
  await buildSeries(database.db, { title: 'Not to be lost' });
  const target = await newDatabase();
  await buildSeries(target.db);
  await expectRefused(target, content, message);
});

test('REL-11: a file that cannot be read is refused with the reason', async () => {
  const target = await newDatabase();
  await expect(restore(target, path.join(folder, 'none'))).rejects.toThrow(/none does not exist$/);
  await expect(restore(target, folder)).rejects.toThrow(/is a folder$/);
});

test('REL-11: a backup that is stopped, or for which there is no folder, leaves nothing', async () => {
  await buildSeries(database.db);
  const ending = new AbortController();
  const file = newFile();
  const held = await database.pool.connect();
  await held.query('begin; lock table submissions in access exclusive mode');
  const backup = takeBackup({ ...database, close: database.destroy }, file, ending.signal);
  await until('the draft to be there', () => fs.existsSync(`${file}.part`));
  await expect(backUp(file)).rejects.toThrow(/\.part exists: another backup is running, or one was killed/);
  ending.abort(new Error('Stopped'));
  await expect(backup).rejects.toThrow('No backup was made: it was stopped');
  await held.query('rollback');
  held.release();
  expect(fs.readdirSync(folder).filter((name) => name.startsWith(path.basename(file)))).toEqual([]);
  await expect(backUp(path.join(folder, 'none', 'x'))).rejects.toThrow(/No backup was made\. There is no folder/);
});

test('a backup to a link whose file is not there, as on a disk that is not mounted, says so', async () => {
  const file = newFile();
  fs.symlinkSync(`${file}.elsewhere`, file);
  await expect(backUp(file)).rejects.toThrow(/is a link to a file that is not there$/);
  expect(fs.existsSync(`${file}.part`)).toBe(false);
});

test('SEC-31: a line far longer than any row is refused within 5 seconds and 200 MB; the longest row that staff can make is restored', async () => {
  const file = newFile();
  const packed = zlib.createGzip({ level: 1 });
  const written = pipeline(packed, fs.createWriteStream(file));
  packed.write(`${JSON.stringify({ turnoutBackup: 1, takenAt: new Date().toISOString(), migrations: ['x'] })}\n`);
  for (let megabytes = 0; megabytes < 300; megabytes += 1) if (!packed.write(Buffer.alloc(1_048_576, 'x'))) await once(packed, 'drain');
  packed.end();
  await written;
  const [startedAt, before] = [performance.now(), process.memoryUsage().rss];
  let most = 0;
  const watching = setInterval(() => (most = Math.max(most, process.memoryUsage().rss)), 10);
  await expect(checkBackup(file)).rejects.toThrow(CUT);
  clearInterval(watching);
  expect(performance.now() - startedAt).toBeLessThan(5_000);
  expect(most - before).toBeLessThan(200 * 1_048_576);

  // One edit may send 2 MB, and its history has the previous and the new values.
  const seriesId = await buildSeries(database.db);
  const details = JSON.stringify({ before: 'ü'.repeat(1_000_000), now: '\\\n'.repeat(500_000) });
  await sql`insert into registration_changes (id, form_id, kind, actor, details) values (${newId()}, ${seriesId}, 'announced', 'staff', ${details})`.execute(
    database.db,
  );
  const target = await newDatabase();
  await restore(target, await backUp(), { ...PLAIN, resumeSteps: true });
  expect(await everything(target)).toEqual(await everything(database));
});
