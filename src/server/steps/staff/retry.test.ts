import { expect, test } from 'vitest';
import { buildEvent, buildSeries } from '#server/testing/form-rows.ts';
import { createServerWithWorker } from '#server/testing/server-with-worker.ts';
import { ASKS_FOR_ALL, atRest, buildSignUp, pathOfStep, stepsOf, until } from '#server/testing/worker.ts';

const { server, db, world } = await createServerWithWorker();

test('a failed step is run immediately after Retry, and staff see that it is done', async () => {
  world.slack.behaviours.set({ kind: 'refuse', error: 'not_in_channel' });
  const seriesId = await buildSeries(db, ASKS_FOR_ALL);
  const events = [await buildEvent(db, seriesId)];
  const id = await buildSignUp(db, { form_id: seriesId }, { events });
  await atRest(db);
  const read = async () => (await server.get(`/event_series/${seriesId}/event/${events[0]}`)).body.data.submissions[0];
  expect(await read()).toMatchObject({
    errors: [
      {
        step: 'slack',
        success: false,
        message: 'The bot is not in channel C1. Invite the bot there (/invite in the channel), then retry.',
      },
      { step: 'email', success: true },
      { step: 'forward', success: true },
      { step: 'crm', success: true },
    ],
    _status: { state: 'failed', steps_failed: 1, steps_total: 4 },
  });
  world.slack.behaviours.set({ kind: 'work' });
  await server.post(`${await pathOfStep(db, id, 'slack')}/retry`);
  await atRest(db);
  expect(await read()).toMatchObject({
    errors: [{ step: 'slack', success: true }, {}, {}, {}],
    _status: { state: 'done', steps_failed: 0 },
  });
  expect([world.slack.messages.length, world.smtp.mails.length, world.copper.leads.length]).toEqual([1, 2, 1]);
});

test('EXTRA-7: the fourth confirmation to an address within an hour is held back, says so, and is sent by a retry of that step', async () => {
  const { email_from, email_subject, email_template } = ASKS_FOR_ALL;
  const seriesId = await buildSeries(db, { email_from, email_subject, email_template });
  const ids: string[] = [];
  for (const email of ['ada@example.com', 'Ada@example.com', 'ADA@EXAMPLE.COM', ' ada@example.com', 'ben@example.com']) {
    ids.push(await buildSignUp(db, { form_id: seriesId }, { email }));
    await atRest(db);
  }
  const held = ids[3]!;
  expect(
    (await stepsOf(db)).map(({ submission_id, state }) => [submission_id, state]).filter(([, state]) => state !== 'succeeded'),
  ).toEqual([[held, 'waiting']]);
  expect((await stepsOf(db, held))[0]!.message).toMatch(
    /^Held back until \d\d:\d\d: this address got 3 emails within an hour\. Retry sends it now\.$/,
  );
  expect(world.smtp.mails).toHaveLength(4);

  await server.post('/steps/retry');
  await atRest(db);
  expect((await stepsOf(db, held))[0]!.state).toBe('waiting');
  await server.post(`${await pathOfStep(db, held, 'email')}/retry`);
  await until('the mail', () => world.smtp.mails.length === 5);
  await atRest(db);
  expect((await stepsOf(db, held))[0]!.state).toBe('succeeded');
});
