import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import { timed } from './csv.ts';
import { type Finding, median } from './support/figures.ts';
import { type StaffCalls, withStaffCalls } from './support/staff-calls.ts';
import { countChanges, touchEvent } from './support/stored-rows.ts';
import { fill } from './support/volume.ts';

const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 40);
const EVENTS = 2_000;
const EVENT = { venue: 'The Old Mill', venue_address: '14 Quay Street\nHarbour Town' };
const PEOPLE = 10_000;

/** The median of the milliseconds that `call` takes, after the same number of warm-up rounds; `prepare` is not measured. */
async function middleOf(
  call: () => Promise<unknown>,
  prepare: (round: number) => Promise<unknown> = async () => undefined,
): Promise<number> {
  const times: number[] = [];
  for (let round = -ROUNDS; round < ROUNDS; round += 1) {
    await prepare(ROUNDS + round);
    const time = await timed(call);
    if (round >= 0) times.push(time);
  }
  return median(times);
}

/** Measures a calendar feed of 2,000 events, and a second, unchanged read, which should be short. */
async function benchFeed({ server, databaseUrl, pool, post }: StaffCalls): Promise<Finding[]> {
  const chosen = 'array[1 + number % 40]';
  await fill(databaseUrl, { signUps: 20 * EVENTS, series: EVENTS / 40, chosen, plan: { events: 40, event: EVENT } });
  const added = await post('/api/calendar_feed/add', {});
  const url = z
    .object({ data: z.object({ url: z.string() }) })
    .parse(added)
    .data.url.replace(/^webcal:\/\/[^/]*/, server);
  let etag = '';
  const readWhole = async () => {
    const answer = await fetch(url);
    const entries = (await answer.text()).split('BEGIN:VEVENT').length - 1;
    if (entries !== EVENTS) throw new Error(`The feed has ${entries} events`);
    etag = answer.headers.get('etag') ?? '';
  };
  const readKnown = async () => {
    const { status } = await fetch(url, { headers: { 'if-none-match': etag } });
    if (status !== 304) throw new Error(`An unchanged feed answered ${status}`);
  };
  const whole = await middleOf(readWhole, async (round) => touchEvent(pool, round));
  return [
    { what: `feed of ${EVENTS} events that has changed, the whole call`, figure: whole, unit: 'ms', limit: { atMost: 100 } },
    { what: 'an unchanged one', figure: await middleOf(readKnown), unit: 'ms', limit: { atMost: 10 } },
  ];
}

/** Measures the call that announces a change to 10,000 people, and how long until the change of each is recorded. */
async function benchAnnouncing({ databaseUrl, pool, post }: StaffCalls): Promise<Finding[]> {
  const [{ seriesId, eventIds }] = await fill(databaseUrl, { signUps: PEOPLE, plan: { event: EVENT } });
  const event = `/api/event_series/${seriesId}/event/${eventIds[0]}`;
  await post(`${event}/edit`, { venue: 'Harbour House' });
  const startedAt = performance.now();
  await post(`${event}/change/tell`, { audience: ['confirmed'] });
  const answered = performance.now() - startedAt;
  while ((await countChanges(pool, 'announced')) < PEOPLE) await sleep(50);
  return [
    { what: `announcing to ${PEOPLE} people, the call`, figure: answered, unit: 'ms', limit: { atMost: 1_000 } },
    { what: 'until the change of each is recorded', figure: (performance.now() - startedAt) / 1_000, unit: 's' },
  ];
}

/** Measures calendar feeds, and announcing a change to many people. */
export async function benchCalendar(): Promise<Finding[]> {
  return withStaffCalls(async (calls) => [...(await benchFeed(calls)), ...(await benchAnnouncing(calls))]);
}
