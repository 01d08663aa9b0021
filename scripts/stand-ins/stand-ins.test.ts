import { afterAll, beforeEach, expect, test } from 'vitest';
import { openTestDatabase } from '#server/testing/database.ts';
import { buildSeries } from '#server/testing/form-rows.ts';
import { ASKS_FOR_ALL, atRest, buildSignUp, launchWorker, startWorld, stepsOf, until } from '#server/testing/worker.ts';
import { serveArrivals } from './page.ts';

const database = await openTestDatabase();
const world = await startWorld();
const { url, close } = await serveArrivals(world, 0);
afterAll(close);
const worker = await launchWorker(database, world.settings);
afterAll(worker.stop);
beforeEach(async () => {
  for (const service of ['mail', 'slack', 'copper']) await set(service, 'works');
});

const read = async (path = '/', headers: Record<string, string> = {}) => {
  const response = await fetch(url + path, { headers });
  return { status: response.status, headers: response.headers, text: await response.text() };
};
const set = async (service: string, behaviour: string): Promise<number> =>
  (await fetch(`${url}/behaviours/${service}`, { method: 'POST', body: new URLSearchParams({ behaviour }), redirect: 'manual' })).status;
const versionOf = (page: string): string => /data-version="([^"]*)"/.exec(page)?.[1]?.replaceAll('&quot;', '"') ?? '';
const signUp = async (values = {}) => buildSignUp(database.db, { form_id: await buildSeries(database.db, ASKS_FOR_ALL) }, values);

test('the page shows every mail, message and lead of a sign-up, newest first', async () => {
  const { text: empty } = await read();
  expect(empty).toMatch(/No mail yet[\s\S]*No message yet[\s\S]*No lead yet/);
  await signUp();
  await atRest(database.db);
  const { text } = await read();
  expect(text).not.toContain('yet:');
  expect(text).toContain('<dt>To</dt><dd>ada@example.com</dd>');
  expect(text).toContain('<dt>To</dt><dd>office@example.com</dd>');
  expect(text).toMatch(/<dt>Channel<\/dt><dd>C1<\/dd>[\s\S]*Ada Lovelace/);
  expect(text).toMatch(/<dt>Lead<\/dt><dd>10000<\/dd>[\s\S]*<dt>Tags<\/dt><dd>spring<\/dd>/);
  await signUp({ email: 'zoe@example.com' });
  await atRest(database.db);
  const again = (await read()).text;
  expect(again.indexOf('zoe@example.com')).toBeLessThan(again.indexOf('<dd>ada@example.com</dd>'));
});

test('the page knows whether there is anything new', async () => {
  const version = versionOf((await read()).text);
  expect((await read('/', { 'if-none-match': version })).status).toBe(304);
  await signUp();
  await atRest(database.db);
  const { status, text } = await read('/', { 'if-none-match': version });
  expect([status, versionOf(text) === version]).toEqual([200, false]);
});

test('text of visitors is escaped in the page, and scripts in a mail do not run', async () => {
  await signUp({ first_name: '<script>alert(1)</script>', organisation: '"><img src=x onerror=alert(2)>' });
  await atRest(database.db);
  const { text, headers } = await read();
  expect(text).not.toMatch(/<script>alert|<img src=x/);
  expect(headers.get('content-security-policy')).toMatch(/^default-src 'none'; script-src 'sha256-[^']+';/);
  expect(text).toMatch(/<iframe sandbox="" src="\/mails\/0\.html"/);
  const mail = await read('/mails/0.html');
  expect(mail.headers.get('content-security-policy')).toMatch(/^sandbox; default-src 'none';/);
  expect(mail.headers.get('content-type')).toBe('text/html; charset=utf-8');
  expect((await read('/mails/0.eml')).text).toMatch(/^Message-ID: </im);
  for (const path of ['/mails/99.html', '/mails/99.eml', '/mails/x.html', '/mails/-1.eml']) expect((await read(path)).status).toBe(404);
});

test('a service can be made to fail and to work again; unknown services and behaviours are refused', async () => {
  expect(await set('slack', 'refuses')).toBe(303);
  const id = await signUp();
  await atRest(database.db);
  expect((await stepsOf(database.db, id)).find(({ step }) => step === 'slack')).toMatchObject({ state: 'failed' });
  expect((await read()).text).toMatch(/<select name="behaviour">(?:(?!<\/select>).)*<option selected>refuses/);
  await set('slack', 'works');
  await signUp();
  await until('the message', () => world.slack.messages.length === 1);
  expect([await set('slack', 'explodes'), await set('constructor', 'works'), await set('slack', 'constructor')]).toEqual([404, 404, 404]);
});

test('the page uses another port when its usual one is in use', async () => {
  const taken = await serveArrivals(world, Number(new URL(url).port));
  expect(taken.url).not.toBe(url);
  expect((await fetch(taken.url)).status).toBe(200);
  await taken.close();
});
