import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { parseConfig } from '#server/config/config.ts';
import type { OpenedDatabase } from '#server/db/connection.ts';
import { sendMailing } from '#server/mailings/commands.ts';
import { writeNextPeople } from '#server/mailings/progress.ts';
import { openServices } from '#server/process/open-services.ts';
import { ASKS_FOR_ALL } from '#server/testing/worker.ts';
import { scriptDeps, SERVER } from '#server/write.ts';
import { timed } from './csv.ts';
import { LENGTHS } from './sign-ups.ts';
import { latencies } from './steps.ts';
import { type Finding, p99Of, ratioOf } from './support/figures.ts';
import { highestMemory } from './support/memory.ts';
import { watched } from './support/plans.ts';
import type { Running } from './support/processes.ts';
import { beginMailing, dropMailings, dropOutbox, untilSent } from './support/stored-rows.ts';
import { addSeries, addSignUps, type FilledSeries } from './support/volume.ts';

export const PEOPLE = Number(process.env.BENCH_PEOPLE ?? 100_000);
const MAILS = Number(process.env.BENCH_MAILS ?? 2_000);
const SECONDS = Number(process.env.BENCH_SECONDS ?? 10);
const [PART, FEW, FEWER] = [500, 1_000, 100];
/** All people of a series, for one event. */
export const EACH = { signUps: PEOPLE, chosen: 'array[1]', address: `'ada.' || number` };

export interface Sending {
  readonly database: OpenedDatabase;
  readonly settings: Readonly<Record<string, string>>;
  /** Its mailings are to many. */
  readonly many: FilledSeries;
  readonly web: Running;
  readonly startWorker: (further?: Readonly<Record<string, string>>) => Promise<Running>;
}

const addFew = async ({ database }: Sending, signUps: number): Promise<FilledSeries> => {
  const series = await addSeries(database);
  await addSignUps(database, [series], { ...EACH, signUps });
  return series;
};

/** Measures a click on Send, without the count of the audience. */
async function measureClick(scene: Sending): Promise<Finding> {
  const { pool } = scene.database;
  let counting = 0;
  const db = watched(pool, ({ query, queryDurationMillis }) => {
    if (query.sql.includes(`'duplicate'`)) counting += queryDurationMillis;
  });
  const config = parseConfig(scene.settings);
  const deps = { ...scriptDeps(db), config, services: openServices(config, db) };
  const click =
    (people: number, { seriesId: id }: FilledSeries) =>
    async (): Promise<number> => {
      const text = { subject: 'Parking', template: 'Hello %FNAME%' };
      const input = { audience: { events: 'all' }, purpose: 'service', ...text, people, begins_at: null } as const;
      const callId = { scope: 'send', key: undefined, bodyHash: '' };
      counting = 0;
      const time = await timed(async () => sendMailing(deps, SERVER, { kind: 'series', id }, { input, callId }));
      if (counting === 0) throw new Error('Nobody was counted');
      return time - counting;
    };
  const figure = await ratioOf(click(PEOPLE, scene.many), click(FEWER, await addFew(scene, FEWER)), 10 * LENGTHS.rounds);
  await dropMailings(pool);
  return { what: `a click on Send without the count, ${PEOPLE} people, to ${FEWER}`, figure, unit: '×', limit: { atMost: 1.5 } };
}

/** Measures the first full part of a mailing, and one late in it. */
async function measureParts({ database: { db, pool }, many: { seriesId } }: Sending): Promise<Finding> {
  const write = async (id: string): Promise<number> => {
    await pool.query('update mailings set stopped_at = case when id <> $1 then now() end', [id]);
    const time = await timed(async () => writeNextPeople(scriptDeps(db), 'Europe/London'));
    const done = `update submission_steps set state = 'succeeded' where step = 'mailing' and state = 'waiting'`;
    if ((await pool.query(done)).rowCount === 0) throw new Error('No part was written');
    return time;
  };
  const first = async (): Promise<number> => {
    const id = await beginMailing(pool, seriesId);
    await write(id);
    return write(id);
  };
  const late = await beginMailing(pool, seriesId);
  for (let left = PEOPLE; left > (LENGTHS.rounds + 2) * PART; left -= PART) await write(late);
  await pool.query('vacuum analyze');
  const figure = await ratioOf(async () => write(late), first, LENGTHS.rounds);
  await dropMailings(pool);
  return { what: `a part of ${PART} late in ${PEOPLE}, to the first`, figure, unit: '×', limit: { atMost: 1.5 } };
}

/** Mails a second of one worker and of the bare client, and the memory of a worker that mails to many and to few. */
async function measureRates(scene: Sending): Promise<Finding[]> {
  const { many, settings, startWorker } = scene;
  const { pool } = scene.database;
  const lifted = { MAILING_RATE_PER_MINUTE: '1000000' };
  const worker = await startWorker(lifted);
  const mail = async (): Promise<number> => {
    const rate = await untilSent(pool, await beginMailing(pool, many.seriesId), MAILS, 2);
    await dropMailings(pool);
    return rate;
  };
  const bare = async (): Promise<number> => {
    const env = { ...settings, MAILS: String(MAILS) };
    const answer: unknown[] = await once(new Worker(new URL('support/bare-mailer.ts', import.meta.url), { env }), 'message');
    return Number(answer[0]);
  };
  const figure = await ratioOf(mail, bare, LENGTHS.rounds);
  await worker.stop();
  const memory = async ({ seriesId }: FilledSeries, people: number): Promise<number> => {
    const own = await startWorker(lifted);
    const highest = await highestMemory(own, async () => untilSent(pool, await beginMailing(pool, seriesId), people));
    await own.stop();
    await dropMailings(pool);
    return highest;
  };
  const few = await memory(await addFew(scene, FEW), FEW);
  const most = await memory(many, PEOPLE);
  return [
    { what: 'mails a second of one worker, to the bare client', figure, unit: '×', limit: { atLeast: 0.4 } },
    { what: `memory of a worker that mails to ${PEOPLE}`, figure: most, unit: 'MB' },
    { what: `that to a mailing to ${FEW}`, figure: most / few, unit: '×', limit: { atMost: 1.2 } },
  ];
}

/** The pace of three workers, to that of one. */
async function measurePace({ database: { pool }, many, startWorker }: Sending): Promise<Finding> {
  const pace = (count: number) => async (): Promise<number> => {
    const workers = await Promise.all(Array.from({ length: count }, async () => startWorker()));
    const rate = await untilSent(pool, await beginMailing(pool, many.seriesId), Math.min(MAILS, 300), 2);
    for (const worker of workers) await worker.stop();
    await dropMailings(pool);
    return rate;
  };
  const figure = 100 * Math.abs((await ratioOf(pace(3), pace(1), Math.min(LENGTHS.rounds, 3))) - 1);
  return { what: 'pace of three workers, off that of one', figure, unit: '%', limit: { atMost: 5 } };
}

/** The p99 of confirmations during a mailing, to that without one. */
async function measureConfirmations({ database, many, web, startWorker }: Sending): Promise<Finding> {
  const { pool } = database;
  const settings = { ...ASKS_FOR_ALL, send_notifications_slack: false, email_forward: null, copper_tag: null };
  const series = await addSeries(database, { settings });
  // Some steps of the first sign-ups have failed.
  await dropOutbox(pool);
  const worker = await startWorker();
  const times: { readonly alone: number[]; readonly beside: number[] } = { alone: [], beside: [] };
  await latencies(pool, series, web.port, SECONDS);
  for (let round = 0; round < LENGTHS.rounds; round += 1) {
    times.alone.push(...(await latencies(pool, series, web.port, SECONDS)));
    await untilSent(pool, await beginMailing(pool, many.seriesId), 1);
    times.beside.push(...(await latencies(pool, series, web.port, SECONDS)));
    await dropMailings(pool);
  }
  await worker.stop();
  const what = `p99 of confirmations during a mailing to ${PEOPLE}, to without`;
  return { what, figure: p99Of(times.beside) / p99Of(times.alone), unit: '×', limit: { atMost: 1.5 } };
}

/** Measures how mailings are sent. */
export const measureSending = async (scene: Sending): Promise<Finding[]> => [
  await measureClick(scene),
  await measureParts(scene),
  ...(await measureRates(scene)),
  await measurePace(scene),
  await measureConfirmations(scene),
];
