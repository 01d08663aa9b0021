import { expect, test } from 'vitest';
import { createFormToken } from '#server/forms/form-token.ts';
import { buildEvent, buildSeries } from '#server/testing/form-rows.ts';
import { TEST_SECRET } from '#server/testing/server.ts';
import { createSignUpPageServer, postedForm } from '#server/testing/sign-up-page-server.ts';

const server = await createSignUpPageServer();
const { db } = server;
const PERSON = { first_name: 'Ada', last_name: 'Lovelace', job_title: 'Analyst', organisation: 'Engines', email: 'ada@example.com' };
const STARTS = new Date('2050-07-12T08:30:00Z');

const pathOf = (id: string) => `/spring-training/events-series/${id}/view`;
const load = async (id: string) => (await fetch(server.url + pathOf(id))).text();

async function signUp(id: string, events: readonly string[]): Promise<string> {
  const body = postedForm(await load(id), { ...PERSON, events });
  body.set('_stamp', createFormToken({ secret: TEST_SECRET, form: { kind: 'series', id }, now: Date.now() - 5_000 }));
  return (await fetch(server.url + pathOf(id), { method: 'POST', body })).text();
}

const linksIn = (html: string) =>
  [...html.matchAll(/<a href="([^"]*\/calendar[^"]*)" target="_blank" rel="noopener" aria-label="([^"]*)">([^<]*)<\/a>/g)].map(
    ([, href, name, label]) => [href, name, label],
  );

test('ICS-7: the note of a sign-up has three links for each event with a date, plain addresses of this server', async () => {
  const id = await buildSeries(db, { calendar_entries: true });
  const dated = await buildEvent(db, id, { title: 'Fire <b>&"', starts_at: STARTS });
  const undated = await buildEvent(db, id, { title: 'Later' });
  const note = await signUp(id, [dated, undated]);
  const address = `/api/event_series/${id}/event/${dated}/calendar`;
  const title = 'Fire &lt;b&gt;&amp;&quot;';
  expect(linksIn(note)).toEqual([
    [address, `Calendar file for ‘${title}’ (opens in a new tab)`, 'Calendar file'],
    [`${address}?to=google`, `Add ‘${title}’ to Google Calendar (opens in a new tab)`, 'Google'],
    [`${address}?to=outlook`, `Add ‘${title}’ to Outlook.com (opens in a new tab)`, 'Outlook.com'],
    [`${address}?to=office`, `Add ‘${title}’ to Microsoft 365 (opens in a new tab)`, 'Microsoft 365'],
  ]);
  expect((await fetch(server.url + address)).headers.get('content-type')).toContain('text/calendar');
});

test('ICS-7: without calendar entries neither the page nor the note mentions them', async () => {
  const id = await buildSeries(db);
  const event = await buildEvent(db, id, { starts_at: STARTS });
  expect([await load(id), await signUp(id, [event])].join('')).not.toMatch(/calendar/i);
});

test('ICS-7: a page has the links only while the switch is on', async () => {
  const id = await buildSeries(db);
  await buildEvent(db, id, { starts_at: STARTS });
  expect(await load(id)).not.toContain('/calendar');
  await server.post(`/event_series/${id}/edit`, { calendar_entries: true });
  expect(await load(id)).toContain('/calendar');
});
