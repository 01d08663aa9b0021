import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { createToken } from '#server/registrations/links.ts';
import { unsubscribeUrl } from '#server/registrations/suppressions.ts';
import { selfService, textOf } from '#server/testing/self-service.ts';
import { createServerWithWorker } from '#server/testing/server-with-worker.ts';
import { createSignUpPageServer } from '#server/testing/sign-up-page-server.ts';
import { addEvent, addForm, addSeries, signUpOnForm } from '#server/testing/staff-calls.ts';
import { ASKS_FOR_ALL, atRest } from '#server/testing/worker.ts';

const { server, db, smtp } = await createServerWithWorker(createSignUpPageServer);
const { get, post } = selfService(server);

const pathOf = (email: string): Promise<string> => unsubscribeUrl(db, '', email);
const suppressed = async (): Promise<number> => (await db.selectFrom('suppressions').selectAll().execute()).length;
const read = async (answer: Response | Promise<Response>) => textOf(await (await answer).text()).trim();

test('MLG-36, MLG-62: reading the page of an unsubscribe link changes nothing, a post without a cookie does, and a second post changes nothing more', async () => {
  const path = await pathOf('ada@example.com');
  expect(path).toMatch(/^\/unsubscribe\/[\w-]{66}$/);
  const others = await Promise.all(Array.from({ length: 200 }, (_, index) => pathOf(`ada${index}@example.com`)));
  expect(others.filter((other) => /[_-]$/.test(other))).toEqual([]);
  expect(await pathOf('ada@example.com')).toBe(path);
  for (let index = 0; index < 10; index += 1) await get(path);
  const asked = await get(path);
  expect([asked.status, asked.headers.get('set-cookie'), asked.headers.get('cache-control')]).toEqual([
    200,
    null,
    'no-store, no-transform',
  ]);
  expect(await read(asked)).toBe(
    'Northfield Training Stop marketing emails from Northfield Training? You’ll still get emails about events that you signed up for. Stop them',
  );
  const head = await get(path, { method: 'HEAD' });
  expect([head.status, await suppressed()]).toEqual([200, 0]);

  for (let index = 0; index < 2; index += 1) {
    const answer = await post(path, { 'List-Unsubscribe': 'One-Click' });
    expect([answer.status, await answer.text(), answer.headers.get('set-cookie'), await suppressed()]).toEqual([200, '', null, 1]);
  }
  const stopped = 'You’ll get no more marketing emails from Northfield Training. Get them again';
  expect(await read(get(path))).toContain(stopped);
  expect((await (await get(path)).text()).replaceAll(/\s+/g, ' ')).toContain('class="button plain">Get them again<');
  expect(await read(post(`${path}?again=1`))).toContain('You’ll get marketing emails from Northfield Training again.');
  expect(await suppressed()).toBe(0);
  expect(await read(post(path))).toContain(stopped);
  expect(await read(post(path, { again: '1' }))).toContain('again.');
  const parts = new FormData();
  parts.set('List-Unsubscribe', 'One-Click');
  const answer = await get(path, { method: 'POST', body: parts });
  expect([answer.status, await answer.text(), await suppressed()]).toEqual([200, '', 1]);
});

test.each<RequestInit>([
  {
    headers: { origin: 'https://webmail.example', 'sec-fetch-site': 'cross-site' },
    body: new URLSearchParams('List-Unsubscribe=One-Click'),
  },
  { headers: { 'content-type': 'text/plain' }, body: 'List-Unsubscribe=One-Click' },
  { body: Buffer.from('List-Unsubscribe=One-Click') },
  { headers: { 'content-type': 'application/json' }, body: '{"List-Unsubscribe":"One-Click"}' },
])('MLG-36: a one-click post from a browser, or without a content type, counts: %j', async (init) => {
  const answer = await get(await pathOf('eva@example.com'), { ...init, method: 'POST' });
  expect([answer.status, await answer.text(), await suppressed()]).toEqual([200, '', 1]);
});

test('MLG-36: tokens that are not ours are not found, and the key outlives all sign-ups', async () => {
  const path = await pathOf('ada@example.com');
  const token = path.slice(-64);
  const flipped = `${token.slice(0, 20)}${token[20] === 'A' ? 'B' : 'A'}${token.slice(21)}`;
  for (const wrong of [flipped, 'x'.repeat(64), `${token.slice(0, 63)}${token.endsWith('A') ? 'B' : 'A'}`, token.slice(1)]) {
    for (const method of ['GET', 'POST']) {
      const answer = await get(`/unsubscribe/${wrong}`, { method });
      expect([wrong, answer.status, await read(answer)]).toEqual([wrong, 404, 'Northfield Training This link no longer works.']);
    }
  }
  for (const ending of ['/', '.', '%3E']) expect([ending, (await get(path + ending)).status, await suppressed()]).toEqual([ending, 200, 0]);
});

test('MLG-71: the clicks of one network are not limited, but posts with wrong tokens are', async () => {
  const { url } = await createSignUpPageServer({ PUBLIC_RATE_LIMIT: '5' }, {}, server);
  const path = await pathOf('ada@example.com');
  const click = async (to: string) => {
    const body = new URLSearchParams({ 'List-Unsubscribe': 'One-Click' });
    return (await fetch(url + to, { method: 'POST', body })).status;
  };
  const statuses = async (to: string) => new Set(await Promise.all(Array.from({ length: 20 }, async () => click(to))));
  expect(await statuses(path)).toEqual(new Set([200]));
  expect(await statuses(`/unsubscribe/${'x'.repeat(64)}`)).toEqual(new Set([404, 429]));
  expect(await click(path)).toBe(200);
});

test('MLG-7, MLG-38, SLF-8: a later tick does not resubscribe someone, but the confirmation says how; the self-service page does, and a post without answers changes nothing', async () => {
  const form = await addForm(server);
  await server.post(`/form/${form.id}/edit`, { ...ASKS_FOR_ALL, send_notifications_slack: false, copper_tag: null, email_forward: null });
  const path = await pathOf('ada@example.com');
  await post(path);
  await signUpOnForm(server, form.id, { email: 'Ada@example.com', accepts_marketing: false });
  await atRest(db);
  expect(smtp.mails.at(-1)?.parsed.text).not.toContain('unsubscribed');
  await signUpOnForm(server, form.id, { email: 'Ada@example.com', accepts_marketing: true });
  await atRest(db);
  expect(smtp.mails.at(-1)?.parsed.text).toContain("You've unsubscribed from our marketing emails. To get them again: ");
  expect(smtp.mails.at(-1)?.parsed.text).toContain(path);
  expect(await suppressed()).toBe(1);

  const series = await addSeries(server);
  const event = await addEvent(server, series.id);
  const { body } = await server.post(`/event_series/${series.id}/event/${event.id}/submission/add`, {
    first_name: 'Ada',
    last_name: 'Lovelace',
    email: 'ada@example.com',
    accepts_marketing: true,
  });
  await server.post(`/event_series/${series.id}/event/${event.id}/submission/${body.data.id}/edit`, { accepts_marketing: false });
  expect(await suppressed()).toBe(1);
  await sql`update suppressions set reason = 'staff'`.execute(db);
  const own = `/registration/${await createToken(db, body.data.id)}`;
  const [, version = ''] = /name="_version" value="(\d+)"/.exec(await (await get(`${own}/edit`)).text()) ?? [];
  const saved = await post(`${own}/edit`, {
    _version: version,
    first_name: 'Ada',
    last_name: 'Lovelace',
    job_title: 'Engineer',
    organisation: 'Engines',
    accepts_marketing: 'on',
  });
  expect([saved.status, await suppressed()]).toEqual([303, 0]);

  // The sign-up now has the tick, and people who unsubscribe can tick it again.
  const isTicked = async () => /name="accepts_marketing"[^>]*checked/.test(await (await get(`${own}/edit`)).text());
  expect(await isTicked()).toBe(true);
  await post(path);
  expect(await isTicked()).toBe(false);
  const correct = async (sent: object) =>
    (await post(`${own}/edit`, { first_name: 'Ada', last_name: 'Lovelace', job_title: 'Engineer', organisation: 'Engines', ...sent }))
      .status;
  expect([await correct({}), await suppressed()]).toEqual([303, 1]);
  expect([await correct({ accepts_marketing: 'on' }), await suppressed(), await isTicked()]).toEqual([303, 0, true]);
  // Posts of mail scanners, which have no answers.
  for (const [name, value] of [
    ['_version', version],
    ['List-Unsubscribe', 'One-Click'],
    ['', ''],
  ] as const) {
    expect([(await post(`${own}/edit`, { [name]: value })).status, await suppressed(), await isTicked()]).toEqual([200, 0, true]);
  }
});
