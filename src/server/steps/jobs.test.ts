import { afterAll, describe, expect, test } from 'vitest';
import { openTestDatabase } from '#server/testing/database.ts';
import { buildEvent, buildField, buildMarketingForm, buildSeries } from '#server/testing/form-rows.ts';
import { ASKS_FOR_ALL, atRest, buildSignUp, launchWorker, makeDue, runWorker, startWorld, stepsOf, until } from '#server/testing/worker.ts';

const database = await openTestDatabase();
const { db } = database;
const world = await startWorld();
const { slack, smtp, copper } = world;
const worker = await launchWorker(database, world.settings);
afterAll(worker.stop);

const outcomes = async (id?: string) => (await stepsOf(db, id)).map(({ step, state }) => `${step} ${state}`);

describe('a sign-up causes', () => {
  test('JOB-3, JOB-6: one Slack message, one mail, one copy and one lead', async () => {
    const seriesId = await buildSeries(db, ASKS_FOR_ALL);
    const events = [await buildEvent(db, seriesId, { starts_at: new Date('2050-01-12T09:30:00Z'), copper_tag: 'day one' })];
    const id = await buildSignUp(db, { form_id: seriesId }, { events });
    await atRest(db);
    expect((await stepsOf(db, id)).map(({ step, state, message, attempts }) => [step, state, message, attempts])).toEqual([
      ['crm', 'succeeded', 'Lead 10000 created', 1],
      ['email', 'succeeded', 'Sent', 1],
      ['forward', 'succeeded', 'Sent', 1],
      ['slack', 'succeeded', 'Posted to channel C1', 1],
    ]);
    expect(slack.messages).toHaveLength(1);
    expect(smtp.mails.flatMap(({ recipients }) => recipients).toSorted()).toEqual(['ada@example.com', 'office@example.com']);
    expect(copper.leads).toMatchObject([{ tags: ['spring', 'day one'] }]);
  });

  test('JOB-10, JOB-11, JOB-12, JOB-13: a step exists only when all its settings are set', async () => {
    const { send_notifications_slack, slack_channel_id, email_from, email_subject, email_template, email_forward, copper_tag } =
      ASKS_FOR_ALL;
    const asked: [Record<string, unknown>, string[]][] = [
      [{}, []],
      [{ send_notifications_slack }, []],
      [{ slack_channel_id }, []],
      [{ send_notifications_slack, slack_channel_id }, ['slack succeeded']],
      [{ email_from, email_subject }, []],
      [{ email_subject, email_template }, []],
      [{ email_from, email_template }, []],
      [{ email_from, email_subject, email_template }, ['email succeeded']],
      [{ email_forward }, ['forward succeeded']],
      [{ copper_tag }, ['crm succeeded']],
    ];
    const ids: string[] = [];
    for (const [index, [settings]] of asked.entries()) {
      ids.push(await buildSignUp(db, { form_id: await buildSeries(db, settings) }, { email: `ada.${index}@example.com` }));
      ids.push(await buildSignUp(db, { form_id: await buildMarketingForm(db, settings) }, { email: `eve.${index}@example.com` }));
    }
    await atRest(db);
    expect(await Promise.all(ids.map(outcomes))).toEqual(asked.flatMap(([, steps]) => [steps, steps]));
  });

  test('JOB-13: the tag of a chosen event causes a CRM step, that of another event does not', async () => {
    const seriesId = await buildSeries(db);
    const [tagged, plain] = [await buildEvent(db, seriesId, { copper_tag: 'brunch' }), await buildEvent(db, seriesId)];
    const with_tag = await buildSignUp(db, { form_id: seriesId }, { events: [tagged] });
    const without = await buildSignUp(db, { form_id: seriesId }, { events: [plain] });
    await atRest(db);
    expect([await outcomes(with_tag), await outcomes(without)]).toEqual([['crm succeeded'], []]);
    expect(copper.leads).toMatchObject([{ tags: ['brunch'] }]);
  });

  test('JOB-8: submissions added by staff send nothing', async () => {
    const seriesId = await buildSeries(db, ASKS_FOR_ALL);
    await buildSignUp(db, { form_id: seriesId }, { is_added_by_staff: true, awaiting_fan_out: false });
    const visitor = await buildSignUp(db, { form_id: seriesId });
    await atRest(db);
    expect(new Set((await stepsOf(db)).map(({ submission_id }) => submission_id))).toEqual(new Set([visitor]));
  });

  test('a submission deleted in the meantime is not an error', async () => {
    slack.behaviours.set({ kind: 'status', status: 503 });
    const id = await buildSignUp(db, { form_id: await buildSeries(db, { send_notifications_slack: true, slack_channel_id: 'C1' }) });
    await until('a first attempt', async () => {
      const [step] = await stepsOf(db, id);
      return step !== undefined && step.state === 'waiting' && step.attempts > 0;
    });
    await db.deleteFrom('submissions').execute();
    slack.behaviours.set({ kind: 'work' });
    await atRest(db);
    expect(await stepsOf(db)).toEqual([]);
    expect(slack.messages).toEqual([]);
  });
});

describe('a step that fails', () => {
  const asksSlack = { send_notifications_slack: true, slack_channel_id: 'C1' };

  test('JOB-4, JOB-9: temporarily, waits about five seconds with its message, then fifteen, and succeeds', async () => {
    slack.behaviours.set({ kind: 'status', status: 500 });
    const id = await buildSignUp(db, { form_id: await buildSeries(db, asksSlack) });
    const pauses: number[] = [];
    for (const attempt of [1, 2]) {
      await until(
        'an attempt',
        async () => (await stepsOf(db, id))[0]?.attempts === attempt && (await stepsOf(db, id))[0]?.state === 'waiting',
      );
      const [step] = await stepsOf(db, id);
      expect(step).toMatchObject({ state: 'waiting', message: 'Slack returned error 500' });
      pauses.push(step!.next_try_at!.getTime() - step!.updated_at.getTime());
      if (attempt === 2) slack.behaviours.set({ kind: 'work' });
      await makeDue(db);
    }
    expect([pauses[0]! >= 5_000, pauses[0]! <= 5_500, pauses[1]! >= 15_000, pauses[1]! <= 16_500]).toEqual([true, true, true, true]);
    await until('the last attempt', async () => (await stepsOf(db, id))[0]?.attempts === 3);
    await atRest(db);
    expect((await stepsOf(db, id))[0]).toMatchObject({ state: 'succeeded', attempts: 3, next_try_at: null });
    expect(slack.messages).toHaveLength(1);
  });

  test('a service that asks for a longer pause is not called before', async () => {
    slack.behaviours.set({ kind: 'wait', retryAfterSeconds: 120 });
    const id = await buildSignUp(db, { form_id: await buildSeries(db, asksSlack) });
    await until('an attempt', async () => (await stepsOf(db, id))[0]?.attempts === 1 && (await stepsOf(db, id))[0]?.state === 'waiting');
    const [step] = await stepsOf(db, id);
    expect(step!.message).toBe('Slack asked us to wait 120 seconds');
    expect(step!.next_try_at!.getTime() - step!.updated_at.getTime()).toBeGreaterThanOrEqual(120_000);
  });

  test.each([
    [
      'channel_not_found',
      'Slack has no channel C1, or the bot cannot see it. Check the channel ID; for a private channel, invite the bot.',
    ],
    ['not_in_channel', 'The bot is not in channel C1. Invite the bot there (/invite in the channel), then retry.'],
    ['invalid_auth', 'Slack does not accept the bot token. The person who runs this server must set a new SLACK_BOT_TOKEN.'],
  ])('by %s of Slack, it has permanently failed, with a text a person can act on', async (error, message) => {
    slack.behaviours.set({ kind: 'refuse', error });
    const id = await buildSignUp(db, { form_id: await buildSeries(db, asksSlack) });
    await atRest(db);
    expect((await stepsOf(db, id))[0]).toMatchObject({ state: 'failed', attempts: 1, message, next_try_at: null });
  });

  test('because the database is down, waits without counting an attempt, and succeeds', async () => {
    await database.pool.query(`
      create function refuse_mails() returns trigger language plpgsql as $$ begin raise 'no room' using errcode = '53100'; end $$;
      create trigger refuse_mails before insert on mail_reservations for each row execute function refuse_mails()`);
    const id = await buildSignUp(db, {
      form_id: await buildSeries(db, { ...ASKS_FOR_ALL, send_notifications_slack: false, email_forward: null, copper_tag: null }),
    });
    await until('an attempt', async () => (await stepsOf(db, id))[0]?.message !== undefined && (await stepsOf(db, id))[0]?.message !== '');
    expect(await stepsOf(db, id)).toMatchObject([
      { step: 'email', state: 'waiting', attempts: 0, message: 'The database could not be reached. It will be tried again later.' },
    ]);
    await database.pool.query('drop function refuse_mails cascade');
    await makeDue(db);
    await until('the mail', async () => (await stepsOf(db, id))[0]?.state === 'succeeded');
    expect(smtp.mails).toHaveLength(1);
  });

  test('for a whole day, has permanently failed', async () => {
    slack.behaviours.set({ kind: 'cut' });
    const id = await buildSignUp(db, { form_id: await buildSeries(db, asksSlack) });
    await until('an attempt', async () => (await stepsOf(db, id))[0]?.state === 'waiting' && (await stepsOf(db, id))[0]?.attempts === 1);
    await db
      .updateTable('submission_steps')
      .set({ first_tried_at: new Date(Date.now() - 23.9 * 3_600_000), attempts: 40 })
      .execute();
    // An attempt that is deferred because Slack or the database pauses does not count.
    await until('the last attempt', async () => {
      await makeDue(db);
      await atRest(db);
      return (await stepsOf(db, id))[0]?.state === 'failed';
    });
    expect((await stepsOf(db, id))[0]).toMatchObject({
      state: 'failed',
      attempts: 41,
      message: 'Slack could not be reached (UND_ERR_SOCKET)',
    });
  });

  test('records the outcomes of the services for the connections page', async () => {
    slack.behaviours.set({ kind: 'refuse', error: 'not_in_channel' });
    await buildSignUp(db, { form_id: await buildSeries(db, ASKS_FOR_ALL) });
    await atRest(db);
    const rows = async () => db.selectFrom('service_outcomes').selectAll().orderBy('service').execute();
    await until('the notes', async () => (await rows()).length === 3);
    expect(await rows()).toMatchObject([
      { service: 'copper', succeeded_at: expect.any(Date), failed_at: null },
      { service: 'mail', succeeded_at: expect.any(Date), failed_at: null },
      { service: 'slack', failed_at: expect.any(Date), failure: expect.stringContaining('not in channel C1') },
    ]);
  });
});

test('REL-14: a step of a worker that died is run when its lease expires, behind a thousand that are not yet due', async () => {
  const seriesId = await buildSeries(db, { send_notifications_slack: true, slack_channel_id: 'C1' });
  const lost = await buildSignUp(db, { form_id: seriesId }, { awaiting_fan_out: false });
  await database.pool.query(
    `with added as (
       insert into submissions (id, form_id, first_name, last_name, email, email_key)
       select gen_random_uuid(), $1, 'Ada', 'Lovelace', 'ada@example.com', 'ada@example.com' from generate_series(1, 1000) returning id
     )
     insert into submission_steps (submission_id, step, state, claims, next_try_at)
     select id, 'slack', 'waiting', 0, now() + interval '1 hour' from added
     union all select $2, 'slack', 'running', 1, now() + interval '1 second'`,
    [seriesId, lost],
  );
  await until('the step to be done', async () => (await stepsOf(db, lost))[0]?.state === 'succeeded');
  expect(await stepsOf(db, lost)).toMatchObject([{ claims: 2 }]);
  expect(slack.messages).toHaveLength(1);
});

test('JOB-7: a step for a service that is not configured fails and says so', async () => {
  await worker.stop();
  await runWorker(database, { NODE_ENV: 'production', ...PRODUCTION });
  const id = await buildSignUp(db, { form_id: await buildSeries(db, ASKS_FOR_ALL) });
  await atRest(db);
  expect((await stepsOf(db, id)).map(({ step, state, message }) => [step, state, message])).toEqual([
    ['crm', 'failed', expect.stringContaining('COPPER_API_TOKEN')],
    ['email', 'failed', expect.stringContaining('SMTP_URL')],
    ['forward', 'failed', expect.stringContaining('SMTP_URL')],
    ['slack', 'failed', expect.stringContaining('SLACK_BOT_TOKEN')],
  ]);
});

const PRODUCTION = {
  PUBLIC_URL: 'https://events.example.com',
  DATABASE_URL: 'postgres://localhost/none',
  OIDC_ISSUER: 'https://id.example.com',
  OIDC_CLIENT_ID: 'turnout',
  ALLOWED_EMAIL_DOMAINS: 'example.com',
  SESSION_SECRET: 'a secret of tests, of thirty-two characters and more',
};

test('names and addresses of people are not logged', async () => {
  slack.behaviours.set({ kind: 'garbage' });
  smtp.behaviours.set({ kind: 'status', status: 550 });
  copper.behaviours.set({ kind: 'status', status: 422 });
  const { lines } = await runWorker(database, { ...world.settings, LOG_LEVEL: 'trace' });
  const seriesId = await buildSeries(db, ASKS_FOR_ALL);
  await buildField(db, { form_id: seriesId }, { label: 'Diet' });
  await buildSignUp(db, { form_id: seriesId }, { first_name: 'Canaria', email: 'canary@example.com', answers: { diet: 'Canaryseed' } });
  await until(
    'all attempts',
    async () => (await stepsOf(db)).length === 4 && (await stepsOf(db)).every(({ attempts, state }) => attempts > 0 && state !== 'running'),
  );
  expect((await outcomes()).toSorted()).toEqual(['crm failed', 'email failed', 'forward failed', 'slack waiting']);
  expect(lines.join('').toLowerCase()).not.toMatch(/canar/);
});
