import type { Finding } from './support/figures.ts';
import { bodyOf, post, signUpTo } from './support/load.ts';
import { onDatabase } from './support/open-quietly.ts';
import { startReference, startTurnout, withDatabase } from './support/processes.ts';
import { CROWD, figure, middle, p99, perSecond, processor, ratio, rounds, type Target } from './support/rounds.ts';
import { emptyOutbox } from './support/stored-rows.ts';
import { useLog } from './support/used-log.ts';
import { addSeries } from './support/volume.ts';

export const LENGTHS = {
  rounds: Number(process.env.BENCH_ROUNDS ?? 7),
  roundMs: Number(process.env.BENCH_ROUND_MS ?? 3_000),
  /** Until the code is compiled, so that a process is measured in its steady state. */
  warmUpMs: Number(process.env.BENCH_WARM_UP_MS ?? 8_000),
};

type Targets = Readonly<Record<'turnout' | 'insert' | 'plain', Target>>;

async function measure({ turnout, insert, plain }: Targets): Promise<Finding[]> {
  const crowd = await rounds({ insert, turnout, plain }, LENGTHS);
  const lone = await rounds({ insert: { ...insert, connections: 1 }, turnout: { ...turnout, connections: 1 } }, LENGTHS);
  return [
    { what: `sign-ups, ${CROWD} connections`, figure: figure(crowd, 'turnout', perSecond), unit: '/s' },
    { what: 'one durable insert behind a bare route', figure: figure(crowd, 'insert', perSecond), unit: '/s' },
    { what: 'sign-ups to that', figure: ratio(crowd, 'turnout', 'insert', perSecond), unit: '×', limit: { atLeast: 1 } },
    { what: 'sign-ups to node:http answering 200', figure: ratio(crowd, 'turnout', 'plain', perSecond), unit: '×' },
    { what: 'p99 of sign-ups', figure: figure(crowd, 'turnout', p99), unit: 'ms' },
    { what: 'p99 to that of the insert', figure: ratio(crowd, 'turnout', 'insert', p99), unit: '×', limit: { atMost: 1 } },
    { what: 'processor time of a sign-up, server and database', figure: figure(crowd, 'turnout', processor), unit: 'µs' },
    { what: 'processor time to that of the insert', figure: ratio(crowd, 'turnout', 'insert', processor), unit: '×' },
    { what: 'median of a sign-up, 1 connection', figure: figure(lone, 'turnout', middle), unit: 'ms' },
    { what: 'median to that of the insert', figure: ratio(lone, 'turnout', 'insert', middle), unit: '×', limit: { atMost: 1.8 } },
  ];
}

/** Compares sign-ups through the whole product, with a running worker, with a bare durable insert and a bare answer. */
export async function benchSignUps(): Promise<Finding[]> {
  return withDatabase(async (url, database) => {
    await useLog(url);
    const turnout = await startTurnout({ DATABASE_URL: url });
    const reference = await startReference(url);
    try {
      const series = await onDatabase(url, addSeries);
      const body = (number: number) => bodyOf(number, series.eventIds);
      return await measure({
        turnout: {
          ports: [turnout.port],
          pids: [turnout.pid, database],
          request: signUpTo(series),
          // The remaining work of the worker must not slow the other targets down.
          settle: async () => emptyOutbox(url),
        },
        insert: {
          ports: [reference.port],
          pids: [reference.pid, database],
          request: (number) => post('/insert', body(number)),
        },
        plain: { ports: [reference.plainPort], pids: [reference.pid], request: (number) => post('/', body(number)) },
      });
    } finally {
      await reference.stop();
      await turnout.stop();
    }
  });
}
