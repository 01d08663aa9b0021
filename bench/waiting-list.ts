import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import { type Finding, median } from './support/figures.ts';
import { run, signUpTo } from './support/load.ts';
import { serverTime } from './support/server-time.ts';
import { withMocks } from './support/service-mocks.ts';
import { type StaffCalls, withStaffCalls } from './support/staff-calls.ts';
import { emptyOutbox, pickWaiting } from './support/stored-rows.ts';
import { addSeries, addSignUps, type FilledSeries, limitFirst } from './support/volume.ts';

const WAITING = 5_000;
const RAISED_BY = 500;
const PAGE = 50;
const READS = 60;
const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 5);
const CROWD = 64;
const LOAD_MS = 2_500;
const RAISED_AFTER_MS = 500;
/** One in this many sign-ups joins the list. */
const JOINS = 20;
/** All are for one series, whose limit would fail the mails. */
const NO_LIMITS = { CONFIRMATIONS_PER_HOUR: '1000000' };

type Mode = 'offer' | 'direct';

interface List extends FilledSeries {
  /** Of the first event, which is full. */
  readonly path: string;
}

/** A series for whose first event people wait. */
async function fillList(calls: StaffCalls, waitingList: Mode): Promise<List> {
  const series = await addSeries(calls);
  await addSignUps(calls, [series], { signUps: WAITING, chosen: 'array[1]', address: `'waits.' || number` });
  await limitFirst(calls, series, { maximum: 0, waitingList, status: `'waiting'` });
  return { ...series, path: `/api/event_series/${series.seriesId}/event/${series.eventIds[0]}` };
}

/** Measures the first page of the list, and moves between random positions. */
async function measureList(calls: StaffCalls): Promise<Finding[]> {
  const { server, pool, get, post: send } = calls;
  const { eventIds, path } = await fillList(calls, 'offer');
  const readPages = async () => {
    for (let round = 0; round < READS; round += 1) await get(`${path}?limit=${PAGE}&registration=waiting`);
  };
  const waiting = await pickWaiting(pool, eventIds[0], READS);
  const move = async () => {
    for (const id of waiting) {
      await send(`${path}/submission/${id}/move`, { position: 1 + Math.floor(Math.random() * WAITING) });
    }
  };
  await readPages();
  const page = await serverTime(server, 'GET /api/event_series/:id/event/:eventId', readPages);
  await move();
  const moved = await serverTime(server, 'POST /api/event_series/:id/event/:eventId/submission/:submissionId/move', move);
  const what = `of ${WAITING} who wait, by the clock of the server`;
  return [
    { what: `first ${PAGE} ${what}`, figure: page, unit: 'ms', limit: { atMost: 10 } },
    { what: `one moved on the list ${what}`, figure: moved, unit: 'ms', limit: { atMost: 20 } },
  ];
}

const editedSchema = z.object({ data: z.object({ _promoted: z.int() }) });

/** Raises the maximum while people sign up for the series. @returns the milliseconds of the call, and of the longest sign-up */
async function raise(calls: StaffCalls, mode: Mode): Promise<{ readonly raised: number; readonly longest: number }> {
  const { path, ...series } = await fillList(calls, mode);
  const [waited, ...others] = series.eventIds;
  const request = signUpTo(series, (number) =>
    number % JOINS === 0 ? { events: [], _waiting_list: [waited] } : { events: [others[number % 2]] },
  );
  const load = run({ port: calls.port, connections: CROWD, milliseconds: LOAD_MS, request });
  await sleep(RAISED_AFTER_MS);
  const startedAt = performance.now();
  const edited = await calls.post(`${path}/edit`, { maximum_participants: RAISED_BY });
  const raised = performance.now() - startedAt;
  const { _promoted: promoted } = editedSchema.parse(edited).data;
  if (promoted !== RAISED_BY) throw new Error(`${promoted} were promoted`);
  const { latencies } = await load;
  await emptyOutbox(calls.databaseUrl);
  return { raised, longest: latencies.at(-1) ?? Number.NaN };
}

async function measureRaising(calls: StaffCalls): Promise<Finding[]> {
  const findings: Finding[] = [];
  for (const mode of ['offer', 'direct'] as const) {
    await raise(calls, mode); // A warm-up.
    const rounds = [];
    for (let round = 0; round < ROUNDS; round += 1) rounds.push(await raise(calls, mode));
    const raised = rounds.map((each) => each.raised);
    const what = `${mode}: maximum raised by ${RAISED_BY} with ${WAITING} waiting`;
    findings.push({ what: `${what}, median of ${ROUNDS}`, figure: median(raised), unit: 'ms' });
    findings.push({ what: `${what}, the slowest`, figure: Math.max(...raised), unit: 'ms', limit: { atMost: 1_000 } });
    const longest = Math.max(...rounds.map((each) => each.longest));
    findings.push({ what: `${mode}: longest sign-up of the series during it`, figure: longest, unit: 'ms', limit: { atMost: 1_000 } });
  }
  return findings;
}

/** Measures a waiting list of 5,000: reading it, moving on it, and raising the maximum of its event while people sign up for the series. */
export async function benchWaitingList(): Promise<Finding[]> {
  return withMocks(async (mocks) =>
    withStaffCalls(async (calls) => [...(await measureList(calls)), ...(await measureRaising(calls))], { ...mocks, ...NO_LIMITS }),
  );
}
