import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import type { AttentionCauses, Cause, CauseSteps } from '#contract/steps/attention.ts';
import { causeText } from '#contract/steps/causes.ts';
import { textOf } from '#contract/texts/parts.ts';
import { countWaitingForLocks } from '#server/testing/database.ts';
import { buildEvent, buildMarketingForm, buildSeries } from '#server/testing/form-rows.ts';
import { createServerWithWorker } from '#server/testing/server-with-worker.ts';
import { ASKS_FOR_ALL, atRest, buildSignUp, pathOfStep, stepsOf, until } from '#server/testing/worker.ts';

const { server, db, world } = await createServerWithWorker();

const DAY_MS = 86_400_000;
const { slack_channel_id, send_notifications_slack, email_from, email_subject, email_template, copper_tag, email_forward } = ASKS_FOR_ALL;
const SLACK = { slack_channel_id, send_notifications_slack };
const EMAIL = { email_from, email_subject, email_template };

const read = async (query = ''): Promise<AttentionCauses> => (await server.get(`/steps/causes${query}`)).body.data;

const titleOf = ({ service, cause, latest }: Cause): string => causeText({ service, cause, message: latest[0]?.message ?? '' }).title;

const stepsOfCause = async (cause: Partial<Cause>, more: Partial<CauseSteps> = {}): Promise<CauseSteps> => {
  const { service = 'slack', cause: name = 'not_in_channel C1', retrying = false } = cause;
  return { service, cause: name, retrying, as_of: (await read()).as_of, ...more };
};

const NOT_IN_CHANNEL = { kind: 'refuse', error: 'not_in_channel' } as const;

/** Sign-ups whose Slack message failed, as the worker left them. */
async function notInChannel(count: number, series = SLACK, ages: readonly number[] = []): Promise<{ seriesId: string; ids: string[] }> {
  world.slack.behaviours.set(NOT_IN_CHANNEL);
  const seriesId = await buildSeries(db, { title: 'Leaders', ...series });
  const ids: string[] = [];
  for (let number = 0; number < count; number += 1) {
    const submitted_at = new Date(Date.now() - (ages[number] ?? 0) * DAY_MS);
    ids.push(await buildSignUp(db, { form_id: seriesId }, { email: `ada.${number}@example.com`, submitted_at }));
  }
  await atRest(db);
  return { seriesId, ids };
}

describe('causes', () => {
  test('EXTRA-10: refusals by Slack, the mail server and Copper are three causes, with those that resolve themselves last', async () => {
    world.slack.behaviours.set(NOT_IN_CHANNEL);
    world.smtp.behaviours.set({ kind: 'refuse', error: '5.1.1 mailbox unavailable' });
    world.copper.behaviours.set({ kind: 'status', status: 503 });
    const seriesId = await buildSeries(db, { title: 'Leaders', ...SLACK, ...EMAIL, copper_tag });
    const eventId = await buildEvent(db, seriesId, { title: 'Spring' });
    const formId = await buildMarketingForm(db, { title: 'Brochure', ...SLACK });
    for (const email of ['ada@example.com', 'ben@example.com']) await buildSignUp(db, { form_id: seriesId }, { email, events: [eventId] });
    await buildSignUp(db, { form_id: formId }, {});
    await until('each step to fail', async () => (await stepsOf(db)).filter(({ message }) => message !== '').length === 7);
    const { counts, causes, dismissed } = await read();
    expect(causes.map((cause) => [cause.steps, cause.cause, titleOf(cause), cause.forms.map(({ title }) => title)])).toEqual([
      [3, 'not_in_channel C1', 'The bot is not in channel C1', ['Brochure', 'Leaders']],
      [2, 'mailbox', 'The address does not exist', ['Leaders']],
      [2, 'fault', "Copper isn't responding (error 503)", ['Leaders']],
    ]);
    expect(causes.map(({ retrying, next_try_at }) => [retrying, next_try_at === null])).toEqual([
      [false, true],
      [false, true],
      [true, false],
    ]);
    expect(causes[1]?.latest.map(({ email, step, event_title }) => [email, step, event_title]).toSorted()).toEqual([
      ['ada@example.com', 'email', 'Spring'],
      ['ben@example.com', 'email', 'Spring'],
    ]);
    expect({ ...counts, dismissed }).toEqual({
      failed: 5,
      retrying: 2,
      series: [{ id: seriesId, title: 'Leaders', failed: 4, retrying: 2 }],
      forms: [{ id: formId, title: 'Brochure', failed: 1, retrying: 0 }],
      dismissed: 0,
    });
    const ofForm = await read(`?form_id=${formId}`);
    expect([ofForm.causes.map(({ steps }) => steps), ofForm.counts]).toEqual([[1], counts]);
  });

  test.each([
    ['slack', { kind: 'refuse', error: 'channel_not_found' }, 'channel_not_found C1'],
    ['slack', { kind: 'refuse', error: 'is_archived' }, 'channel_archived C1'],
    ['slack', { kind: 'refuse', error: 'restricted_action' }, 'channel_closed C1'],
    ['slack', { kind: 'refuse', error: 'restricted_action_thread_only_channel' }, 'channel_closed C1'],
    ['slack', { kind: 'refuse', error: 'team_access_not_granted' }, 'token'],
    ['slack', { kind: 'refuse', error: 'token_revoked' }, 'token'],
    ['slack', { kind: 'refuse', error: 'missing_scope' }, 'missing_scope'],
    ['slack', { kind: 'refuse', error: 'org_login_required' }, 'slack_sign_in'],
    ['slack', { kind: 'refuse', error: 'something_new' }, ''],
    ['slack', { kind: 'refuse', error: 'internal_error' }, 'fault'],
    ['slack', { kind: 'garbage' }, 'unreadable'],
    ['slack', { kind: 'cut' }, 'unreachable'],
    ['email', { kind: 'refuse', error: '5.1.1 no such user' }, 'mailbox'],
    ['email', { kind: 'refuse', error: 'mailbox unavailable' }, 'mailbox'],
    ['email', { kind: 'refuse', error: '5.2.2 over quota' }, 'mailbox_full'],
    ['email', { kind: 'refuse', error: '5.7.1 unknown policy' }, 'mail_refused'],
    ['email', { kind: 'status', status: 450 }, 'busy'],
    ['email', { kind: 'garbage' }, 'unreadable'],
    ['forward', { kind: 'refuse', error: '5.1.1 no such user' }, 'copy_address office@example.com'],
    ['crm', { kind: 'status', status: 401 }, 'token'],
    ['crm', { kind: 'status', status: 400 }, ''],
    ['crm', { kind: 'status', status: 429 }, 'busy'],
  ] as const)('of %s after %j is %j, and staff are told what to do', async (step, behaviour, cause) => {
    const settings = { slack: SLACK, email: EMAIL, forward: { email_forward }, crm: { copper_tag } };
    const service = { slack: world.slack, email: world.smtp, forward: world.smtp, crm: world.copper }[step];
    service.behaviours.set(behaviour);
    await buildSignUp(db, { form_id: await buildSeries(db, settings[step]) });
    await until('an outcome', async () => (await stepsOf(db)).some(({ message }) => message !== ''));
    const [failed] = await stepsOf(db);
    expect([failed?.step, failed?.cause]).toEqual([step, cause]);
    const [listed] = (await read()).causes;
    const text = causeText({ service: listed!.service, cause, message: failed!.message });
    expect(textOf(text.advice)).toMatch(/\.$/);
    expect(text.isInMessages ?? false).toBe(cause === '' || cause === 'mail_refused');
  });

  test('the steps of a cause are listed page by page, without those of others', async () => {
    const { seriesId } = await notInChannel(3);
    await db
      .insertInto('submission_steps')
      .values(await otherStep(seriesId))
      .execute();
    const list = async (query: string) => (await server.get(`/steps/failed?${query}`)).body.data.steps.length;
    expect(await list('service=slack&cause=not_in_channel+C1&retrying=false')).toBe(3);
    expect(await list('service=slack&cause=not_in_channel+C1&retrying=true')).toBe(0);
    expect(await list('service=mail&cause=&retrying=false')).toBe(1);
    expect(await list('limit=2')).toBe(2);
  });

  test('without the service, causes say that it is not connected', async () => {
    await notInChannel(1);
    // The test server has no Slack; the worker has.
    expect((await read()).causes[0]).toMatchObject({ service: 'slack', is_connected: false });
  });
});

async function otherStep(seriesId: string) {
  const submission_id = await buildSignUp(db, { form_id: seriesId }, { awaiting_fan_out: false });
  return { submission_id, step: 'email', state: 'failed', attempts: 1, message: 'Hm' } as const;
}

describe('retry of a cause', () => {
  test('EXTRA-10: runs only its own steps, and only those that were read', async () => {
    const { ids } = await notInChannel(2);
    const cause = await stepsOfCause({});
    await db
      .updateTable('submission_steps')
      .set({ updated_at: sql`now() + interval '1 minute'` })
      .where('submission_id', '=', ids[0]!)
      .execute();
    world.slack.behaviours.set({ kind: 'work' });
    expect((await server.post('/steps/cause/retry', cause)).body.data).toEqual({ steps: 1, has_more: false });
    await until('the message', () => world.slack.messages.length === 1);
    await atRest(db);
    expect((await stepsOf(db)).map(({ state, cause: left }) => `${state} ${left}`).toSorted()).toEqual([
      'failed not_in_channel C1',
      'succeeded ',
    ]);
  });

  test('EXTRA-10: omits sign-ups older than 7 days, or includes only these', async () => {
    await notInChannel(3, SLACK, [0, 8, 300]);
    const [cause] = (await read()).causes;
    expect([cause?.steps, cause?.old]).toEqual([3, 2]);
    expect(cause?.oldest_sign_up_at.slice(0, 10)).toBe(new Date(Date.now() - 300 * DAY_MS).toISOString().slice(0, 10));
    world.slack.behaviours.set({ kind: 'work' });
    const ofAge = async (age: 'new' | 'old') => stepsOfCause({}, { age });
    expect((await server.post('/steps/cause/retry', await ofAge('new'))).body.data.steps).toBe(1);
    await atRest(db);
    expect((await server.post('/steps/cause/dismiss', await ofAge('old'))).body.data.steps).toBe(2);
    expect(world.slack.messages).toHaveLength(1);
  });
});

describe('dismissed steps', () => {
  test('EXTRA-11: do not count as failed in Needs attention, are listed separately, and can be restored', async () => {
    const { seriesId, ids } = await notInChannel(3);
    expect((await server.post('/steps/cause/dismiss', await stepsOfCause({}), { as: 'colleague' })).body.data.steps).toBe(3);
    expect(await read()).toMatchObject({ counts: { failed: 0, retrying: 0, series: [] }, causes: [], dismissed: 3 });
    expect((await server.get('/steps/counts')).body.data.failed).toBe(0);
    expect((await server.get('/steps/failed')).body.data.steps).toEqual([]);
    const [slack] = (await server.get('/connections')).body.data;
    expect(slack.steps_failed).toBe(0);
    const { steps } = (await server.get('/steps/failed?dismissed=true')).body.data;
    expect(steps.map((step: Record<string, unknown>) => [step.dismissed_by, step.dismissed_at])).toEqual(
      ids.map(() => ['Ben Osei', expect.any(String)]),
    );
    expect((await read(`?series_id=${seriesId}`)).dismissed).toBe(3);
    expect((await server.post(`${await pathOfStep(db, ids[0]!, 'slack')}/restore`)).body.data.steps).toBe(1);
    expect(await read()).toMatchObject({ counts: { failed: 1 }, dismissed: 2 });
    expect((await server.post('/steps/dismissed/restore', {})).body.data).toEqual({ steps: 2, has_more: false });
    expect(await read()).toMatchObject({ counts: { failed: 3 }, dismissed: 0 });
  });

  test('an Undo brings back what the same person dismissed since then, and nothing of another of the same name', async () => {
    const { ids } = await notInChannel(3);
    await server.post(`${await pathOfStep(db, ids[0]!, 'slack')}/dismiss`);
    const cause = await stepsOfCause({});
    await server.post(`${await pathOfStep(db, ids[1]!, 'slack')}/dismiss`, {}, { as: 'colleague' });
    await server.post('/steps/cause/dismiss', cause);
    const undo = { service: cause.service, cause: cause.cause, since: cause.as_of };
    await db.updateTable('submission_steps').set({ dismissed_by: 'Ada Marsh' }).where('submission_id', '=', ids[1]!).execute();
    expect([(await server.post('/steps/dismissed/restore', undo)).body.data.steps, (await read()).dismissed]).toEqual([1, 2]);
  });

  test('are not retried automatically, nor with others, but only individually', async () => {
    world.slack.behaviours.set({ kind: 'status', status: 500 });
    const seriesId = await buildSeries(db, SLACK);
    const id = await buildSignUp(db, { form_id: seriesId });
    await until('a first attempt', async () => (await stepsOf(db, id)).some(({ state, attempts }) => state === 'waiting' && attempts > 0));
    expect((await server.post('/steps/cause/dismiss', await stepsOfCause({ cause: 'fault', retrying: true }))).body.data.steps).toBe(1);
    expect((await stepsOf(db, id))[0]).toMatchObject({ state: 'failed', next_try_at: null, dismissed_by: 'Ada Marsh' });
    for (const path of ['/steps/retry', `/event_series/${seriesId}/steps/retry`, `/submission/${id}/steps/retry`]) {
      expect((await server.post(path)).body.data.retried).toBe(0);
    }
    world.slack.behaviours.set({ kind: 'work' });
    expect((await server.post(`${await pathOfStep(db, id, 'slack')}/retry`)).body.data.retried).toBe(1);
    await atRest(db);
    expect((await stepsOf(db, id))[0]).toMatchObject({ state: 'succeeded', dismissed_at: null, dismissed_by: null });
  });

  test('if two people dismiss and retry the same cause at the same time, each step is either sent or dismissed, and counted once', async () => {
    await notInChannel(40);
    world.slack.behaviours.set({ kind: 'work' });
    const cause = await stepsOfCause({});
    // All four have read the steps before the first can change any.
    const calls = await db.transaction().execute(async (tx) => {
      await sql`select from submission_steps for update`.execute(tx);
      const started = ['retry', 'dismiss', 'retry', 'dismiss'].map(async (how, index) =>
        server.post(`/steps/cause/${how}`, cause, { as: index < 2 ? 'staff' : 'colleague' }),
      );
      await until('all to wait for the locks', async () => (await countWaitingForLocks(db)) === started.length);
      return { started };
    });
    const answers = await Promise.all(calls.started);
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    expect(answers.reduce((sum, { body }) => sum + body.data.steps, 0)).toBe(40);
    await atRest(db);
    const steps = await stepsOf(db);
    const sent = steps.filter(({ state }) => state === 'succeeded');
    expect(world.slack.messages).toHaveLength(sent.length);
    expect(sent.every(({ dismissed_at: at }) => at === null)).toBe(true);
    expect(steps.filter(({ state, dismissed_at: at }) => state === 'failed' && at !== null)).toHaveLength(40 - sent.length);
  });

  test('a running or sent step cannot be dismissed; an unknown one is 404', async () => {
    const id = await buildSignUp(db, { form_id: await buildSeries(db, SLACK) });
    await atRest(db);
    expect((await server.post(`${await pathOfStep(db, id, 'slack')}/dismiss`)).body.data.steps).toBe(0);
    for (const how of ['dismiss', 'restore']) expect((await server.post(`/step/${id}/${how}`)).status).toBe(404);
  });
});

describe('a corrected address', () => {
  const mailbox = async (owner: { form_id: string }) => {
    world.smtp.behaviours.set({ kind: 'refuse', error: '5.1.1 mailbox unavailable' });
    const id = await buildSignUp(db, owner, { email: 'ada@gmial.com' });
    await atRest(db);
    world.smtp.behaviours.set({ kind: 'work' });
    return id;
  };
  const correct = async (id: string, email: string, version: number) =>
    server.post(`/submission/${id}/address/correct`, { email }, { headers: { 'if-match': String(version) } });

  test.each(['series', 'marketing'] as const)('USE-47: is stored and gets the confirmation, of a %s', async (kind) => {
    const ownerId = kind === 'series' ? await buildSeries(db, EMAIL) : await buildMarketingForm(db, EMAIL);
    const id = await mailbox({ form_id: ownerId });
    expect((await correct(id, ' ada@gmail.com ', 1)).body.data).toEqual({ email: 'ada@gmail.com', version: 2, retried: 1 });
    await atRest(db);
    expect(world.smtp.mails.map(({ recipients }) => recipients)).toEqual([['ada@gmail.com']]);
    const row = await db.selectFrom('submissions').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
    expect([row.email, row.email_key, row.version]).toEqual(['ada@gmail.com', 'ada@gmail.com', 2]);
  });

  test('that a colleague has corrected too is a conflict, and nothing is sent', async () => {
    const id = await mailbox({ form_id: await buildSeries(db, EMAIL) });
    world.smtp.behaviours.set({ kind: 'refuse', error: '5.1.1 mailbox unavailable' });
    await correct(id, 'ada@example.com', 1);
    await atRest(db);
    const { status, body } = await correct(id, 'ada@example.org', 1);
    expect([status, body.current]).toEqual([409, { email: 'ada@example.com' }]);
    expect((await stepsOf(db, id))[0]?.state).toBe('failed');
  });

  test.each(['', 'ada', 'ada@example', 'a b@example.com', `${'x'.repeat(300)}@example.com`])(
    '%j is refused at its field',
    async (email) => {
      const id = await mailbox({ form_id: await buildSeries(db, EMAIL) });
      const { status, body } = await correct(id, email, 1);
      expect([status, body.errors[0].path]).toEqual([422, 'email']);
      expect((await stepsOf(db, id))[0]?.state).toBe('failed');
    },
  );
});
