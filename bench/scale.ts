import { openDatabase } from '#server/db/connection.ts';
import { migrate } from '#server/db/migrations/migrate.ts';
import { timed } from './csv.ts';
import { compareBackup } from './scale/backup.ts';
import { sizeOfMillion } from './scale/disk.ts';
import { fillScale } from './scale/fill-scale.ts';
import { readScale } from './scale/scale-reads.ts';
import { compareSignUps, type Filled } from './scale/scale-sign-ups.ts';
import { compareServers } from './scale/two-servers.ts';
import type { Finding } from './support/figures.ts';
import { temporaryData, withDatabase } from './support/processes.ts';
import { useLog } from './support/used-log.ts';

const MS_PER_SECOND = 1_000;
const MILLION = 1_000_000;
const SERIES = 50;

const PARTS = new Set((process.env.SCALE_PARTS ?? 'sign-ups servers reads disk backup').split(' '));

/** Of one database: its sign-ups, its series, and what its rate of sign-ups must be of that of the smallest. */
const SIZES: Readonly<Record<string, readonly [signUps: number, series: number, atLeast: number]>> = {
  '1,000': [1_000, SERIES, 1],
  '1,000,000': [MILLION, SERIES, 0.95],
  ...(process.env.SCALE_MILLIONS === undefined
    ? {}
    : { [`${process.env.SCALE_MILLIONS},000,000`]: [Number(process.env.SCALE_MILLIONS) * MILLION, SERIES, 0.9] }),
  'one series of 1,000,000': [MILLION, 1, 0.95],
};

/** Creates a migrated database beside this one; gives its address. */
async function createSibling(url: string, name: string): Promise<string> {
  const { pool, close } = openDatabase({ url, pool: 1, log: { warn: () => undefined } });
  await pool.query(`create database ${name}`);
  await close();
  const sibling = new URL(url);
  sibling.pathname = `/${name}`;
  const created = openDatabase({ url: sibling.href, pool: 2, log: { warn: () => undefined }, statementTimeoutMs: 0 });
  await migrate(created.db);
  await created.close();
  return sibling.href;
}

/**
 * Measures how the product grows, with 1,000 and 1,000,000 sign-ups of fifty series and with 1,000,000 of one series, each in a
 * database of its own on one PostgreSQL. SCALE_MILLIONS=10 adds a database of 10,000,000; SCALE_PARTS chooses among its parts.
 */
export async function benchScale(): Promise<Finding[]> {
  const { dataDir, remove } = temporaryData();
  try {
    return await withDatabase(async (url) => {
      const filled = new Map<string, Filled>();
      const findings: Finding[] = [];
      const isRead = ['reads', 'disk', 'backup'].some((part) => PARTS.has(part));
      const isWanted = (name: string) => PARTS.has('sign-ups') || (isRead && name.startsWith('one series'));
      for (const [number, [name, [signUps, series, atLeast]]] of Object.entries(SIZES).entries()) {
        if (!isWanted(name)) continue;
        const own = await createSibling(url, `scale_${number}`);
        const time = await timed(async () => filled.set(name, { ...(await fillScale(own, signUps, series)), url: own, atLeast }));
        if (signUps >= MILLION) findings.push({ what: `filling in ${name}`, figure: time / MS_PER_SECOND, unit: 's' });
      }
      const large = filled.get('one series of 1,000,000') ?? { url, seriesId: '', eventIds: [] };
      if (PARTS.has('disk')) findings.push(...(await sizeOfMillion(large.url)));
      if (PARTS.has('reads')) findings.push(...(await readScale(large.url, large)));
      if (PARTS.has('backup')) {
        const empty = [await createSibling(url, 'restored'), await createSibling(url, 'copied')] as const;
        findings.push(...(await compareBackup({ full: large.url, empty, folder: dataDir })));
      }
      if (PARTS.has('sign-ups')) {
        await useLog(url);
        findings.push(...(await compareSignUps(filled)));
      }
      if (PARTS.has('servers')) findings.push(...(await compareServers(await createSibling(url, 'servers'))));
      return findings;
    });
  } finally {
    remove();
  }
}
