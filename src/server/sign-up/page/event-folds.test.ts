import { beforeEach, expect, test } from 'vitest';
import { newId } from '#server/db/new-id.ts';
import { storePicture } from '#server/pictures/commands.ts';
import { buildEvent, buildSeries } from '#server/testing/form-rows.ts';
import { jpegBytes } from '#server/testing/pictures.ts';
import { createSignUpPageServer } from '#server/testing/sign-up-page-server.ts';
import { ADA, writesTo } from '#server/testing/writes.ts';

const server = await createSignUpPageServer();
const withoutMaps = await createSignUpPageServer({ MAP_URL: 'off' }, {}, server);
const { db } = server;

let seriesId = '';
beforeEach(async () => {
  seriesId = await buildSeries(db, { title: 'Spring training', description: 'All about **looms**.' });
});

async function view(query = '', id = seriesId) {
  const response = await fetch(`${server.url}/x/events-series/${id}/view${query}`);
  return { html: await response.text(), policy: response.headers.get('content-security-policy') ?? '' };
}

const HALL = { venue: 'Harbour House', venue_address: '14 Quay Street\nBristol' };

test('FACE-28, FACE-29, FACE-32: a card has its price, and below it the details: description, current speakers, map', async () => {
  const [priya, tom, gone] = [newId(), newId(), newId()];
  const plain = await buildSeries(db, {
    speakers: JSON.stringify([
      { id: tom, name: 'Tom Ellery', role: null, picture: null },
      { id: priya, name: 'Priya Raman', role: null, picture: null },
    ]),
  });
  const values = { ...HALL, price: '£420', title: 'Looms & co', description: 'See <b>it</b> [here](https://looms.example/).' };
  const id = await buildEvent(db, plain, { ...values, speakers: [priya, gone, tom], closes_when_full: true, maximum_participants: 1 });
  await buildEvent(db, plain, { price: '£10', speakers: [gone] });
  const { html, policy } = await view('', plain);
  expect(html).toMatch(/<small class="price" dir="auto">£420<\/small><small class="left">1 place left/);
  expect(html).toContain(
    `</label><div><details class="fold" data-event="${id}"><summary>About this event<span class="quiet">: <bdi>Looms &amp; co</bdi></span></summary>` +
      '<div class="text"><p dir="auto">See &lt;b&gt;it&lt;/b&gt; <a href="https://looms.example/" rel="noopener nofollow">here</a>.</p></div>' +
      '<p dir="auto">With Tom Ellery and Priya Raman</p><p dir="auto"><a href="https://www.google.com/maps/',
  );
  expect(html).toContain('aria-label="Map of Harbour House (opens in a new tab)">Map of Harbour House</a></p></details></div>');
  expect(html.match(/<details/g)).toHaveLength(1);
  expect(policy).toMatch(/style-src 'sha256-[^' ]+' 'sha256-[^' ]+'(?:;|$)/);
  expect((await view('?embed=1', plain)).html).toContain(
    '<a target="_blank" href="https://looms.example/" rel="noopener nofollow">here<span class="quiet"> (opens in a new tab)</span></a>.</p>',
  );
});

test('FACE-29, FACE-30: a price in the facts is not repeated, and a description is in the page once', async () => {
  await buildEvent(db, seriesId, { price: '£420', starts_at: '2055-01-12T09:30:00Z', description: 'Only once.' });
  await buildEvent(db, seriesId, { price: '£10', starts_at: '2001-01-12T09:30:00Z', closes_at: '2055-01-12T09:30:00Z' });
  const { html } = await view();
  expect(html.match(/£420/g)).toHaveLength(1);
  expect(html).toContain('£10</small>');
  expect(html.match(/Only once/g)).toHaveLength(1);
});

test('FACE-32: the page lists the speakers of visible events, with portrait or initials', async () => {
  const portrait = await storePicture(writesTo({ db }), ADA, jpegBytes(240, 240));
  const [priya, sian, hidden, idle] = [newId(), newId(), newId(), newId()];
  const speakers = [
    { id: priya, name: 'Priya Raman', role: 'Trainer', picture: portrait.id },
    { id: sian, name: 'निशा O’Dea Prosser', role: null, picture: null },
    { id: hidden, name: 'Hidden', role: null, picture: null },
    { id: idle, name: 'Idle', role: null, picture: null },
  ];
  await db
    .updateTable('forms')
    .set({ speakers: JSON.stringify(speakers), form_version: 2 })
    .where('id', '=', seriesId)
    .execute();
  await buildEvent(db, seriesId, { speakers: [sian, priya] });
  await buildEvent(db, seriesId, { speakers: [hidden], is_on_form: false });
  const { html } = await view();
  expect(html).toContain(
    `<h2>Speakers</h2><ul class="speakers"><li><img class="portrait" src="/assets/pictures/${portrait.id}" alt="" loading="lazy"/><div><b dir="auto">Priya Raman</b>` +
      '<p class="optional" dir="auto">Trainer</p></div></li><li><b class="portrait" aria-hidden="true">निP</b><div><b dir="auto">निशा O’Dea Prosser</b></div></li></ul>',
  );
  const { payload } = await server.app.inject({ url: `/api/event_series/${seriesId}` });
  expect(payload).toContain('Priya Raman');
  expect(payload).not.toMatch(/Hidden|Idle/);
});

test('FACE-22: with MAP_URL=off neither the facts nor an event have a link to a map', async () => {
  await buildEvent(db, seriesId, { ...HALL, starts_at: '2055-01-12T09:30:00Z', description: 'Bring a loom.' });
  const html = await (await fetch(`${withoutMaps.url}/x/events-series/${seriesId}/view`)).text();
  expect(html).toContain('14 Quay Street, Bristol</span></dd>');
  expect(html).not.toMatch(/Map of|maps/);
  expect((await view()).html).toMatch(/Map of Harbour House/);
});

test('FACE-18, FACE-21: changes by staff are on the page immediately, also a join link', async () => {
  const eventId = await buildEvent(db, seriesId, { starts_at: '2055-01-12T09:30:00Z' });
  const [large, small] = [
    await storePicture(writesTo({ db }), ADA, jpegBytes(1600, 900)),
    await storePicture(writesTo({ db }), ADA, jpegBytes(800, 450)),
  ];
  const priya = newId();
  const [series, event] = [`/event_series/${seriesId}`, `/event_series/${seriesId}/event/${eventId}`];
  const edits: readonly (readonly [string, object, string])[] = [
    [series, { description: 'Warp and weft.' }, 'Warp and weft.</p>'],
    [series, { cover: { large: large.id, small: small.id, alt: 'Yarn' } }, 'alt="Yarn"'],
    [event, { speakers: [priya] }, '<b dir="auto">Priya Raman</b>'],
    [series, { theme: { accent: '#7c2d12', font: 'system', scheme: 'auto', logo: null } }, '#7c2d12'],
    [series, { in_search: false }, 'content="noindex"'],
    [event, { join_url: 'https://join.example/1' }, '<span dir="auto">Online</span>'],
  ];
  await server.post(`${series}/edit`, { speakers: [{ id: priya, name: 'Priya Raman', role: null, picture: null }] });
  for (const [path, edit, shown] of edits) {
    const [before, answer] = [(await view()).html, await server.post(`${path}/edit`, edit)];
    const { html } = await view();
    expect([edit, answer.status, before.includes(shown), html.includes(shown)]).toEqual([edit, 200, false, true]);
  }
  await server.post(`${event}/edit`, { join_url: '' });
  expect((await view()).html).not.toContain('Online');
});

test('FACE-26: search engines read at most 20 events', async () => {
  for (let day = 10; day < 31; day += 1) await buildEvent(db, seriesId, { ...HALL, starts_at: `2055-01-${day}T09:30:00Z` });
  expect((await view()).html.match(/"@type":"Event"/g)).toHaveLength(20);
});
