import assert from 'node:assert/strict';
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { createFormToken } from '#server/forms/form-token.ts';
import { buildEvent, buildField, buildSeries } from '#server/testing/form-rows.ts';
import { TEST_SECRET } from '#server/testing/server.ts';
import { createSignUpPageServer } from '#server/testing/sign-up-page-server.ts';

const LIMIT = 40;
const SHORT_BYTES = 5_000;
const PAST_MS = 5_000;

const server = await createSignUpPageServer({ PUBLIC_RATE_LIMIT: String(LIMIT), TRUST_PROXY: '127.0.0.1' });
const { db } = server;

const PERSON = { first_name: 'Ada', last_name: 'Lovelace', job_title: 'Analyst', organisation: 'Engines', email: 'ada@example.com' };

const headers = { 'content-type': 'application/x-www-form-urlencoded', 'x-forwarded-for': '192.0.2.1' };

let seriesId = '';
let path = '';
let event = '';
beforeEach(async () => {
  seriesId = await buildSeries(db, { title: 'Spring training' });
  path = `/spring-training/events-series/${seriesId}/view`;
  event = await buildEvent(db, seriesId, { title: 'One' });
  await buildEvent(db, seriesId, { title: 'Two' });
  for (let position = 0; position < 6; position += 1)
    await buildField(db, { form_id: seriesId }, { label: `Note ${position}`, type: 'textarea', position });
});

function bodyOf(values: Record<string, string>): string {
  const notes = Object.fromEntries(Array.from({ length: 6 }, (_, index) => [`note_${index}`, 'x'.repeat(9_000)]));
  const token = createFormToken({ secret: TEST_SECRET, form: { kind: 'series', id: seriesId }, now: Date.now() - PAST_MS });
  return new URLSearchParams({ ...PERSON, ...notes, events: event, utm_source: 'news', _stamp: token, ...values }).toString();
}

const post = async (body: string) => {
  const answer = await fetch(server.url + path, { method: 'POST', headers, body });
  return { status: answer.status, headers: answer.headers, html: await answer.text() };
};

test('EMB-2: without script a long answer may have letters of any alphabet, and all answers together are as long as with it', async () => {
  const sent = async (answers: Record<string, string>) => {
    const { status } = await post(bodyOf({ note_0: '', note_1: '', note_2: '', note_3: '', note_4: '', note_5: '', ...answers }));
    return status;
  };
  const [long, short] = ['漢'.repeat(10_000), '字'.repeat(2_000)];
  expect(await sent({ note_0: long, note_1: long })).toBe(200);
  const stored = await db.selectFrom('submissions').select('answers').execute();
  expect(stored).toEqual([{ answers: { note_0: long, note_1: long } }]);
  expect([await sent({ note_0: long, note_1: long, note_2: short }), await sent({ note_0: 'a'.repeat(70_000) })]).toEqual([413, 413]);
});

test('SPAM-3, SPAM-6, PUB-22, SEC-3: a post over the limit comes back as it was typed; over twice the limit a short page says how to keep what was typed', async () => {
  const body = bodyOf({ email: 'ada@' });
  const answers: Awaited<ReturnType<typeof post>>[] = [];
  // A new minute would reset the count.
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() - (Date.now() % 60_000) });
  onTestFinished(() => void vi.useRealTimers());
  for (let count = 0; count < LIMIT * 2 + 5; count += 1) answers.push(await post(body));
  const tooManyRequests = answers.filter(({ status }) => status === 429);
  const find = (hasForm: boolean) => {
    const answer = tooManyRequests.find(({ html }) => html.includes('<form') === hasForm);
    assert(answer !== undefined);
    return answer;
  };
  const [given, short] = [find(true), find(false)];
  expect(given.html.length).toBeGreaterThan(60_000);
  expect(short.html.length).toBeLessThan(SHORT_BYTES);
  expect((await fetch(server.url + path, { headers })).status).toBe(200);
  expect(given.html).toContain('<title>Error: Spring training – Northfield Training</title>');
  expect(given.html).toContain('<p class="note bad" role="alert">Error – There was an error submitting your form. Please try again</p>');
  expect(given.html).toContain('name="first_name" value="Ada"');
  expect(given.html).toMatch(new RegExp(`<input[^>]*checked=""[^>]*value="${event}"`));
  expect(given.html).toContain('name="utm_source" value="news"');
  expect(short.html).toContain('Please wait a minute, then reload this page to send your answers again.');
  for (const answer of [given, short]) expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0);
  const noted = db.selectFrom('blocked_submissions').select('tries').where('form_id', '=', seriesId);
  await expect.poll(async () => noted.execute()).toEqual([{ tries: tooManyRequests.length }]);
});
