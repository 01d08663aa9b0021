import { countAttendees } from '#server/attendees/attendee-filters.ts';
import { checkAudience, countAudience } from '#server/attendees/audience.ts';
import type { Db, OpenedDatabase } from '#server/db/connection.ts';
import { insertNextDue } from '#server/mailings/automatic.ts';
import { scriptDeps } from '#server/write.ts';
import { timed } from './csv.ts';
import { EACH, measureSending, PEOPLE, type Sending } from './sending.ts';
import { LENGTHS } from './sign-ups.ts';
import { type Finding, median, ratioOf } from './support/figures.ts';
import { signUpTo } from './support/load.ts';
import { onDatabase } from './support/open-quietly.ts';
import { sequentialScans } from './support/plans.ts';
import { startTurnout, withDatabase } from './support/processes.ts';
import { p99, perSecond, ratio, rounds, together } from './support/rounds.ts';
import { withMocks } from './support/service-mocks.ts';
import { beginMailing, dropMailings, emptyOutbox, untilSent } from './support/stored-rows.ts';
import { addHourlyEvents, addSeries, fill, type FilledSeries } from './support/volume.ts';

const [FEW, MANY] = [1_000, 100_000];
const ZONE = 'Europe/London';
const MAILS = { reminder_minutes: 1_440, starting_soon_minutes: 60, thank_you_minutes: 1_440 };
const NO_LIMITS = { CONFIRMATIONS_PER_HOUR: '1000000' };

/** Counts the audience of an event for which everyone has signed up, and everyone who matches there without a cap. */
async function measureCount(db: Db, { seriesId, eventIds: [eventId = ''] }: FilledSeries): Promise<Finding[]> {
  const findings: Finding[] = [];
  for (const [what, choice] of [
    ['', {}],
    [' with a search that finds all', { search: 'example' }],
  ] as const) {
    const scope = { kind: 'series', id: seriesId } as const;
    const audience = { events: [eventId], ...choice };
    const count = async () =>
      countAudience(db, await checkAudience(db, { form: scope, audience, purpose: 'service', at: new Date() }), ZONE);
    const { matched } = await count();
    if (matched !== PEOPLE) throw new Error(`${matched} matched`);
    const time = (work: () => Promise<unknown>) => async () => timed(work);
    const bare = async () => countAttendees(db, { ...scope, eventId }, choice);
    const figure = await ratioOf(time(count), time(bare), LENGTHS.rounds);
    findings.push({ what: `audience of ${PEOPLE} counted${what}, to the table's count`, figure, unit: '×', limit: { atMost: 3 } });
  }
  return findings;
}

/** Looks for due moments among the events of a month, and of many years, of which none is due. */
async function measureMoments(database: OpenedDatabase): Promise<Finding[]> {
  const { db, pool } = database;
  const look = async (on: Db) => {
    if (await insertNextDue({ ...scriptDeps(on), canMail: true }, ZONE)) throw new Error('A mail was due');
  };
  const time = async (events: number) => {
    await pool.query('delete from events');
    await addHourlyEvents(database, await addSeries(database, { events: 0, settings: MAILS }), events);
    const times: number[] = [];
    for (let round = 0; round < 10 * LENGTHS.rounds; round += 1) times.push(await timed(async () => look(db)));
    return median(times);
  };
  const [few, many] = [await time(FEW), await time(MANY)];
  const what = `due moments looked for among ${MANY} events`;
  return [
    { what: `${what}, median`, figure: many, unit: 'ms' },
    { what: `${what}, to ${FEW}`, figure: many / few, unit: '×', limit: { atMost: 2 } },
    {
      what: `${what}, sequential scans`,
      figure: (await sequentialScans(pool, look, new Set(['events']))).length,
      unit: '',
      limit: { atMost: 0 },
    },
  ];
}

/** Signs up for one series while a worker sends mails to all people of another, and while it does not. */
async function measureSignUps(url: string, { database, many: mailed, web, startWorker }: Sending): Promise<Finding[]> {
  const { pool } = database;
  const target = { ports: [web.port], request: signUpTo(await addSeries(database)) };
  const prepare = async () => void (await untilSent(pool, await beginMailing(pool, mailed.seriesId), 1));
  const settle = async () => {
    await pool.query('update mailings set stopped_at = now() where stopped_at is null');
    await emptyOutbox(url);
  };
  const worker = await startWorker();
  const all = await rounds({ alone: { ...target, settle }, beside: { ...target, prepare, settle } }, { ...LENGTHS, leadInMs: 1_000 });
  await worker.stop();
  const sent = await pool.query(`select from submission_steps where step = 'mailing' and state = 'succeeded'`);
  await dropMailings(pool);
  const what = `during a mailing to ${PEOPLE}, to without`;
  return [
    { what: 'mails sent during it', figure: sent.rows.length, unit: '', limit: { atLeast: LENGTHS.rounds } },
    { what: `sign-ups ${what}`, figure: ratio(all, 'beside', 'alone', perSecond), unit: '×', limit: { atLeast: 0.9 } },
    { what: `p99 of sign-ups ${what}`, figure: ratio(together(all), 'beside', 'alone', p99), unit: '×', limit: { atMost: 1.11 } },
  ];
}

/** Measures mailings and automatic mails, and their effect on sign-ups. */
export async function benchMailings(): Promise<Finding[]> {
  return withMocks(async (mocks) =>
    withDatabase(async (url) => {
      const settings = { DATABASE_URL: url, ...mocks, ...NO_LIMITS };
      const web = await startTurnout({ ...settings, ROLES: 'web' });
      const startWorker: Sending['startWorker'] = async (further) => startTurnout({ ...settings, ROLES: 'worker', ...further });
      try {
        const [many] = await fill(url, EACH);
        const measure = async (database: OpenedDatabase) => {
          const sending = { database, settings, many, web, startWorker };
          return [
            ...(await measureCount(database.db, many)),
            ...(await measureSignUps(url, sending)),
            ...(await measureSending(sending)),
            ...(await measureMoments(database)),
          ];
        };
        return await onDatabase(url, measure, 2);
      } finally {
        await web.stop();
      }
    }),
  );
}
