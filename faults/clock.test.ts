import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { rebuildCounters } from '#server/registrations/counters.ts';
import { buildEvent } from '#server/testing/form-rows.ts';
import { startWorkerProcess } from '#server/testing/processes/worker-process.ts';
import { setRegistration } from '#server/testing/registrations.ts';
import type { Behaviour } from '#server/testing/services/stand-in.ts';
import { atRest, buildSignUp } from '#server/testing/worker.ts';
import { expectNothingLost } from './harness/nothing-lost.ts';
import { MAILED, newForm, openScene, type Scene, startServer, startServices, visitorsOf } from './harness/scene.ts';
import type { Form } from './harness/sign-ups.ts';

const SHIFTED_CLOCK = fileURLToPath(new URL('./harness/shifted-clock.mjs', import.meta.url));
const HOUR_MS = 3_600_000;
/** Mails that the server refuses after it took the first one. */
const REFUSED = 20;

/** An offer of a place that ends this many seconds from now, by the clock of the database. */
async function buildOffer({ database: { db, pool } }: Scene, { seriesId }: Form, endsInSeconds: number): Promise<string> {
  const limits = { closes_when_full: true, maximum_participants: 1, waiting_list: 'offer' } as const;
  const eventId = await buildEvent(db, seriesId, limits);
  const values = { events: [eventId], awaiting_fan_out: false, email: `${eventId}@example.com` };
  const submissionId = await buildSignUp(db, { form_id: seriesId }, values);
  await setRegistration(db, { seriesId, eventId, submissionId }, 'offered');
  await pool.query('update waiting_entries set offer_ends_at = now() + make_interval(secs => $2) where submission_id = $1', [
    submissionId,
    endsInSeconds,
  ]);
  return eventId;
}

test('OPS-14: workers whose clocks are an hour ahead or behind handle leases, retries and offers correctly, which use the clock of the database', async (context) => {
  const scene = await openScene();
  const { db } = scene.database;
  const world = await startServices();
  world.slack.behaviours.set({ kind: 'slow', ms: 50 });
  world.smtp.behaviours.set({ kind: 'work' }, ...Array.from({ length: REFUSED }, (): Behaviour => ({ kind: 'status', status: 451 })), {
    kind: 'work',
  });
  const form = await newForm(scene, MAILED);
  const ends = await buildOffer(scene, form, 5);
  const lasts = await buildOffer(scene, form, 1_800);
  await rebuildCounters(db);
  const server = await startServer(scene, { ROLES: 'web' });
  const settings = { ...world.settings, LOG_LEVEL: 'warn', NODE_OPTIONS: `--import ${SHIFTED_CLOCK}` };
  const startOff = (byMs: number) => startWorkerProcess(scene.databaseUrl, { ...settings, CLOCK_OFF_MS: String(byMs) });
  const [ahead, behind] = [startOff(HOUR_MS), startOff(-HOUR_MS)];
  await Promise.all([ahead.ready(), behind.ready()]);

  const visitors = visitorsOf(server.url);
  await visitors.atRate(form, { perSecond: 20, seconds: 15 });
  ahead.kill('SIGTERM');
  await ahead.ended;
  await visitors.atRate(form, { perSecond: 20, seconds: 10 });
  const open = async () => {
    const { count } = await db
      .selectFrom('submission_steps')
      .innerJoin('submissions', 'submissions.id', 'submission_steps.submission_id')
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .where('submissions.form_id', '=', form.seriesId)
      .where('state', '<>', 'succeeded')
      .executeTakeFirstOrThrow();
    return Number(count);
  };
  await atRest(db, 90_000);
  await expect.poll(open, { timeout: 90_000, interval: 500 }).toBe(0);
  const statusOf = async (eventId: string) =>
    (await db.selectFrom('registrations').select('status').where('event_id', '=', eventId).executeTakeFirstOrThrow()).status;
  await expect.poll(async () => statusOf(ends), { timeout: 60_000, interval: 500 }).toBe('cancelled');
  expect(await statusOf(lasts)).toBe('offered');

  const all = visitors.signUps.all.length;
  await expectNothingLost(context, { visitors, pool: scene.database.pool, note: `${REFUSED} mails refused at first` });
  const addresses = new Set(visitors.signUps.all.map(({ email }) => email));
  const mailed = world.smtp.mails.flatMap(({ recipients }) => recipients).filter((address) => addresses.has(address));
  expect({ messages: world.slack.messages.length, mails: mailed.length, mailed: new Set(mailed).size }).toEqual({
    messages: all,
    mails: all,
    mailed: all,
  });
});
