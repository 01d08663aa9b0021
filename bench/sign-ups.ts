import { setTimeout as sleep } from 'node:timers/promises';
import { newId } from '#server/db/new-id.ts';
import { type Finding, median, quantile } from './support/figures.ts';
import { type LoadResult, post, run } from './support/load.ts';
import { openQuietly } from './support/open-quietly.ts';
import { startReference, startTurnout, withDatabase } from './support/processes.ts';
import { processorTime } from './support/processor-time.ts';
import { useLog } from './support/used-log.ts';

const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 7);
const ROUND_MS = Number(process.env.BENCH_ROUND_MS ?? 3_000);
/** Until the code is compiled, so that a process is measured in its steady state. */
const WARM_UP_MS = 8_000;
const CROWD = 64;

interface Target {
  readonly port: number;
  /** Of server and database. */
  readonly pids: readonly number[];
  readonly request: (number: number) => string;
  /** Waits until the work that the load caused is done. */
  readonly settle?: () => Promise<void>;
}

interface Targets {
  readonly turnout: Target;
  readonly insert: Target;
  readonly plain: Target;
}

/** A series with four events, one of them with a brunch menu, and three fields. */
export async function fillSeries(url: string): Promise<{ seriesId: string; eventIds: string[] }> {
  const { pool, close } = openQuietly(url);
  const seriesId = newId();
  const eventIds = [newId(), newId(), newId(), newId()];
  await pool.query(`insert into event_series (id, title) values ($1, 'Spring training')`, [seriesId]);
  await pool.query(
    `insert into events (id, series_id, title, starts_at, is_brunch)
     select id, $1, 'Day ' || day, now() + make_interval(days => day::integer), day = 4 from unnest($2::uuid[]) with ordinality as given (id, day)`,
    [seriesId, eventIds],
  );
  await pool.query(
    `insert into form_fields (id, series_id, key, label, type, options, position, is_brunch, brunch_event_id) values
     ($1, $4, 'diet', 'Diet', 'select', '["None", "Vegan"]', 0, false, null),
     ($2, $4, 'expectations', 'Expectations', 'textarea', '[]', 1, false, null),
     ($3, $4, 'menu', 'Menu', 'input', '[]', 2, true, $5)`,
    [newId(), newId(), newId(), seriesId, eventIds[3]],
  );
  await close();
  return { seriesId, eventIds };
}

export const bodyOf = (number: number, eventIds: readonly string[]) => ({
  first_name: 'Ada',
  last_name: `Lovelace ${number}`,
  job_title: 'Analyst',
  organisation: 'Analytical Engines Ltd',
  email: `ada.${number}@example.com`,
  accepts_marketing: number % 2 === 0,
  events: [eventIds[number % 4], eventIds[(number + 1) % 4]],
  diet: 'Vegan',
  expectations: 'To learn how the engine weaves algebraical patterns.',
  menu: 'Eggs',
  utm_source: 'newsletter',
});

/** The result of a load, and the processor time of server and database per request, in microseconds. */
interface Measured extends LoadResult {
  readonly processorUs: number;
}

async function runCounted({ pids, port, request }: Target, connections: number, milliseconds: number): Promise<Measured> {
  const before = processorTime(pids) ?? Number.NaN;
  const result = await run({ port, request, connections, milliseconds });
  const taken = (processorTime(pids) ?? Number.NaN) - before;
  return { ...result, processorUs: (taken / result.latencies.length) * 1_000 };
}

/** One round over all targets, so that other work of the machine affects all alike. */
async function round(targets: Targets, connections: number, milliseconds: number): Promise<Record<keyof Targets, Measured>> {
  const insert = await runCounted(targets.insert, connections, milliseconds);
  const turnout = await runCounted(targets.turnout, connections, milliseconds);
  // The remaining work of the worker must not slow the other targets down.
  await targets.turnout.settle?.();
  const plain = await runCounted(targets.plain, connections, milliseconds);
  return { insert, turnout, plain };
}

async function rounds(targets: Targets, connections: number): Promise<Record<keyof Targets, Measured>[]> {
  await round(targets, connections, WARM_UP_MS);
  const results: Record<keyof Targets, Measured>[] = [];
  for (let number = 0; number < ROUNDS; number += 1) results.push(await round(targets, connections, ROUND_MS));
  return results;
}

async function measure(targets: Targets): Promise<Finding[]> {
  const crowd = await rounds(targets, CROWD);
  const lone = await rounds(targets, 1);
  const ratio = (of: (result: Measured) => number, base: 'insert' | 'plain', results = crowd) =>
    median(results.map((result) => of(result.turnout) / of(result[base])));
  const p99 = ({ latencies }: LoadResult) => quantile(latencies, 0.99);
  const middle = ({ latencies }: LoadResult) => quantile(latencies, 0.5);
  const perSecond = (result: Measured) => result.perSecond;
  const processor = (result: Measured) => result.processorUs;
  return [
    { what: `sign-ups, ${CROWD} connections`, figure: median(crowd.map(({ turnout }) => turnout.perSecond)), unit: '/s' },
    { what: 'one durable insert behind a bare route', figure: median(crowd.map(({ insert }) => insert.perSecond)), unit: '/s' },
    { what: 'sign-ups to that', figure: ratio(perSecond, 'insert'), unit: '×', limit: { atLeast: 1 } },
    { what: 'sign-ups to node:http answering 200', figure: ratio(perSecond, 'plain'), unit: '×' },
    { what: 'p99 of sign-ups', figure: median(crowd.map(({ turnout }) => p99(turnout))), unit: 'ms' },
    { what: 'p99 to that of the insert', figure: ratio(p99, 'insert'), unit: '×', limit: { atMost: 1 } },
    {
      what: 'processor time of a sign-up, server and database',
      figure: median(crowd.map(({ turnout }) => turnout.processorUs)),
      unit: 'µs',
    },
    { what: 'processor time to that of the insert', figure: ratio(processor, 'insert'), unit: '×' },
    { what: 'median of a sign-up, 1 connection', figure: median(lone.map(({ turnout }) => middle(turnout))), unit: 'ms' },
    { what: 'median to that of the insert', figure: ratio(middle, 'insert', lone), unit: '×', limit: { atMost: 1.8 } },
  ];
}

/** Waits until the outbox is empty. */
export async function emptyOutbox(url: string): Promise<void> {
  const { pool, close } = openQuietly(url);
  const isWaiting = async () => (await pool.query('select from submissions where awaiting_fan_out limit 1')).rows.length > 0;
  while (await isWaiting()) await sleep(100);
  await close();
}

/** Compares sign-ups through the whole product, with a running worker, with a bare durable insert and a bare answer. */
export async function benchSignUps(): Promise<Finding[]> {
  return withDatabase(async (url, database) => {
    await useLog(url);
    const turnout = await startTurnout({ DATABASE_URL: url });
    const reference = await startReference(url);
    try {
      const { seriesId, eventIds } = await fillSeries(url);
      const submit = `/api/event_series/${seriesId}/submit`;
      return await measure({
        turnout: {
          port: turnout.port,
          pids: [turnout.pid, database],
          request: (number) => post(submit, bodyOf(number, eventIds), { 'idempotency-key': `load-${number}` }),
          settle: async () => emptyOutbox(url),
        },
        insert: { port: reference.port, pids: [reference.pid, database], request: (number) => post('/insert', bodyOf(number, eventIds)) },
        plain: { port: reference.plainPort, pids: [reference.pid], request: (number) => post('/', bodyOf(number, eventIds)) },
      });
    } finally {
      await reference.stop();
      await turnout.stop();
    }
  });
}
