import { beforeEach, describe, expect, test } from 'vitest';
import type { FormRef } from '#contract/forms/form-ref.ts';
import { createFormToken } from '#server/forms/form-token.ts';
import { buildEvent, buildField, buildMarketingForm, buildSeries } from '#server/testing/form-rows.ts';
import { TEST_SECRET } from '#server/testing/server.ts';
import { createSignUpPageServer, postedForm } from '#server/testing/sign-up-page-server.ts';
import { makeSeriesUnreadable } from '#server/testing/unreadable-series.ts';

const server = await createSignUpPageServer();
const { db } = server;

const PERSON = { first_name: 'Ada', last_name: 'Lovelace', job_title: 'Analyst', organisation: 'Engines', email: 'ada@example.com' };
const PAST_MS = 5_000;

let seriesId = '';
let path = '';
beforeEach(async () => {
  seriesId = await buildSeries(db, { title: 'Spring training' });
  path = `/spring-training/events-series/${seriesId}/view`;
});

const submissions = () => db.selectFrom('submissions').selectAll().orderBy('id').execute();

const load = async (at = path): Promise<string> => (await fetch(server.url + at)).text();

/** Some seconds old, since a younger token is refused. */
const token = (form: FormRef = { kind: 'series', id: seriesId }) =>
  createFormToken({ secret: TEST_SECRET, form, now: Date.now() - PAST_MS });

async function post(body: URLSearchParams, at = path) {
  const response = await fetch(server.url + at, { method: 'POST', body });
  const html = (await response.text()).replace(/<style>.*<\/style>/s, '');
  return { status: response.status, headers: response.headers, html, title: /<title>(.*?)<\/title>/.exec(html)?.[1] };
}

async function typed(values: Readonly<Record<string, string | readonly string[]>>): Promise<URLSearchParams> {
  const body = postedForm(await load(), values);
  body.set('_stamp', token());
  return body;
}

describe('a post without script that is accepted', () => {
  test('EMB-2, ERR-6: is stored, and answered by a page that names person and events', async () => {
    const [one, two] = [await buildEvent(db, seriesId, { title: 'One' }), await buildEvent(db, seriesId, { title: 'Two' })];
    await buildEvent(db, seriesId, { title: 'Three' });
    await buildField(db, { form_id: seriesId }, { label: 'Note', type: 'textarea' });
    const body = await typed({ ...PERSON, events: [one, two], note: 'one\r\ntwo', accepts_marketing: 'true' });
    const { status, html, title } = await post(body, `${path}?utm_source=news`);
    expect(status).toBe(200);
    expect(title).toBe('Success! Spring training – Northfield Training');
    expect(html).toContain('Thank you, Ada');
    expect(html).toContain('Your details have been submitted successfully. We&#x27;ll get back to you shortly.');
    const names = [...html.matchAll(/<strong dir="auto">(.*?)<\/strong>/g)].map(([, name]) => name);
    expect(new Set(names)).toEqual(new Set(['One', 'Two']));
    expect(await submissions()).toMatchObject([
      { ...PERSON, accepts_marketing: true, answers: { note: 'one\ntwo' }, awaiting_fan_out: true },
    ]);
    const { html: ofOneName } = await post(await typed({ ...PERSON, first_name: '-', last_name: 'Suharto', events: one }));
    expect(ofOneName).toContain('Thank you, Suharto');
  });

  test('is stored with its utm parameters and the previous page', async () => {
    const event = await buildEvent(db, seriesId);
    const page = await (
      await fetch(`${server.url}${path}?utm_source=news&utm_campaign=a%26b`, { headers: { referer: 'https://host.example/learn?x=y' } })
    ).text();
    const body = postedForm(page, { ...PERSON, events: event });
    body.set('_stamp', token());
    await post(body);
    expect(await submissions()).toMatchObject([
      { source: { utm_source: 'news', utm_campaign: 'a&b', source_page: 'https://host.example/learn' } },
    ]);
  });

  test('a reload does not sign up twice, going back and changing the name does', async () => {
    const event = await buildEvent(db, seriesId);
    const body = await typed({ ...PERSON, events: event });
    expect([(await post(body)).status, (await post(body)).status]).toEqual([200, 200]);
    expect(await submissions()).toHaveLength(1);
    body.set('first_name', 'Grace');
    expect((await post(body)).status).toBe(200);
    expect((await submissions()).map(({ first_name }) => first_name)).toEqual(['Ada', 'Grace']);
  });

  test('a replayed post is the same sign-up, with its parameters in any order and some of them twice', async () => {
    const events = [await buildEvent(db, seriesId), await buildEvent(db, seriesId, { title: 'Day two' })];
    const body = await typed({ ...PERSON, events });
    const parts = [...body];
    // The order of the events matters.
    const others = parts.filter(([name]) => name !== 'events').toReversed();
    const reordered = new URLSearchParams([...parts.filter(([name]) => name === 'events'), ...others]);
    const doubled = new URLSearchParams([...parts, ['first_name', 'Eve'], ['_key', 'another'], ['_stamp', 'forged']]);
    for (const each of [body, reordered, doubled, body]) expect((await post(each)).status).toBe(200);
    expect((await submissions()).map(({ first_name }) => first_name)).toEqual(['Ada']);
  });

  test('PUB-20, EMB-12, FACE-38: it links to redirectTo, and to a form for another person, with organisation and events, but no address', async () => {
    const [event, other] = [await buildEvent(db, seriesId), await buildEvent(db, seriesId)];
    const query = '?embed=1&first_name=Ada&redirectTo=https%3A%2F%2Fhost.example%2Fthanks';
    const { html } = await post(await typed({ ...PERSON, events: event }), path.replace('spring', 'a%22b') + query);
    expect(html).toContain('<a href="https://host.example/thanks" target="_top">Continue to host.example</a>');
    const again = `?embed=1&redirectTo=https%3A%2F%2Fhost.example%2Fthanks&organisation=Engines&events=${event}`;
    expect(html).toContain(`<a href="${again.replaceAll('&', '&amp;')}">Sign up another person</a>`);
    const next = await load(path + again);
    expect(next).toContain('name="organisation" value="Engines"');
    expect(next).toMatch(new RegExp(`<input[^>]*checked=""[^>]*value="${event}"`));
    expect(next).not.toMatch(new RegExp(`<input[^>]*checked=""[^>]*value="${other}"|${PERSON.email}`));
  });

  test('PUB-26: a form with downloadable content says where to look for it', async () => {
    const id = await buildMarketingForm(db, { title: 'Handbook', has_downloadable_content: true });
    const at = `/handbook/form/${id}/view`;
    const body = postedForm(await load(at), PERSON);
    body.set('_stamp', token({ kind: 'marketing', id }));
    const { status, html } = await post(body, at);
    expect(status).toBe(200);
    expect(html).toContain('get back to you shortly. Check your inbox.');
    expect(await submissions()).toMatchObject([{ form_id: id }]);
  });

  test('answers to fields of an event that was not chosen are dropped', async () => {
    const talk = await buildEvent(db, seriesId);
    const brunch = await buildEvent(db, seriesId, { is_brunch: true });
    const menu = { label: 'Menu', type: 'select' as const, options: ['Eggs'], is_required: true, is_brunch: true, brunch_event_id: brunch };
    await buildField(db, { form_id: seriesId }, menu);
    expect((await post(await typed({ ...PERSON, events: talk, menu: 'Eggs' }))).status).toBe(200);
    expect(await submissions()).toMatchObject([{ answers: {} }]);
  });
});

/** Fails unless the form came back with its error message and with what Ada typed, ticked and had in the address. */
function expectGivenBack({ html, title }: Awaited<ReturnType<typeof post>>, event: string): void {
  expect(title).toBe('Error: Spring training – Northfield Training');
  expect(html).toContain('<p class="note bad" role="alert">Error – There was an error submitting your form. Please try again</p>');
  expect(html).toContain('name="first_name" value="Ada"');
  expect(html).toMatch(new RegExp(`<input[^>]*checked=""[^>]*value="${event}"`));
  expect(html).toContain('name="utm_source" value="news"');
}

describe('a post without script that is refused', () => {
  test('VAL-1, VAL-5, VAL-6, VAL-7, VAL-8, VAL-9, VAL-10, VAL-11, VAL-12, VAL-13: comes back with each error at its field, and the first one gets the focus', async () => {
    await buildEvent(db, seriesId, { title: 'One' });
    await buildEvent(db, seriesId, { title: 'Two' });
    await buildField(db, { form_id: seriesId }, { label: 'Diet', is_required: true });
    const { status, html, title } = await post(await typed({ first_name: ' ', email: 'ada@' }));
    expect(status).toBe(422);
    expect(title).toBe('Error: Spring training – Northfield Training');
    expect([...html.matchAll(/<p class="error"[^>]*><span class="quiet">Error: <\/span>(.*?)<\/p>/g)].map(([, text]) => text)).toEqual([
      'First name is required',
      'Last name is required',
      'Job title is required',
      'Organisation is required',
      'Please enter a valid email address',
      'This field is required',
    ]);
    expect(html).toContain('<span class="quiet">Error: </span><span>Please select at least one event</span>');
    expect(html).toContain('<p class="note bad" role="alert"><a href="#first_name">Please check 7 answers</a></p>');
    expect(html.match(/autofocus=""/gi)).toHaveLength(1);
    expect(html).toMatch(/<input[^>]*id="first_name"[^>]*aria-invalid="true" aria-describedby="first_name-error" autofocus=""/i);
    expect(await submissions()).toEqual([]);
  });

  test('VAL-11: a marketing form has its own message for a bad address', async () => {
    const id = await buildMarketingForm(db);
    const { html } = await post(new URLSearchParams({ ...PERSON, email: 'x' }), `/x/form/${id}/view`);
    expect(html).toContain('Invalid email address');
    expect(html).toContain('Please check one answer');
  });

  test('PUB-22: keeps everything that was typed, ticked and chosen', async () => {
    const owner = { form_id: seriesId };
    const event = await buildEvent(db, seriesId, { title: 'One' });
    await buildEvent(db, seriesId, { title: 'Two' });
    await buildField(db, owner, { label: 'Size', type: 'select', options: ['S', 'M'] });
    await buildField(db, owner, { label: 'Note', type: 'textarea', position: 1 });
    await buildField(db, owner, { label: 'Access', type: 'checkbox', position: 2 });
    const values = { ...PERSON, email: '', events: event, size: 'M', note: 'a <b>\nc', access: 'true', accepts_marketing: 'true' };
    const { html } = await post(await typed(values));
    expect(html).toMatch(/name="first_name" value="Ada"/);
    expect(html).toMatch(new RegExp(`<input[^>]*checked=""[^>]*value="${event}"`));
    expect(html).toContain('<option value="M" selected="">');
    expect(html).toMatch(/<textarea[^>]*>a &lt;b&gt;\nc<\/textarea>/);
    expect(html).toMatch(/name="access"[^>]*checked=""/);
    expect(html).toMatch(/name="accepts_marketing"[^>]*checked=""/);
  });

  test('VAL-28: an event that has since closed is an error at the events', async () => {
    const event = await buildEvent(db, seriesId);
    const hidden = await buildEvent(db, seriesId, { title: 'Hidden', is_on_form: false });
    const { status, html } = await post(await typed({ ...PERSON, events: [event, hidden] }));
    expect(status).toBe(422);
    expect(html).toContain('This event is no longer open. Please choose again.');
  });

  test('SPAM-1, SPAM-5: a filled honeypot is shown with its content, and the post without it works', async () => {
    const event = await buildEvent(db, seriesId);
    const body = await typed({ ...PERSON, events: event, _remarks: 'https://example.com' });
    const { status, html } = await post(body);
    expect(status).toBe(422);
    expect(html).not.toContain('inert');
    expect(html).toMatch(/<input[^>]*id="_remarks"[^>]*autofocus=""[^>]*value="https:\/\/example\.com"/i);
    expect(html).toContain('<a href="#_remarks">Please check one answer</a>');
    expect(html).toContain('Please empty this field. Your browser may have filled it in.');
    body.delete('_remarks');
    expect((await post(body)).status).toBe(200);
  });

  test.each([
    ['SPAM-2: a token of someone else', { _stamp: 'abc.def' }],
    ['SPAM-2: a token that is not two seconds old', { _stamp: 'now' }],
    ['SPAM-2: an empty token', { _stamp: '' }],
    ['SPAM-2: no token', { _stamp: undefined }],
  ])('%s, SPAM-5: gets the error message of the form and keeps what was typed', async (_name, wrong) => {
    const event = await buildEvent(db, seriesId);
    const fresh = createFormToken({ secret: TEST_SECRET, form: { kind: 'series', id: seriesId }, now: Date.now() });
    const body = await typed({ ...PERSON, events: event });
    for (const [name, value] of Object.entries(wrong)) {
      if (value === undefined) body.delete(name);
      else body.set(name, value === 'now' ? fresh : value);
    }
    const { status, html, title } = await post(body);
    expect(status).toBe(422);
    expect(title).toMatch(/^Error: /);
    expect(html).toContain('<p class="note bad" role="alert">Error – There was an error submitting your form. Please try again</p>');
    expect(html).toContain('name="first_name" value="Ada"');
    expect(await submissions()).toEqual([]);
  });

  test('REL-13, PUB-22: a page that was open for more than a day comes back filled in, with a new token and the reason', async () => {
    const event = await buildEvent(db, seriesId);
    const body = await typed({ ...PERSON, events: event });
    const old = createFormToken({ secret: TEST_SECRET, form: { kind: 'series', id: seriesId }, now: Date.now() - 25 * 3_600_000 });
    body.set('_stamp', old);
    const { status, html } = await post(body);
    expect(status).toBe(422);
    expect(html).toContain('This page was open for more than a day. Your answers are all still here: please send them again.');
    expect(html).toContain('name="first_name" value="Ada"');
    const again = postedForm(html, { ...PERSON, events: event });
    expect([again.get('_stamp') === old, again.get('_key')]).toEqual([false, body.get('_key')]);
    again.set('_stamp', token());
    expect((await post(again)).status).toBe(200);
    expect(await submissions()).toHaveLength(1);
    // It is not counted as blocked.
    expect(await db.selectFrom('blocked_submissions').selectAll().execute()).toEqual([]);
  });

  test('a post that came too early keeps its token, so that the next attempt is accepted', async () => {
    const event = await buildEvent(db, seriesId);
    const body = await typed({ ...PERSON, events: event });
    const young = createFormToken({ secret: TEST_SECRET, form: { kind: 'series', id: seriesId }, now: Date.now() });
    body.set('_stamp', young);
    const { html } = await post(body);
    expect(html).toContain(`name="_stamp" value="${young}"`);
  });

  test('PUB-3: a closed form stays closed', async () => {
    const body = new URLSearchParams({ ...PERSON, _stamp: token() });
    const { status, html } = await post(body);
    expect(status).toBe(422);
    expect(html).toContain('Signup events are currently closed');
    expect(await submissions()).toEqual([]);
  });

  test('ERR-3, PUB-22: a post while the database is down comes back as the form with what was typed', async () => {
    const event = await buildEvent(db, seriesId, { title: 'One' });
    await buildEvent(db, seriesId, { title: 'Two' });
    const body = await typed({ ...PERSON, email: 'ada@', events: event, utm_source: 'news' });
    await makeSeriesUnreadable(db);
    const answer = await post(body);
    expect(answer.status).toBe(503);
    expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0);
    expectGivenBack(answer, event);
    // With the same key, a repeated post would not be a second sign-up.
    expect(postedForm(answer.html, {}).get('_key')).toBe(body.get('_key'));
  });

  test('the source of a visitor survives a failed post', async () => {
    const event = await buildEvent(db, seriesId);
    const page = await (await fetch(`${server.url}${path}?utm_source=news`, { headers: { referer: 'https://host.example/learn' } })).text();
    const { status, html } = await post(postedForm(page, { ...PERSON, email: 'ada@', events: event }));
    expect(status).toBe(422);
    const body = postedForm(html, { ...PERSON, events: event });
    body.set('_stamp', token());
    expect((await post(body)).status).toBe(200);
    expect(await submissions()).toMatchObject([{ source: { utm_source: 'news', source_page: 'https://host.example/learn' } }]);
  });

  test.each([
    ['a body that is no form', 'application/json', '{"first_name":"Ada"}', [400]],
    ['a body that is too large', 'application/x-www-form-urlencoded', `first_name=${'x'.repeat(70_000)}`, [413]],
    ['a body of nothing', 'application/x-www-form-urlencoded', '', [422]],
    ['broken escapes and NUL', 'application/x-www-form-urlencoded', 'first_name=%00%ZZ%&%=&&=&__proto__=x&constructor=y', [422]],
    ['no body', undefined, undefined, [422]],
  ])('%s is answered with a page', async (_what, type, body, statuses) => {
    await buildEvent(db, seriesId);
    const response = await fetch(server.url + path, { method: 'POST', headers: type === undefined ? {} : { 'content-type': type }, body });
    expect(statuses).toContain(response.status);
    expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8');
  });
});
