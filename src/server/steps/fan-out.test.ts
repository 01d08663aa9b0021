import { expect, test } from 'vitest';
import { editEvent } from '#server/events/commands.ts';
import { editForm } from '#server/forms/commands.ts';
import { buildEvent, buildMarketingForm, buildSeries, newSignUp } from '#server/testing/form-rows.ts';
import { createTestServer } from '#server/testing/server.ts';
import { ASKS_FOR_ALL, stepsOf } from '#server/testing/worker.ts';
import { ADA, writesTo } from '#server/testing/writes.ts';
import { fanOut } from './fan-out.ts';

const server = await createTestServer();
const { db, pool } = server;
const empty = async () => fanOut(pool, 'signUps');
const signUp = async (form: string, events: readonly string[] = []): Promise<string> => {
  const { body } = await server.post(`/${form}/submit`, newSignUp(events.length === 0 ? {} : { events }), { as: 'visitor' });
  return body.data.id;
};
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
  const events = [await buildEvent(db, seriesId)];
  const formId = await buildMarketingForm(db, { copper_tag: 'spring' });
  const signUpForBoth = async () => [await signUp(`event_series/${seriesId}`, events), await signUp(`form/${formId}`)];
  const edit = async (settings: Partial<typeof ASKS_FOR_ALL>) => {
    await editForm(writesTo({ db }), ADA, { kind: 'series', id: seriesId }, settings, undefined);
    await editForm(writesTo({ db }), ADA, { kind: 'marketing', id: formId }, settings, undefined);
  };
  const first = await signUpForBoth();
  await edit(ASKS_FOR_ALL);
  const second = await signUpForBoth();
  await edit({ slack_channel_id: 'C2' }); // Requests the same steps.
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
    editEvent(writesTo({ db }), ADA, { seriesId, eventId: events[0]! }, { copper_tag }, undefined);
  const tagged = await signUp(`event_series/${seriesId}`, events);
  await editTag('');
  const untagged = await signUp(`event_series/${seriesId}`, events);
  await editTag('day two');
  const taggedAgain = await signUp(`event_series/${seriesId}`, events);
  await empty();
  expect(await Promise.all([tagged, untagged, taggedAgain].map(stepNamesOf))).toEqual([['crm'], [], ['crm']]);
});
