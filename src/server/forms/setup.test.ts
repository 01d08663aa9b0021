import { beforeEach, expect, test } from 'vitest';
import type { Setup } from '#contract/forms/setup.ts';
import { dayStartOf } from '#contract/rules/event-date.ts';
import { storePicture } from '#server/pictures/commands.ts';
import { buildEvent } from '#server/testing/form-rows.ts';
import { jpegBytes } from '#server/testing/pictures.ts';
import { createTestServer } from '#server/testing/server.ts';
import { addForm, addSeries, signUp } from '#server/testing/staff-calls.ts';
import { startWorld } from '#server/testing/worker.ts';
import { ADA, writesTo } from '#server/testing/writes.ts';
import { write } from '#server/write.ts';
import { keepInSetup } from './setup.ts';

const world = await startWorld();
const server = await createTestServer({ ...world.settings, MAIL_DOMAINS: 'example.com', TRUST_PROXY: '127.0.0.1' });
const { db } = server;

let seriesId = '';
let formId = '';
/** Of the visitors of a test. */
let network = '';
beforeEach(async ({ task }) => {
  network = `2001:db8:0:${task.id.split('_').at(-1)}::1`;
  seriesId = (await addSeries(server)).id;
  formId = (await addForm(server)).id;
});

async function read(path = `/event_series/${seriesId}`): Promise<Setup> {
  const answer = await server.get(`${path}/setup`);
  expect(answer.status).toBe(200);
  return answer.body.data;
}

const statesOf = ({ items }: Setup) => Object.fromEntries(items.map(({ name, state }) => [name, state]));

const track = async (source: string | undefined, { path = `/event_series/${seriesId}`, cookie = '', by = network } = {}) =>
  server.post(`${path}/track_views`, undefined, {
    as: 'visitor',
    headers: { 'x-forwarded-for': by, ...(source === undefined ? {} : { 'visit-source': source }), ...(cookie === '' ? {} : { cookie }) },
  });

const from = (page: string, via = 'script'): string => String(new URLSearchParams({ source_page: page, _via: via }));

const hosts = async (path = `/event_series/${seriesId}`): Promise<string[]> =>
  (await server.get(`${path}/hosts`)).body.data.hosts.map(({ host }: { host: string }) => host);

const views = async () => {
  const counts = await db.selectFrom('view_counts').select('views').execute();
  return counts.reduce((sum, row) => sum + row.views, 0);
};

test('SET-1, SET-2, RMD-30: a new series and a new form have their lists, with nothing done; unknown ones are 404', async () => {
  expect(statesOf(await read())).toEqual({
    event: 'open',
    form_seen: 'open',
    described: 'open',
    mail_tested: 'off',
    reminder: 'done',
    slack_tested: 'off',
    embed_seen: 'open',
    first_signup: 'open',
  });
  expect(statesOf(await read(`/form/${formId}`))).not.toHaveProperty('event');
  expect((await read()).dismissed_at).toBeNull();
  for (const kind of ['event_series', 'form']) expect((await server.get(`/${kind}/${crypto.randomUUID()}/setup`)).status).toBe(404);
});

test('SET-6: the named event still accepts sign-ups, if any does', async () => {
  const named = async () => (await read()).items.find(({ name }) => name === 'event')?.detail;
  await buildEvent(db, seriesId, { title: 'Over', starts_at: '2001-02-03T10:00:00Z' });
  expect(await named()).toBe('Over');
  const of = { starts_at: '2054-02-03T10:00:00Z' };
  await buildEvent(db, seriesId, { ...of, title: 'Closed', closes_at: '2001-02-03T10:00:00Z' });
  await buildEvent(db, seriesId, { ...of, title: 'Not yet open', opens_at: '2053-02-03T10:00:00Z' });
  await buildEvent(db, seriesId, { ...of, title: 'Full', closes_when_full: true, maximum_participants: 1, waiting_list: 'off' });
  await db.updateTable('event_places').set({ taken: 1 }).where('form_id', '=', seriesId).execute();
  expect(await named()).toBe('Over');
  await buildEvent(db, seriesId, { title: 'Undated', starts_at: null });
  await buildEvent(db, seriesId, { title: 'Cancelled', starts_at: '2055-01-02T10:00:00Z', cancelled_at: new Date() });
  expect(await named()).toBe('Undated');
  await buildEvent(db, seriesId, { title: 'Ahead', starts_at: '2055-02-03T10:00:00Z' });
  expect(await named()).toBe('Ahead');
  // All day, today: open until midnight.
  await buildEvent(db, seriesId, { title: 'Today', starts_at: dayStartOf(new Date(), 'Europe/London') });
  expect(await named()).toBe('Today');
});

test('FACE-62: a series is described once it has a description or a cover picture; a marketing form has no such item', async () => {
  const { id: large } = await storePicture(writesTo({ db }), ADA, jpegBytes(800, 400));
  for (const face of [{ description: '- Looms' }, { cover: { large, small: large, alt: '' } }]) {
    await server.post(`/event_series/${seriesId}/edit`, face);
    expect(statesOf(await read())).toMatchObject({ described: 'done' });
    await server.post(`/event_series/${seriesId}/edit`, { description: ' ', cover: null });
    expect(statesOf(await read())).toMatchObject({ described: 'open' });
  }
  expect(statesOf(await read(`/form/${formId}`))).not.toHaveProperty('described');
});

test('SET-1: the list is hidden for all staff, and brought back', async () => {
  for (const path of [`/event_series/${seriesId}`, `/form/${formId}`]) {
    expect((await server.post(`${path}/setup/dismiss`, { dismissed: true })).status).toBe(200);
    expect((await read(path)).dismissed_at).not.toBeNull();
    await server.post(`${path}/setup/dismiss`, { dismissed: false });
    expect((await read(path)).dismissed_at).toBeNull();
  }
  expect((await server.post(`/form/${crypto.randomUUID()}/setup/dismiss`, { dismissed: true })).status).toBe(404);
  expect((await server.post(`/form/${formId}/setup/dismiss`, { dismissed: 'yes' })).status).toBe(422);
});

test('SET-2: changes of an existing form’s list notify open screens; an id without a form notifies nobody', async () => {
  const notices: unknown[] = [];
  const deps = { ...writesTo({ db }), notify: (...changes: readonly unknown[]) => void notices.push(...changes) };
  const keep = (id: string) => write(deps, ADA, (w) => keepInSetup(w, { kind: 'marketing', id }, { mail_tested_at: new Date() }));
  expect([await keep(crypto.randomUUID()), notices]).toEqual([false, []]);
  expect([await keep(formId), notices.length]).toEqual([true, 1]);
});

test('SET-2: an event on the form and a sign-up of a visitor are done', async () => {
  const event = await buildEvent(db, seriesId, { title: 'Day one' });
  await signUp(server, seriesId, [event]);
  const { items } = await read();
  expect(items.find(({ name }) => name === 'event')).toMatchObject({ state: 'done', detail: 'Day one' });
  expect(items.find(({ name }) => name === 'first_signup')).toMatchObject({ state: 'done' });
});

test('SET-3: that staff have looked at the form is stored once, and is not a view', async () => {
  for (const path of [`/event_series/${seriesId}`, `/form/${formId}`]) {
    await track(undefined, { path, cookie: 'turnout-staff=1' });
    const seen = (await read(path)).items.find(({ name }) => name === 'form_seen');
    expect(seen?.state).toBe('done');
    await track(undefined, { path, cookie: 'turnout-staff=1' });
    expect((await read(path)).items).toContainEqual(seen);
  }
  expect(await views()).toBe(0);
});

test('SET-4: a test of mail or Slack is done until its setting changes, and a test that fails is not', async () => {
  const mail = { email_from: 'team@example.com', email_subject: 'See you', email_template: 'Hello %FIRST_NAME%' };
  const slack = { send_notifications_slack: true, slack_channel_id: 'C9' };
  for (const [path, tested] of [
    [`/event_series/${seriesId}`, { series_id: seriesId }],
    [`/form/${formId}`, { form_id: formId }],
  ] as const) {
    expect(statesOf(await read(path))).toMatchObject({ mail_tested: 'off', slack_tested: 'off' });
    await server.post(`${path}/edit`, { ...mail, ...slack });
    expect(statesOf(await read(path))).toMatchObject({ mail_tested: 'open', slack_tested: 'open' });
    world.slack.behaviours.set({ kind: 'refuse', error: 'not_in_channel' });
    expect((await server.post('/connections/slack/test', { channel_id: 'C9', ...tested })).status).toBe(422);
    expect(statesOf(await read(path))).toMatchObject({ slack_tested: 'open' });
    world.slack.behaviours.set({ kind: 'work' });
    expect((await server.post('/connections/slack/test', { channel_id: 'C9', ...tested })).status).toBe(200);
    expect((await server.post('/connections/mail/test', { ...mail, ...tested })).status).toBe(200);
    expect(statesOf(await read(path))).toMatchObject({ mail_tested: 'done', slack_tested: 'done' });
    await server.post(`${path}/edit`, { email_subject: 'See you soon', slack_channel_id: 'C10' });
    expect(statesOf(await read(path))).toMatchObject({ mail_tested: 'open', slack_tested: 'open' });
  }
});

test('SRC-3, SRC-4, SET-5: a view in a page of another site is recognised by its header, for series and marketing forms', async () => {
  for (const path of [`/event_series/${seriesId}`, `/form/${formId}`]) {
    expect((await track(from('https://www.example.org/courses'), { path })).status).toBe(200);
    await expect.poll(() => hosts(path)).toEqual(['www.example.org']);
    expect((await read(path)).items.find(({ name }) => name === 'embed_seen')).toMatchObject({ state: 'done', detail: 'www.example.org' });
  }
  expect(await views()).toBe(2);
});

test.each([
  ['missing', undefined],
  ['broken', '%E0%A4%A&&&=;;'],
  ['too long', `${from('https://www.example.org/')}&utm_source=${'x'.repeat(2_000)}`],
  ['of the form’s own page', from('https://www.example.org/', 'page')],
  ['of the QR code', from('https://www.example.org/', 'qr')],
  ['of our own host', from('http://localhost/')],
  ['of no host name', from('https://under_score.example.org/')],
  ['of no page', '_via=script'],
])('SRC-3: with a header that is %s the view counts, and no site is stored', async (_name, header) => {
  expect((await track(header)).status).toBe(200);
  expect(await views()).toBe(1);
  await track(from('https://marker.example.org/'));
  await expect.poll(() => hosts()).toEqual(['marker.example.org']);
});

test('SET-5, SEC-28: beyond 50 hosts a new one replaces the one not seen for longest, and each is written once an hour', async () => {
  await db
    .insertInto('form_hosts')
    .values(Array.from({ length: 49 }, (_, index) => ({ form_id: seriesId, host: `a${index}.example.org` })))
    .execute();
  await db
    .updateTable('form_hosts')
    .set({ last_seen_at: new Date(Date.now() - 2 * 3_600_000) })
    .where('host', '=', 'a7.example.org')
    .execute();
  await track(from('https://b1.example.org/'));
  await expect.poll(async () => (await hosts()).length).toBe(50);
  await track(from('https://a7.example.org/'));
  await expect.poll(async () => (await hosts())[0]).toBe('a7.example.org');
  await db
    .updateTable('form_hosts')
    .set({ last_seen_at: new Date(0) })
    .where('host', '=', 'a9.example.org')
    .execute();
  await track(from('https://b2.example.org/'));
  await expect.poll(() => hosts()).toContain('b2.example.org');
  expect(await hosts()).toHaveLength(50);
  expect(await hosts()).not.toContain('a9.example.org');
});

test('SEC-28: a network adds at most ten hosts a day, and the eleventh appears when another network sees it', async () => {
  for (let n = 0; n <= 10; n += 1) await track(from(`https://casino${n}.example.net/`), { by: '192.0.2.7' });
  await expect.poll(async () => (await hosts()).length).toBe(10);
  // While an earlier sighting is still being processed, the same one is not written.
  const seen = async (host: string, path?: string): Promise<string[]> => {
    await track(from(`https://${host}/`), { by: '192.0.2.8', path });
    return hosts(path);
  };
  await expect.poll(async () => (await seen('casino10.example.net')).length).toBe(11);
  await track(from('https://casino3.example.net/'), { by: '192.0.2.7', path: `/form/${formId}` });
  await expect.poll(async () => seen('casino3.example.net', `/form/${formId}`)).toEqual(['casino3.example.net']);
});

test('SEC-28: invented hosts do not replace one that was seen on two days, and a replaced one comes back', async () => {
  const [day, minutes] = [86_400_000, 60_000];
  await db
    .insertInto('form_hosts')
    .values({
      form_id: seriesId,
      host: 'www.example.org',
      first_seen_at: new Date(Date.now() - 3 * day),
      last_seen_at: new Date(Date.now() - day),
    })
    .execute();
  for (let n = 0; n < 52; n += 1) await track(from(`https://casino${n}.example.net/`), { by: `198.51.100.${Math.floor(n / 10)}` });
  await expect.poll(() => hosts()).toContain('casino51.example.net');
  expect([(await hosts()).length, (await hosts()).includes('www.example.org')]).toEqual([50, true]);
  await db
    .updateTable('form_hosts')
    .set({ last_seen_at: new Date(Date.now() - 5 * minutes) })
    .where('form_id', '=', seriesId)
    .where('host', '!=', 'casino51.example.net')
    .execute();
  await track(from('https://casino0.example.net/'), { by: '203.0.113.1' });
  await expect.poll(() => hosts()).toContain('casino0.example.net');
});

test('a series is deleted with its list', async () => {
  await track(from('https://www.example.org/'));
  await expect.poll(() => hosts()).toHaveLength(1);
  await server.post(`/event_series/${seriesId}/setup/dismiss`, { dismissed: true });
  expect((await server.post(`/event_series/${seriesId}/delete`)).status).toBe(200);
  expect(await db.selectFrom('form_hosts').select('host').where('form_id', '=', seriesId).execute()).toEqual([]);
});
