import { migrate } from '#server/db/migrations/migrate.ts';
import { timed } from './csv.ts';
import { compareBackup } from './scale/backup.ts';
import { sizeOfMillion } from './scale/disk.ts';
import { beginExports, readLists } from './scale/list-reads.ts';
import { readScale } from './scale/scale-reads.ts';
import { compareSignUps, type Filled } from './scale/scale-sign-ups.ts';
import { compareServers } from './scale/two-servers.ts';
import type { Finding } from './support/figures.ts';
import { onDatabase } from './support/open-quietly.ts';
import { temporaryData, withDatabase } from './support/processes.ts';
import { useLog } from './support/used-log.ts';
import { fill } from './support/volume.ts';

const MS_PER_SECOND = 1_000;
const MILLION = 1_000_000;
const SERIES = 50;

const PARTS = new Set((process.env.SCALE_PARTS ?? 'sign-ups servers reads disk backup').split(' '));

const ONE_SERIES = 'one series of 1,000,000';
const MORE_MILLIONS = process.env.SCALE_MILLIONS;

interface Size {
  readonly name: string;
  readonly signUps: number;
  readonly series: number;
  /** The minimum ratio of its sign-up rate to that of the smallest. */
  readonly atLeast: number;
  /** The parts that use it. */
  readonly parts: readonly string[];
}

const SIZES: readonly Size[] = [
  { name: '1,000', signUps: 1_000, series: SERIES, atLeast: 1, parts: ['sign-ups'] },
  { name: '100,000', signUps: 100_000, series: SERIES, atLeast: 0.95, parts: ['sign-ups'] },
  { name: '1,000,000', signUps: MILLION, series: SERIES, atLeast: 0.95, parts: ['sign-ups'] },
  ...(MORE_MILLIONS === undefined
    ? []
    : [
        {
          name: `${MORE_MILLIONS},000,000`,
          signUps: Number(MORE_MILLIONS) * MILLION,
          series: SERIES,
          atLeast: 0.9,
          parts: ['sign-ups', 'disk'],
        },
      ]),
  { name: ONE_SERIES, signUps: MILLION, series: 1, atLeast: 0.95, parts: ['sign-ups', 'reads', 'disk', 'backup'] },
];

const runOnce = async (url: string, statement: string): Promise<unknown> => onDatabase(url, async ({ pool }) => pool.query(statement));

function siblingOf(url: string, name: string): string {
  const sibling = new URL(url);
  sibling.pathname = `/${name}`;
  return sibling.href;
}

/** Creates a migrated database next to this one, and gives its address. */
async function createSibling(url: string, name: string): Promise<string> {
  await runOnce(url, `create database ${name}`);
  const sibling = siblingOf(url, name);
  await onDatabase(sibling, async ({ db }) => migrate(db), 2);
  return sibling;
}

/** Reads the database of one series, and a copy of it for reads that need changes. */
async function readLarge(url: string, large: Filled): Promise<Finding[]> {
  const findings = [...(await readScale(large.url, large)), ...(await beginExports(large.url, large))];
  await runOnce(url, `create database lists template ${new URL(large.url).pathname.slice(1)} strategy file_copy`);
  findings.push(...(await readLists(siblingOf(url, 'lists'), large)));
  await runOnce(url, 'drop database lists');
  return findings;
}

/** Before the other parts, since PostgreSQL vacuums what they write while the next ones run; its own database is dropped for the same reason. */
async function compareServersFirst(url: string): Promise<Finding[]> {
  await useLog(url);
  const findings = await compareServers(await createSibling(url, 'servers'));
  await runOnce(url, 'drop database servers');
  return findings;
}

/** Fills a database for each requested size, and reports how long that took and how much disk it takes. */
async function fillSizes(url: string, findings: Finding[]): Promise<Map<string, Filled>> {
  const filled = new Map<string, Filled>();
  for (const [number, { name, signUps, series, atLeast, parts }] of SIZES.entries()) {
    if (!parts.some((part) => PARTS.has(part))) continue;
    const own = await createSibling(url, `scale_${number}`);
    const time = await timed(async () => {
      const [first] = await fill(own, { signUps, series, steps: ['slack', 'email'] });
      filled.set(name, { ...first, url: own, atLeast });
    });
    if (signUps >= MILLION) findings.push({ what: `filling in ${name}`, figure: time / MS_PER_SECOND, unit: 's' });
    if (parts.includes('disk') && PARTS.has('disk')) findings.push(...(await sizeOfMillion(own)));
  }
  return filled;
}

/**
 * Measures how the product scales: with 1,000, 100,000 and 1,000,000 sign-ups for fifty series and with 1,000,000 for one series, each in its own database on
 * one PostgreSQL server. SCALE_MILLIONS=10 adds a database of 10,000,000; SCALE_PARTS selects the parts to run.
 */
export async function benchScale(): Promise<Finding[]> {
  const { dataDir, remove } = temporaryData();
  try {
    return await withDatabase(async (url) => {
      const findings: Finding[] = PARTS.has('servers') ? await compareServersFirst(url) : [];
      const filled = await fillSizes(url, findings);
      const large = (): Filled => {
        const series = filled.get(ONE_SERIES);
        if (series === undefined) throw new Error(`The database of ${ONE_SERIES} was not filled`);
        return series;
      };
      if (PARTS.has('reads')) findings.push(...(await readLarge(url, large())));
      if (PARTS.has('backup')) {
        const empty = [await createSibling(url, 'restored'), await createSibling(url, 'copied')] as const;
        findings.push(...(await compareBackup({ full: large().url, empty, folder: dataDir })));
      }
      await useLog(url);
      if (PARTS.has('sign-ups')) findings.push(...(await compareSignUps(filled)));
      return findings;
    });
  } finally {
    remove();
  }
}
