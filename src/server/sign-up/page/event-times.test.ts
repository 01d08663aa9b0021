import { beforeEach, expect, test } from 'vitest';
import { createFormToken } from '#server/forms/form-token.ts';
import { buildEvent, buildField, buildMarketingForm, buildSeries } from '#server/testing/form-rows.ts';
import { TEST_SECRET } from '#server/testing/server.ts';
import { createSignUpPageServer, postedForm } from '#server/testing/sign-up-page-server.ts';

const server = await createSignUpPageServer();
const { db } = server;

const HOUR_MS = 3_600_000;
const inHours = (hours: number): Date => new Date(Date.now() + hours * HOUR_MS);
const PERSON = { first_name: 'Ada', last_name: 'Lovelace', job_title: 'Analyst', organisation: 'Engines', email: 'ada@example.com' };
const OPENS = new Date('2050-07-12T08:30:00Z');

let seriesId = '';
beforeEach(async () => {
  seriesId = await buildSeries(db);
});

const path = () => `/spring-training/events-series/${seriesId}/view`;
const withoutStyle = (html: string): string => html.replace(/<style>.*<\/style>/s, '');
const load = async (at = path()): Promise<string> => withoutStyle(await (await fetch(server.url + at)).text());

async function bodyOf(events: readonly string[], at = path()): Promise<URLSearchParams> {
  const body = postedForm(await load(at), { ...PERSON, events });
  const form = { kind: at === path() ? 'series' : 'marketing', id: /\/([\w-]{36})\//.exec(at)?.[1] ?? '' } as const;
  body.set('_stamp', createFormToken({ secret: TEST_SECRET, form, now: Date.now() - 5_000 }));
  return body;
}

async function send(body: URLSearchParams, at = path()): Promise<{ status: number; html: string }> {
  const response = await fetch(server.url + at, { method: 'POST', body });
  return { status: response.status, html: withoutStyle(await response.text()) };
}

const post = async (events: readonly string[], at = path()) => send(await bodyOf(events, at), at);

/** The cards of a page: the state of the box, and the lines of the label. */
const cardsOf = (html: string) =>
  [...html.matchAll(/<div class="(event[^"]*)"><label><input([^>]*)>(.*?)<\/label>/g)].map(([, card, input = '', label = '']) => ({
    isOff: card === 'event off' && input.includes('disabled'),
    isChosen: input.includes('checked'),
    lines: [...label.matchAll(/>([^<]+)</g)].map(([, line]) => line),
  }));

/** The notice of a closed form. */
const noticeOf = (html: string): string | undefined => /<p class="notice" role="status">(.*?)<\/p>/s.exec(html)?.[1];

test('PLC-4, PLC-6: a card has the times of the event, which do not break, and its place on one line', async () => {
  const [starts_at, ends_at] = ['2050-07-12T08:30:00Z', '2050-07-12T16:00:00Z'];
  await buildEvent(db, seriesId, { starts_at, ends_at, venue: 'Harbour <House>', venue_address: '14 Quay Street\nBristol' });
  const html = await load();
  expect(html).toContain('<time dateTime="2050-07-12T08:30:00.000Z">Tuesday 12 July 2050, 09:30\u2060–\u206017:00\u00a0BST</time>');
  expect(html).toContain('<small dir="auto">Harbour &lt;House&gt;, 14 Quay Street, Bristol</small></label>');
});

test('PLC-7: neither the form nor the page after a post has the join link', async () => {
  const event = await buildEvent(db, seriesId, { join_url: 'https://meet.example/secret', closes_at: inHours(1) });
  expect(await load()).not.toContain('meet.example');
  const { status, html } = await post([event]);
  expect([status, html.includes('meet.example')]).toEqual([200, false]);
});

test('PLC-31: a card says that sign-up opens later, is open until then, or has closed, and its box is disabled if it cannot be chosen', async () => {
  await buildEvent(db, seriesId, { title: 'A', starts_at: '2050-01-01T09:00:00Z', opens_at: OPENS, closes_at: '2050-07-13T08:30:00Z' });
  await buildEvent(db, seriesId, {
    title: 'B',
    starts_at: '2050-01-02T09:00:00Z',
    opens_at: inHours(-1),
    closes_at: '2050-07-13T08:30:00Z',
  });
  await buildEvent(db, seriesId, { title: 'C', starts_at: '2050-01-03T09:00:00Z', closes_at: inHours(-1) });
  await buildEvent(db, seriesId, { title: 'D', starts_at: '2050-01-04T09:00:00Z' });
  const cards = cardsOf(await load());
  const until = 'Sign-up until Wednesday 13 July 2050, 09:30\u00a0BST';
  expect(cards.map(({ isOff, lines }) => [isOff, ...lines.slice(2)])).toEqual([
    [true, 'Opens Tuesday 12 July 2050, 09:30\u00a0BST', until],
    [false, until],
    [true, 'Sign-up has closed'],
    [false],
  ]);
});

test('PLC-31: the only event is not preselected while it cannot be chosen', async () => {
  await buildEvent(db, seriesId, { closes_at: inHours(-1) });
  expect(cardsOf(await load())).toMatchObject([{ isChosen: false }]);
});

test('PLC-31: the address does not choose an event that cannot be chosen, and its questions are not there', async () => {
  const event = await buildEvent(db, seriesId, { is_brunch: true, starts_at: '2050-01-01T09:00:00Z', closes_at: inHours(-1) });
  const other = await buildEvent(db, seriesId, { is_brunch: true, starts_at: '2050-01-02T09:00:00Z' });
  await buildField(db, { form_id: seriesId }, { label: 'Menu', is_brunch: true, brunch_event_id: event });
  await buildField(db, { form_id: seriesId }, { label: 'Other menu', is_brunch: true, brunch_event_id: other });
  const html = await load(`${path()}?events=${event}&events=${other}`);
  expect(cardsOf(html).map(({ isChosen }) => isChosen)).toEqual([false, true]);
  expect([html.includes('>Menu<'), html.includes('>Other menu<')]).toEqual([false, true]);
});

test('PLC-37: the first box that can be ticked takes the focus of an error', async () => {
  await buildEvent(db, seriesId, { starts_at: '2050-01-01T09:00:00Z', closes_at: inHours(-1) });
  const open = await buildEvent(db, seriesId, { starts_at: '2050-01-02T09:00:00Z' });
  const { status, html } = await post([]);
  expect(status).toBe(422);
  expect(html).toMatch(new RegExp(`<input[^>]*id="events"[^>]*value="${open}"|<input[^>]*value="${open}"[^>]*id="events"`));
});

test('PLC-37: a post without script for an event that has since closed comes back with 422, its box disabled, the rest unchanged', async () => {
  const closing = await buildEvent(db, seriesId, { title: 'A', starts_at: '2050-01-01T09:00:00Z' });
  const other = await buildEvent(db, seriesId, { title: 'B', starts_at: '2050-01-02T09:00:00Z' });
  await server.post(`/event_series/${seriesId}/event/${closing}/edit`, { closes_at: inHours(-1).toISOString() });
  const { status, html } = await post([closing, other]);
  expect(status).toBe(422);
  expect(html).toContain('Sign-up for ‘A’ has closed. Please choose again.');
  expect(html).toContain('value="ada@example.com"');
  expect(cardsOf(html)).toMatchObject([
    { isOff: true, isChosen: false },
    { isOff: false, isChosen: true },
  ]);
});

test('PUB-38: a chosen event with a different date from the page is refused once; calls without dates are accepted', async () => {
  const day = await buildEvent(db, seriesId, { title: 'Day', starts_at: '2050-01-10T10:00:00Z' });
  const other = await buildEvent(db, seriesId, { title: 'Other', starts_at: '2050-01-11T10:00:00Z' });
  const moveTo = async (id: string, date: string | null) => server.post(`/event_series/${seriesId}/event/${id}/edit`, { date });
  const body = await bodyOf([day]);
  await moveTo(other, '2050-03-11T10:00:00Z');
  await moveTo(day, '2050-07-10T10:00:00Z');
  const refused = await send(body);
  expect([
    refused.status,
    refused.html.includes('‘Day’ now takes place on Sunday 10 July 2050, 11:00\u00a0BST. Please check the date'),
  ]).toEqual([422, true]);
  expect(refused.html).toContain('value="ada@example.com"');
  expect((await send(postedForm(refused.html, { ...PERSON, events: day }))).status).toBe(200);
  await moveTo(day, null);
  const call = async (_dates?: unknown) => server.post(`/event_series/${seriesId}/submit`, { ...PERSON, events: [day], _dates });
  for (const dates of [undefined, 'text', [5], [`${other} `], [`${day} `]]) expect((await call(dates)).status).toBe(200);
  const { status, body: problem } = await call([`${day} 2050-07-10T10:00:00.000Z`]);
  expect([status, problem.errors]).toEqual([
    422,
    [{ path: 'events', message: '‘Day’ has no date at the moment. Please check the date, then submit again.' }],
  ]);
});

test('PLC-36: a page that was rendered before an event closed is not shown after it', async () => {
  const event = await buildEvent(db, seriesId, { closes_at: new Date(Date.now() + 2_000) });
  expect(cardsOf(await load())).toMatchObject([{ isOff: false }]);
  await expect.poll(async () => cardsOf(await load()), { timeout: 10_000 }).toMatchObject([{ isOff: true }]);
  const version = await db.selectFrom('forms').select('form_version').where('id', '=', seriesId).executeTakeFirstOrThrow();
  expect(version).toEqual({ form_version: 1 });
  expect((await post([event])).status).toBe(422);
});

test('PLC-39: when no event can be chosen the form is closed, its cards stay, and the notice says when the first one opens', async () => {
  await buildEvent(db, seriesId, { title: 'A', closes_at: inHours(-1) });
  await buildEvent(db, seriesId, { title: 'B', opens_at: '2050-07-13T08:30:00Z' });
  await buildEvent(db, seriesId, { title: 'C', opens_at: OPENS });
  const html = await load();
  expect(noticeOf(html)).toBe('Sign-up opens on Tuesday 12 July 2050, 09:30\u00a0BST.');
  expect(cardsOf(html).map(({ isOff }) => isOff)).toEqual([true, true, true]);
  expect(html).toMatch(/<fieldset class="stack" disabled/);
  // The script is included: it opens the form on time.
  expect(html).toContain('data-script=');
});

test('PLC-39: after the last event has closed, or without any, the notice is the usual one and there is no script', async () => {
  const usual = 'Signup events are currently closed for this event. Please check our other events.';
  const empty = await load();
  expect([noticeOf(empty), empty.includes('data-script='), cardsOf(empty).length]).toEqual([usual, false, 0]);
  await buildEvent(db, seriesId, { closes_at: inHours(-1) });
  await server.post(`/event_series/${seriesId}/edit`, { title: 'Spring' });
  const over = await load();
  expect([noticeOf(over), over.includes('data-script='), cardsOf(over).length]).toEqual([usual, false, 1]);
});

test('PLC-39, PLC-40: staff’s own closed text appears instead, with its line breaks and links, and nothing of it is HTML', async () => {
  await buildEvent(db, seriesId, { opens_at: OPENS });
  const answer = await server.post(`/event_series/${seriesId}/edit`, {
    closed_text: ' Full <b>house</b>.\nSee https://example.org/next. ',
  });
  expect(answer.body.data.closed_text).toBe('Full <b>house</b>.\nSee https://example.org/next.');
  expect(noticeOf(await load())).toBe(
    'Full &lt;b&gt;house&lt;/b&gt;.\nSee <a href="https://example.org/next" target="_blank" rel="noopener">https://example.org/next<span class="quiet"> (opens in a new tab)</span></a>.',
  );
  await server.post(`/event_series/${seriesId}/edit`, { closed_text: ' ' });
  expect(noticeOf(await load())).toMatch(/^Sign-up opens on /);
});

test('PLC-39: the closed text of a series without events appears there, too', async () => {
  const empty = await buildSeries(db, { closed_text: 'Come back in spring.' });
  expect(noticeOf(await load(`/x/events-series/${empty}/view`))).toBe('Come back in spring.');
});

test('PLC-40, PLC-41: the page after a post without script has staff’s own success text and the events with end and place', async () => {
  const [starts_at, ends_at] = ['2050-07-12T08:30:00Z', '2050-07-12T16:00:00Z'];
  const event = await buildEvent(db, seriesId, { starts_at, ends_at, venue: 'Harbour House' });
  await server.post(`/event_series/${seriesId}/edit`, { success_text: 'Bring a photo ID.\nParking: https://example.org/p' });
  const { status, html } = await post([event]);
  expect(status).toBe(200);
  expect(html).toContain('<p>Bring a photo ID.\nParking: <a href="https://example.org/p" target="_blank" rel="noopener">');
  expect(html).not.toContain('submitted successfully');
  expect(html).toContain('17:00\u00a0BST</time><div dir="auto">Harbour House<!-- --> </div></div></li>');
});

test('PLC-40: the same page of a marketing form has its text, and ‘Check your inbox.’ follows if there is something to download', async () => {
  const formId = await buildMarketingForm(db, { has_downloadable_content: true });
  const answer = await server.post(`/form/${formId}/edit`, { success_text: 'It is on its way.', closed_text: 'Not of a form' });
  expect(answer.body.data.success_text).toBe('It is on its way.');
  expect(answer.body.data).not.toHaveProperty('closed_text');
  expect((await post([], `/white-paper/form/${formId}/view`)).html).toContain('<li><p>It is on its way. Check your inbox.</p></li>');
});

test.each(['closed_text', 'success_text'])('PLC-40: a %s is at most 1,000 characters', async (name) => {
  const edit = (text: string) => server.post(`/event_series/${seriesId}/edit`, { [name]: text });
  expect((await edit('x'.repeat(1_000))).status).toBe(200);
  expect(await edit('x'.repeat(1_001))).toMatchObject({
    status: 422,
    body: { errors: [{ path: name, message: 'Please use at most 1,000 characters' }] },
  });
});
