import { setTimeout as sleep } from 'node:timers/promises';
import { openDatabase } from '#server/db/connection.ts';
import { bodyOf, emptyOutbox } from '../sign-ups.ts';
import type { Finding } from '../support/figures.ts';
import { post } from '../support/load.ts';
import { memoryOf } from '../support/memory.ts';
import { type Running, startTurnout } from '../support/processes.ts';
import { CROWD, type Figure, figure, middle, p99, perSecond, ratio, type Round, rounds, type Target } from '../support/rounds.ts';
import type { FilledSeries } from './fill-scale.ts';

const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 5);
const ROUND_MS = Number(process.env.BENCH_ROUND_MS ?? 3_000);
const WARM_UP_MS = 6_000;
const REST_MS = 5_000;
const WAL_MS = 4_000;
const KB = 1_000;

/** A filled database, called by how many sign-ups it has. */
export interface Filled extends FilledSeries {
  readonly url: string;
  /** That of the first is what the others are compared with. */
  readonly atLeast: number;
}

export type FilledByName = ReadonlyMap<string, Filled>;

type Started = Filled & { readonly turnout: Running };

const targetOf = ({ url, turnout, seriesId, eventIds }: Started): Target => ({
  ports: [turnout.port],
  request: (number) => post(`/api/event_series/${seriesId}/submit`, bodyOf(number, eventIds), { 'idempotency-key': `load-${number}` }),
  settle: async () => emptyOutbox(url),
});

/** A figure of each database, and its ratio to the first; `sign` is -1 where less is better. */
function compare(all: readonly Round[], filled: FilledByName, what: string, of: Figure): Finding[] {
  const [base = ''] = filled.keys();
  const isMoreBetter = of === perSecond;
  return [...filled].flatMap(([name, { atLeast }]): Finding[] => {
    const own: Finding = { what: `${what}, ${name}`, figure: figure(all, name, of), unit: isMoreBetter ? '/s' : 'ms' };
    const limit = isMoreBetter ? { atLeast } : { atMost: Number((1 / atLeast).toFixed(2)) };
    return name === base ? [own] : [own, { what: `to that with ${base}`, figure: ratio(all, name, base, of), unit: '×', limit }];
  });
}

/** How many sign-ups there are and how much log was written. */
async function readLog(url: string): Promise<{ readonly signUps: number; readonly bytes: number; readonly pages: number }> {
  const { pool, close } = openDatabase({ url, pool: 1, log: { warn: () => undefined } });
  const { rows } = await pool.query<{ signUps: number; bytes: number; pages: number }>(
    `select (select count(*) from submissions) as "signUps", pg_current_wal_insert_lsn() - '0/0'::pg_lsn as bytes, wal_fpi::bigint as pages from pg_stat_wal`,
  );
  await close();
  const [row] = rows;
  if (row === undefined) throw new Error('PostgreSQL counts no log');
  return row;
}

/** The log of a sign-up with its fan-out: while pages are written whole for the first time after a checkpoint, and later. */
async function measureLog(name: string, { url }: Filled, target: Target): Promise<Finding[]> {
  const before = await readLog(url);
  await rounds({ [name]: target }, { rounds: 0, roundMs: 0, warmUpMs: WAL_MS });
  const after = await readLog(url);
  const signUps = after.signUps - before.signUps;
  const pages = after.pages - before.pages;
  return [
    { what: `log of a sign-up with its fan-out, ${name}`, figure: (Number(after.bytes) - Number(before.bytes)) / signUps / KB, unit: 'kB' },
    { what: 'whole pages in that, for each sign-up', figure: pages / signUps, unit: '' },
  ];
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
    const lengths = { rounds: ROUNDS, roundMs: ROUND_MS, warmUpMs: WARM_UP_MS };
    const crowd = await rounds(targets, lengths);
    const lone = await rounds(Object.fromEntries(Object.entries(targets).map(([of, target]) => [of, { ...target, connections: 1 }])), {
      ...lengths,
      warmUpMs: 1_000,
    });
    const log: Finding[] = [];
    for (const [of, each] of started) log.push(...(await measureLog(of, each, targetOf(each))));
    await sleep(REST_MS);
    return [
      ...compare(crowd, filled, `sign-ups, ${CROWD} connections`, perSecond),
      ...compare(crowd, filled, 'p99', p99),
      ...compare(lone, filled, 'median of a lone sign-up', middle),
      ...log,
      { what: `memory of the server at rest, ${name}`, figure: atRest, unit: 'MB', limit: { atMost: 160 } },
      { what: 'after that load', figure: memoryOf(last.turnout), unit: 'MB', limit: { atMost: 240 } },
    ];
  } finally {
    for (const { turnout } of started.values()) await turnout.stop();
  }
}
