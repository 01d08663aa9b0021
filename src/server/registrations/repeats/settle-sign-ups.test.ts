import { beforeEach, expect, onTestFinished, test } from 'vitest';
import type { Notice } from '#server/live/notice.ts';
import { fanOut } from '#server/steps/fan-out.ts';
import { StepStore } from '#server/steps/step-store.ts';
import { openTestDatabase } from '#server/testing/database.ts';
import { buildEvent, buildSeries } from '#server/testing/form-rows.ts';
import { buildSignUp, runWorker, stepsOf, until } from '#server/testing/worker.ts';
import { inWrite, writesTo } from '#server/testing/writes.ts';
import { recordChanges } from '../changes.ts';
import { settleSignUps } from './settle-sign-ups.ts';

const database = await openTestDatabase();
const { db, pool } = database;
const reported: Notice[] = [];
const deps = {
  ...writesTo({ db }),
  notify: (...changes: Notice[]) => void reported.push(...changes),
  confirmationsPerHour: 100,
  consentText: 'May we?',
};
beforeEach(() => void reported.splice(0));

const idsOf = (topic: string) => reported.filter((change) => change.topic === topic).map(({ ids }) => ids);

test('PLC-55: screens are notified of each sign-up that was settled, also of an older one that was settled on the way', async () => {
  const seriesId = await buildSeries(db, { repeat_policy: 'refuse' });
  const events = [await buildEvent(db, seriesId)];
  const newer = await buildSignUp(db, { form_id: seriesId }, { events });
  const older = await buildSignUp(db, { form_id: seriesId }, { events, submitted_at: new Date(Date.now() - 60_000) });
  await settleSignUps({ ...deps, canMail: false });
  expect(idsOf(`series/${seriesId}`)).toEqual([[older], [newer]]);
});

test('PLC-57: while a mail about a repeat is being sent, the repeat is not settled, so that the outcome is stored and the mail is sent once', async () => {
  const seriesId = await buildSeries(db, { repeat_policy: 'update' });
  const [both, added] = [await buildEvent(db, seriesId), await buildEvent(db, seriesId)];
  const earlier = await buildSignUp(
    db,
    { form_id: seriesId },
    { events: [both], awaiting_fan_out: false, submitted_at: new Date(Date.now() - 60_000) },
  );
  const submissionId = await buildSignUp(db, { form_id: seriesId }, { events: [both, added] });
  await inWrite(db, (w) =>
    recordChanges(w, [{ seriesId, submissionId, eventId: added, kind: 'promoted', actor: 'automatic', details: {} }]),
  );
  await fanOut(pool, 'changes');
  const store = new StepStore(pool);
  const claims = await store.claim('email', 20);
  expect(claims).toMatchObject([{ submissionId }]);
  const settle = async () => settleSignUps(deps);
  expect(await settle()).toMatchObject({ isMore: false });
  expect(reported).toEqual([]);
  expect(await store.record({ claim: claims[0]!, state: 'succeeded', message: '' })).toBe(true);
  await settle();
  const [sent] = (await stepsOf(db, earlier)).filter(({ change_id: id }) => id === claims[0]?.changeId);
  expect(sent).toMatchObject({ step: 'email', state: 'succeeded', attempts: 1 });
});

test('SEC-27: if the server sends no mail, a repeat changes nothing earlier, and new events have a separate sign-up', async () => {
  const seriesId = await buildSeries(db, { repeat_policy: 'update' });
  const [both, added] = [await buildEvent(db, seriesId), await buildEvent(db, seriesId)];
  const before = { events: [both], awaiting_fan_out: false, submitted_at: new Date(Date.now() - 60_000) };
  const earlier = await buildSignUp(db, { form_id: seriesId }, before);
  const repeat = await buildSignUp(db, { form_id: seriesId }, { events: [both, added], first_name: 'Eve', accepts_marketing: true });
  await settleSignUps({ ...deps, canMail: false });
  const stored = db.selectFrom('submissions').select(['id', 'first_name', 'accepts_marketing']).where('form_id', '=', seriesId);
  const ofEarlier = (await stored.execute()).find(({ id }) => id === earlier);
  expect(ofEarlier).toMatchObject({ first_name: 'Ada', accepts_marketing: false });
  const standing = db.selectFrom('registrations').select('event_id').where('submission_id', '=', repeat).where('status', '=', 'confirmed');
  expect(await standing.execute()).toEqual([{ event_id: added }]);
});

test('PLC-55: sign-ups of a deleted series do not delay other series', async () => {
  const [deleted, kept] = [await buildSeries(db, { repeat_policy: 'refuse' }), await buildSeries(db, { repeat_policy: 'refuse' })];
  for (let at = 0; at < 201; at += 1) await buildSignUp(db, { form_id: deleted }, { email: `${at}@example.com` });
  await db.deleteFrom('forms').where('id', '=', deleted).execute();
  const other = await buildSignUp(db, { form_id: kept });
  await settleSignUps({ ...deps, canMail: false });
  expect(reported.map(({ ids }) => ids)).toEqual([[other]]);
});

/** Two sign-ups to settle; the row of the first refuses to be written. Gives the id of the other. */
async function buildOneThatFails(): Promise<string> {
  const seriesId = await buildSeries(db, { repeat_policy: 'refuse' });
  const events = [await buildEvent(db, seriesId)];
  await buildSignUp(db, { form_id: seriesId }, { events, first_name: 'Nobody' });
  const other = await buildSignUp(db, { form_id: seriesId }, { events, email: 'bea@example.com' });
  await pool.query("alter table submissions add constraint nobody check (first_name <> 'Nobody') not valid");
  onTestFinished(async () => void (await pool.query('alter table submissions drop constraint nobody')));
  return other;
}

test('a sign-up that cannot be settled does not delay others, and its failure is reported', async () => {
  const other = await buildOneThatFails();
  const { failures } = await settleSignUps({ ...deps, canMail: false });
  expect(reported.map(({ ids }) => ids)).toEqual([[other]]);
  expect(failures).toMatchObject([{ code: '23514' }]);
});

test('a worker logs that a sign-up could not be settled, though another of the same poll was', async () => {
  const other = await buildOneThatFails();
  const { lines } = await runWorker(database, { DATA_DIR: '/nonexistent' });
  await until('the log line', () => lines.some((line) => line.includes('"work":"settling"')));
  const settled = db.selectFrom('submissions').select('id').where('awaiting_fan_out', '=', false);
  expect(await settled.execute()).toEqual([{ id: other }]);
});
