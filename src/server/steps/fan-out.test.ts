import { expect, test } from 'vitest';
import { editEvent } from '#server/events/commands.ts';
import { editForm } from '#server/forms/commands.ts';
import { openTestDatabase } from '#server/testing/database.ts';
import { buildEvent, buildMarketingForm, buildSeries } from '#server/testing/form-rows.ts';
import { ASKS_FOR_ALL, buildSignUp, stepsOf } from '#server/testing/worker.ts';
import { fanOut, purgePastSettings } from './fan-out.ts';

const { db, pool } = await openTestDatabase();
const empty = async () => fanOut(pool);
const stepNamesOf = async (id: string) => (await stepsOf(db, id)).map(({ step }) => step);

const ASKS_FOR_NOTHING = {
  send_notifications_slack: false,
  slack_channel_id: '',
  copper_tag: '',
  email_from: '',
  email_subject: '',
  email_template: '',
  email_forward: '',
};
const ALL = ['crm', 'email', 'forward', 'slack'];

test('JOB-1: the steps of a sign-up follow the settings at its time, however often these change before the fan-out', async () => {
  const seriesId = await buildSeries(db, { copper_tag: 'spring' });
  const formId = await buildMarketingForm(db, { copper_tag: 'spring' });
  const signUpForBoth = async () => [await buildSignUp(db, { form_id: seriesId }), await buildSignUp(db, { form_id: formId })];
  const edit = async (settings: Partial<typeof ASKS_FOR_ALL>) => {
    await editForm(db, { kind: 'series', id: seriesId }, settings, undefined);
    await editForm(db, { kind: 'marketing', id: formId }, settings, undefined);
  };
  const first = await signUpForBoth();
  await edit(ASKS_FOR_ALL);
  const second = await signUpForBoth();
  await edit({ slack_channel_id: 'C2' }); // Asks for the same.
  const third = await signUpForBoth();
  await edit(ASKS_FOR_NOTHING);
  const fourth = await signUpForBoth();
  expect(new Set((await empty()).steps)).toEqual(new Set(ALL));
  for (const [ids, steps] of [
    [first, ['crm']],
    [second, ALL],
    [third, ALL],
    [fourth, []],
  ] as const) {
    for (const id of ids) expect(await stepNamesOf(id)).toEqual(steps);
  }
  expect(await stepsOf(db)).toHaveLength(18);
});

test('JOB-1: an event’s tag causes a CRM step from the time it is set until it is removed', async () => {
  const seriesId = await buildSeries(db);
  const events = [await buildEvent(db, seriesId, { copper_tag: 'day one' })];
  const editTag = async (copper_tag: string) =>
    editEvent(
      { db, canMail: true },
      { seriesId, eventId: events[0]! },
      { input: { copper_tag }, timeZone: 'Europe/London', ifMatch: undefined },
    );
  const tagged = await buildSignUp(db, { form_id: seriesId }, { events });
  await editTag('');
  const untagged = await buildSignUp(db, { form_id: seriesId }, { events });
  await editTag('day two');
  const taggedAgain = await buildSignUp(db, { form_id: seriesId }, { events });
  await empty();
  expect(await Promise.all([tagged, untagged, taggedAgain].map(stepNamesOf))).toEqual([['crm'], [], ['crm']]);
});

test('JOB-1: past settings are kept as long as a sign-up of that time waits', async () => {
  const seriesId = await buildSeries(db, ASKS_FOR_ALL);
  const id = await buildSignUp(db, { form_id: seriesId });
  await editForm(db, { kind: 'series', id: seriesId }, ASKS_FOR_NOTHING, undefined);
  const longAgo = (ms: number) => new Date(Date.now() - 7_200_000 - ms);
  await db
    .updateTable('past_steps')
    .set({ until: longAgo(0) })
    .execute();
  await db
    .updateTable('submissions')
    .set({ submitted_at: longAgo(1_000) })
    .execute();
  await purgePastSettings(db);
  await empty();
  expect(await stepNamesOf(id)).toEqual(ALL);
  await purgePastSettings(db);
  expect(await db.selectFrom('past_steps').selectAll().execute()).toEqual([]);
});
