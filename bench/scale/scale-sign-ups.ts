import { setTimeout as sleep } from 'node:timers/promises';
import type { Finding } from '../support/figures.ts';
import { signUpTo } from '../support/load.ts';
import { memoryOf } from '../support/memory.ts';
import { onDatabase, openQuietly } from '../support/open-quietly.ts';
import { type Running, startTurnout } from '../support/processes.ts';
import { CROWD, type Figure, figure, middle, p99, perSecond, ratio, type Round, rounds, type Target, together } from '../support/rounds.ts';
import { emptyOutbox } from '../support/stored-rows.ts';
import { type FilledSeries } from '../support/volume.ts';

const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 16);
const ROUND_MS = Number(process.env.BENCH_ROUND_MS ?? 4_000);
const WARM_UP_MS = 5_000;
const LEAD_IN_MS = 1_000;
const REST_MS = 5_000;
const WAL_MS = 4_000;
const KB = 1_000;
const LOG_KB = 3.4;

/** A filled database, called by how many sign-ups it has. */
export interface Filled extends FilledSeries {
  readonly url: string;
  /** The others are compared with the first. */
  readonly atLeast: number;
}

export type FilledByName = ReadonlyMap<string, Filled>;

type Started = Filled & { readonly turnout: Running };

const targetOf = ({ url, turnout, ...series }: Started): Target => ({
  ports: [turnout.port],
  request: signUpTo(series),
  // All start right after a checkpoint, since the first change of each page after one writes the full page to the log.
  prepare: async () => onDatabase(url, async ({ pool }) => void (await pool.query('checkpoint'))),
  settle: async () => emptyOutbox(url),
});

/** A figure of each database, and its ratio to the first. */
function compare(all: readonly Round[], filled: FilledByName, what: string, of: Figure): Finding[] {
  const [base = ''] = filled.keys();
  const isMoreBetter = of === perSecond;
  return [...filled].flatMap(([name, { atLeast }]): Finding[] => {
    const own: Finding = { what: `${what}, ${name}`, figure: figure(all, name, of), unit: isMoreBetter ? '/s' : 'ms' };
    const limit = isMoreBetter ? { atLeast } : { atMost: Number((1 / atLeast).toFixed(2)) };
    return name === base ? [own] : [own, { what: `to that with ${base}`, figure: ratio(all, name, base, of), unit: '×', limit }];
  });
}

interface Log {
  readonly signUps: number;
  readonly position: string;
}

const POSITION = `select (select count(*) from submissions)::integer as "signUps", pg_current_wal_insert_lsn()::text as position`;

/** The bytes written between two positions: records without full-page images, and those images. */
const WRITTEN = 'select sum(record_size)::float8 as records, sum(fpi_size)::float8 as pages from pg_get_wal_stats($1, $2)';

/** The log of a sign-up with its fan-out: right after a checkpoint, with full-page images, and later. */
async function measureLog(name: string, { url }: Filled, { prepare, ...target }: Target): Promise<Finding[]> {
  const { pool, close } = openQuietly(url);
  const read = async (): Promise<Log> => {
    const { rows } = await pool.query<Log>(POSITION);
    const [log] = rows;
    if (log === undefined) throw new Error('PostgreSQL tells no position of its log');
    return log;
  };
  const load = async () => rounds({ [name]: target }, { rounds: 0, roundMs: 0, warmUpMs: WAL_MS });
  const kilobytesBetween = async (from: Log, to: Log) => {
    const { rows } = await pool.query<{ records: number; pages: number }>(WRITTEN, [from.position, to.position]);
    const { records, pages } = rows[0] ?? { records: Number.NaN, pages: Number.NaN };
    const signUps = to.signUps - from.signUps;
    return { records: records / signUps / KB, pages: pages / signUps / KB };
  };
  try {
    await pool.query('create extension if not exists pg_walinspect');
    await prepare?.();
    const atFirst = await read();
    await load();
    const later = await read();
    await load();
    const log = await kilobytesBetween(later, await read());
    const { pages } = await kilobytesBetween(atFirst, later);
    return [
      { what: `log of a sign-up with its fan-out, ${name}`, figure: log.records, unit: 'kB', limit: { atMost: LOG_KB } },
      { what: 'whole pages besides, right after a checkpoint', figure: pages, unit: 'kB' },
      { what: 'and four seconds later', figure: log.pages, unit: 'kB' },
    ];
  } finally {
    await close();
  }
}

/** Compares sign-ups with few rows to those with many, with a worker that takes them out of the outbox. */
export async function compareSignUps(filled: FilledByName): Promise<Finding[]> {
  const started = new Map<string, Started>();
  try {
    for (const [name, database] of filled) started.set(name, { ...database, turnout: await startTurnout({ DATABASE_URL: database.url }) });
    await sleep(REST_MS);
    const [largest] = [...started].toReversed();
    if (largest === undefined) throw new Error('There is no database');
    const [name, last] = largest;
    const atRest = memoryOf(last.turnout);
    const targets = Object.fromEntries([...started].map(([of, each]) => [of, targetOf(each)]));
    const lengths = { rounds: ROUNDS, roundMs: ROUND_MS, warmUpMs: WARM_UP_MS, leadInMs: LEAD_IN_MS };
    const crowd = await rounds(targets, lengths);
    const lone = await rounds(Object.fromEntries(Object.entries(targets).map(([of, target]) => [of, { ...target, connections: 1 }])), {
      ...lengths,
      rounds: Math.ceil(ROUNDS / 2),
      warmUpMs: 1_000,
    });
    const log = await measureLog(name, last, targetOf(last));
    await sleep(REST_MS);
    return [
      ...compare(crowd, filled, `sign-ups, ${CROWD} connections`, perSecond),
      ...compare(together(crowd), filled, 'p99 of all rounds', p99),
      ...compare(lone, filled, 'median of a lone sign-up', middle),
      ...log,
      { what: `memory of the server at rest, ${name}`, figure: atRest, unit: 'MB', limit: { atMost: 160 } },
      { what: 'after that load', figure: memoryOf(last.turnout), unit: 'MB', limit: { atMost: 240 } },
    ];
  } finally {
    for (const { turnout } of started.values()) await turnout.stop();
  }
}
