import type { Finding } from '../support/figures.ts';
import { signUpTo } from '../support/load.ts';
import { onDatabase } from '../support/open-quietly.ts';
import { startTurnout } from '../support/processes.ts';
import { CROWD, figure, p99, perSecond, ratio, rounds, together } from '../support/rounds.ts';
import { emptyOutbox, readStored } from '../support/stored-rows.ts';
import { addSeries, type FilledSeries } from '../support/volume.ts';

const LENGTHS = {
  rounds: Number(process.env.BENCH_ROUNDS ?? 8),
  roundMs: Number(process.env.BENCH_ROUND_MS ?? 1_500),
  warmUpMs: 3_000,
  leadInMs: 1_000,
};
const SERIES = 50;
const P99_AT_MOST = 1.2;

/**
 * Compares two web processes on one database, which has no sign-ups yet, with a single process: with sign-ups for fifty series, and for one. One worker takes
 * them out of the outbox.
 */
export async function compareServers(url: string): Promise<Finding[]> {
  const series = await onDatabase(url, async (database) => Promise.all(Array.from({ length: SERIES }, async () => addSeries(database))));
  const start = async (role: 'web' | 'worker') => startTurnout({ DATABASE_URL: url, ROLES: role });
  const [worker, ...servers] = [await start('worker'), await start('web'), await start('web')] as const;
  const [one, two] = [[servers[0].port], servers.map(({ port }) => port)];
  let sent = 0;
  const requestsTo = (all: readonly FilledSeries[]) => {
    const requests = all.map((each) => signUpTo(each));
    return (number: number) => {
      sent += 1;
      return requests[number % all.length]?.(number) ?? '';
    };
  };
  const settle = async () => emptyOutbox(url);
  try {
    const crowd = await rounds(
      {
        one: { ports: one, request: requestsTo(series), settle },
        two: { ports: two, request: requestsTo(series), settle },
        'one on one series': { ports: one, request: requestsTo(series.slice(0, 1)), settle },
        'two on one series': { ports: two, request: requestsTo(series.slice(0, 1)), settle },
      },
      LENGTHS,
    );
    const { rows, keys, registrations } = await onDatabase(url, async ({ pool }) => readStored(pool));
    return [
      { what: `sign-ups of fifty series by two web processes, ${CROWD} connections`, figure: figure(crowd, 'two', perSecond), unit: '/s' },
      { what: 'to those by one', figure: ratio(crowd, 'two', 'one', perSecond), unit: '×' },
      { what: 'p99 to that of one', figure: ratio(together(crowd), 'two', 'one', p99), unit: '×', limit: { atMost: P99_AT_MOST } },
      { what: 'of one series, to those by one', figure: ratio(crowd, 'two on one series', 'one on one series', perSecond), unit: '×' },
      { what: 'p99 to that of one', figure: ratio(together(crowd), 'two on one series', 'one on one series', p99), unit: '×' },
      { what: `lost of ${sent.toLocaleString('en-GB')}`, figure: sent - keys, unit: '', limit: { atMost: 0 } },
      { what: 'stored twice', figure: rows - keys, unit: '', limit: { atMost: 0 } },
      { what: 'registrations too many or too few', figure: Math.abs(registrations - 2 * rows), unit: '', limit: { atMost: 0 } },
    ];
  } finally {
    for (const each of [...servers, worker]) await each.stop();
  }
}
