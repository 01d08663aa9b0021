import { describe, expect, test } from 'vitest';
import { causeText } from '#contract/steps/causes.ts';
import { recordOutcome } from '#server/steps/worker-activity.ts';
import { buildEvent, buildSeries } from '#server/testing/form-rows.ts';
import { createTestServer } from '#server/testing/server.ts';
import { buildSignUp, startWorld } from '#server/testing/worker.ts';

const world = await startWorld();
const server = await createTestServer({ ...world.settings, MAIL_DOMAINS: 'example.com', ORGANISATION_NAME: 'Kestrel' });
const bare = await createTestServer({ NODE_ENV: 'production' });

const outcomes = async () => server.db.selectFrom('service_outcomes').selectAll().orderBy('service').execute();

describe('the overview', () => {
  test('lists the services with their configuration, last outcomes and failed steps, without secrets', async () => {
    const id = await buildSignUp(server.db, { form_id: await buildSeries(server.db) }, { awaiting_fan_out: false });
    const steps = [
      { step: 'email', state: 'failed', attempts: 1 },
      { step: 'forward', state: 'waiting', attempts: 1 },
      { step: 'crm', state: 'succeeded', attempts: 1 },
    ] as const;
    await server.db
      .insertInto('submission_steps')
      .values(steps.map((step) => ({ submission_id: id, ...step })))
      .execute();
    await server.post('/connections/slack/test', { channel_id: 'C1' });
    world.copper.behaviours.set({ kind: 'status', status: 503 });
    await server.post('/connections/copper/test');
    const { body, text } = await server.get('/connections');
    expect(body.data).toEqual([
      {
        service: 'slack',
        is_configured: true,
        description: `Posts through ${new URL(world.slack.url).host}`,
        succeeded_at: expect.any(String),
        failed_at: null,
        failure: null,
        steps_failed: 0,
        steps_retrying: 0,
      },
      {
        service: 'mail',
        is_configured: true,
        description: `Sent through ${new URL(world.smtp.url).host}`,
        succeeded_at: null,
        failed_at: null,
        failure: null,
        steps_failed: 1,
        steps_retrying: 1,
      },
      {
        service: 'copper',
        is_configured: true,
        description: `${new URL(world.copper.url).host}, at most 10,000 requests a minute`,
        succeeded_at: null,
        failed_at: expect.any(String),
        failure: 'Copper returned error 503: no',
        steps_failed: 0,
        steps_retrying: 0,
      },
    ]);
    for (const secret of ['xoxb', 'copper-test', 'crm@example.com']) expect(text).not.toContain(secret);
  });

  test('says what is not connected, and whom to ask', async () => {
    const { body } = await bare.get('/connections');
    expect(body.data.map((each: { is_configured: boolean }) => each.is_configured)).toEqual([false, false, false]);
    expect(body.data[0].description).toBe('Not connected. Ask whoever runs this server.');
  });

  test.each([
    'get /connections',
    'get /connections/slack/channel?channel_id=C1',
    'post /connections/slack/test',
    'post /connections/mail/test',
    'post /connections/copper/test',
  ])('%s is for staff only', async (call) => {
    const [method, path = ''] = call.split(' ');
    for (const [as, status] of [
      ['visitor', 401],
      ['outsider', 403],
    ] as const) {
      expect((await (method === 'get' ? server.get(path, { as }) : server.post(path, {}, { as }))).status).toBe(status);
    }
  });
});

describe('the tests', () => {
  test('of Slack posts to the channel, and reports its error at the input', async () => {
    const { body } = await server.post('/connections/slack/test', { channel_id: ' C9 ' });
    expect(body.data.message).toBe('A test message was posted to channel C9.');
    expect(world.slack.messages).toMatchObject([{ channel: 'C9', text: 'Turnout can post here' }]);
    world.slack.behaviours.set({ kind: 'refuse', error: 'not_in_channel' });
    const refused = await server.post('/connections/slack/test', { channel_id: 'C9' });
    expect([refused.status, refused.body.errors]).toEqual([
      422,
      [{ path: 'channel_id', message: 'The bot is not in channel C9. Invite the bot there (/invite in the channel), then retry.' }],
    ]);
    world.slack.behaviours.set({ kind: 'cut' });
    const away = await server.post('/connections/slack/test', { channel_id: 'C9' });
    expect([away.status, away.body.detail]).toEqual([503, 'Slack could not be reached (UND_ERR_SOCKET)']);
    // Not of the channel: a proxy's page, and the token.
    for (const status of [401, 402, 413]) {
      world.slack.behaviours.set({ kind: 'status', status, body: '<h1>Blocked</h1>' });
      const blocked = await server.post('/connections/slack/test', { channel_id: 'C9' });
      expect([blocked.status, blocked.body.detail]).toEqual([503, `Slack returned error ${status}`]);
    }
    world.slack.behaviours.set({ kind: 'refuse', error: 'invalid_auth' });
    expect((await server.post('/connections/slack/test', { channel_id: 'C9' })).status).toBe(503);
    expect((await server.post('/connections/slack/test', { channel_id: ' ' })).body.errors).toEqual([
      { path: 'channel_id', message: 'Please enter a channel ID' },
    ]);
  });

  test('USE-55: of Slack names the channel, which the settings and Needs attention show too', async () => {
    world.slack.names.set('C77', 'leaders');
    expect((await server.post('/connections/slack/test', { channel_id: 'C77' })).body.data.message).toBe(
      'A test message was posted to #leaders.',
    );
    const nameOf = async (id: string, at = server) =>
      (await at.get(`/connections/slack/channel?channel_id=${encodeURIComponent(id)}`)).body.data.name;
    expect([await nameOf('C77'), await nameOf('C78'), await nameOf('C77', bare)]).toEqual(['#leaders', null, null]);
    const asked = world.slack.behaviours.requests;
    for (const typed of ['#leaders', '', 'C1&x=1']) expect(await nameOf(typed)).toBeNull();
    expect(world.slack.behaviours.requests).toBe(asked);
    for (const typed of ['<#C77|leaders>', 'https://kestrel.slack.com/archives/C77/p1']) expect(await nameOf(typed)).toBe('#leaders');
    const id = await buildSignUp(server.db, { form_id: await buildSeries(server.db) }, { awaiting_fan_out: false });
    const failed = { submission_id: id, step: 'slack', state: 'failed', attempts: 1, message: 'no', cause: 'not_in_channel C77' } as const;
    await server.db.insertInto('submission_steps').values(failed).execute();
    const causesOf = async (at = server) => (await at.get('/steps/causes')).body.data.causes;
    const [cause] = await causesOf();
    expect([causeText({ ...cause, message: '' }).title, await causesOf(bare)]).toEqual(['The bot is not in #leaders', []]);
  });

  test('of mail sends the filled draft to the user who asks only', async () => {
    const draft = {
      title: 'Autumn',
      email_from: 'team@other.example',
      email_subject: 'See you at %SERIES%',
      email_template: '<p>%FNAME%: %SUCCESS% (%FROM%)</p>',
    };
    const { status, body } = await server.post('/connections/mail/test', draft);
    expect([status, body.data.message]).toEqual([200, 'Sent: a test email to ada@example.com.']);
    const { parsed, recipients } = world.smtp.mails[0]!;
    expect(recipients).toEqual(['ada@example.com']);
    expect(parsed).toMatchObject({
      subject: '[Test] See you at Autumn',
      from: { name: 'Kestrel', address: 'no-reply@example.com' },
      replyTo: [{ address: 'team@other.example' }],
      html: expect.stringContaining('<p>Ada: Day one – '),
    });
    await server.post('/connections/mail/test', { ...draft, is_marketing_form: true, email_from: 'team@example.com' });
    expect(world.smtp.mails[1]!.parsed).toMatchObject({
      from: { address: 'team@example.com' },
      html: expect.stringContaining('<p>Ada: Autumn (team@example.com)</p>'),
    });
    await server.post('/connections/mail/test', {});
    expect(world.smtp.mails[2]!.parsed.subject).toBe('[Test] A test for Spring training');
  });

  test('SLF-34: of another mail of a series is filled with sample values, and does not count as testing the setup', async () => {
    const series_id = await buildSeries(server.db);
    const draft = { kind: 'offer', email_subject: '%EVENT%', email_template: '%EVENTS%\n%OFFER_ENDS%\n%NOTE%\n%LINK%', series_id };
    expect((await server.post('/connections/mail/test', draft)).status).toBe(200);
    const { subject, text } = world.smtp.mails[0]!.parsed;
    expect(subject).toBe('[Test] Day one');
    expect(text).toMatch(/^Day one\n\w+day .*\n\n\w+day .*:00\s\w+\n%NOTE%\nhttps:\/\/events\.example\.com\/registration\//);
    expect(await server.db.selectFrom('form_setups').select('mail_tested_at').execute()).toEqual([{ mail_tested_at: null }]);
  });

  test('SLF-29, SLF-31: of the confirmation has the events, and the waiting list of a series that has one', async () => {
    const series_id = await buildSeries(server.db);
    const draft = { email_subject: 'Soon %CONTACT%', email_template: '%EVENTS% %WAITING%\n\n%OTHERS% %NOTE%', series_id };
    await server.post('/connections/mail/test', draft);
    const { parsed } = world.smtp.mails[0]!;
    expect([parsed.subject, parsed.text]).toEqual([
      '[Test] Soon %CONTACT%',
      expect.stringMatching(/^Day one\n.*\n\n%OTHERS% %NOTE%\n\n-- \n/),
    ]);
    await buildEvent(server.db, series_id, { closes_when_full: true, maximum_participants: 1, waiting_list: 'offer' });
    await server.post('/connections/mail/test', draft);
    expect(world.smtp.mails[1]!.parsed.text).toMatch(/\n\nDay two\nPosition 3\n.*\n\n%OTHERS% %NOTE%\n\nNeed to change or cancel\?\nhttps/);
  });

  test.each([
    ['email_subject', ' ', 'The email has no subject yet. Enter one, then test it.'],
    ['email_template', '', 'The email has no text yet. Write it, then test it.'],
    ['email_template', null, 'The email has no text yet. Write it, then test it.'],
  ])('USE-55: of a mail whose %s is %j is refused at the field', async (path, empty, message) => {
    const draft = { email_subject: 'See you', email_template: '<p>Soon</p>', [path]: empty };
    const { status, body } = await server.post('/connections/mail/test', draft);
    expect([status, body.errors]).toEqual([422, [{ path, message }]]);
    expect(world.smtp.mails).toEqual([]);
  });

  test('of mail reports the error of the mail server', async () => {
    world.smtp.behaviours.set({ kind: 'status', status: 554 });
    const { status, body } = await server.post('/connections/mail/test', {});
    expect([status, body.detail]).toEqual([503, 'The mail server answered: 554 Said 554']);
    expect(await outcomes()).toMatchObject([{ service: 'mail', failure: 'The mail server answered: 554 Said 554' }]);
  });

  test('the stored failure of a service does not contain the address', async () => {
    await recordOutcome(server.db, 'mail', 'The mail server answered: 550 <ada@example.com>: no such user');
    expect(await outcomes()).toMatchObject([{ failure: 'The mail server answered: 550 <[address]>: no such user' }]);
  });

  test('of a service that answers with NUL and half a letter reports and stores the rest', async () => {
    world.copper.behaviours.set({ kind: 'status', status: 400, body: { message: 'a\u0000b\ud83d' } });
    const { status } = await server.post('/connections/copper/test');
    expect([status, await outcomes()]).toMatchObject([503, [{ service: 'copper', failure: 'Copper returned error 400: ab\ufffd' }]]);
  });

  test('of Copper names the account', async () => {
    expect((await server.post('/connections/copper/test')).body.data.message).toBe('Connected to the Copper account Test account.');
    expect(await outcomes()).toMatchObject([{ service: 'copper', succeeded_at: expect.any(Date), failure: null }]);
  });

  test('say whom to ask on a server without configuration', async () => {
    for (const [path, body] of [
      ['slack', { channel_id: 'C1' }],
      ['copper', undefined],
    ] as const) {
      const answer = await bare.post(`/connections/${path}/test`, body);
      expect([answer.status, answer.body.detail]).toEqual([503, 'Not connected. Ask whoever runs this server.']);
    }
    expect((await bare.post('/connections/mail/test', {})).status).toBe(503);
  });
});
