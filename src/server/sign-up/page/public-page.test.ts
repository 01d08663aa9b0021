import { beforeEach, expect, test } from 'vitest';
import { newId } from '#server/db/new-id.ts';
import { storePicture } from '#server/pictures/commands.ts';
import { buildEvent, buildField, buildMarketingForm, buildSeries } from '#server/testing/form-rows.ts';
import { jpegBytes } from '#server/testing/pictures.ts';
import { createSignUpPageServer } from '#server/testing/sign-up-page-server.ts';
import { ADA, writesTo } from '#server/testing/writes.ts';

const server = await createSignUpPageServer({ ORGANISATION_LOGO: 'https://host.example/logo.png' }, { getLogo: async () => undefined });
const { db } = server;

const JOIN_URL = 'https://join.example/secret';
let seriesId = '';
beforeEach(async () => {
  seriesId = await buildSeries(db, { title: 'Spring training', description: 'All about **looms**.' });
});

const get = async (path: string) => {
  const response = await fetch(`${server.url}${path}`);
  const html = await response.text();
  const [, about = ''] = /<div class="about">(.*?)<\/div><div class="sheet">/s.exec(html) ?? [];
  return { html, about, policy: response.headers.get('content-security-policy') ?? '' };
};
const view = async (query = '', id = seriesId) => get(`/x/events-series/${id}/view${query}`);

const factsIn = (about: string): string[] =>
  [...about.matchAll(/<dt[^>]*>(.*?)<\/dt>(.*?)<\/div>/gs)].map(([, label, rest = '']) =>
    `${label}: ${rest.replaceAll(/<\/dd>(?=<dd>)/g, ' | ').replaceAll(/<[^>]*>/g, '')}`.replaceAll('\u00a0', ' '),
  );

const metaIn = (html: string): Record<string, string> =>
  Object.fromEntries(
    [...html.matchAll(/<meta (?:name|property)="([^"]*)" content="([^"]*)">/g)].map(([, name = '', value = '']) => [name, value]),
  );

const dataIn = (html: string): Record<string, unknown>[] =>
  JSON.parse(/<script type="application\/ld\+json">(.*?)<\/script>/s.exec(html)?.[1] ?? '{"@graph":[]}')['@graph'];

const addCover = async (alt = 'Looms') => {
  const [large, small] = [
    await storePicture(writesTo({ db }), ADA, jpegBytes(1600, 900)),
    await storePicture(writesTo({ db }), ADA, jpegBytes(800, 450)),
  ];
  return { large: large.id, small: small.id, alt };
};

const HALL = { venue: 'Harbour House', venue_address: '14 Quay Street\nBristol' };

test('FACE-18: a form without description, cover, prices and speakers has none of this in its page, its policy and its data', async () => {
  const plain = await buildSeries(db, {
    title: 'Plain',
    speakers: JSON.stringify([{ id: newId(), name: 'Priya', role: null, picture: null }]),
  });
  await buildEvent(db, plain, { ...HALL, join_url: JOIN_URL, starts_at: '2055-01-12T09:30:00Z' });
  const { html, policy } = await view('', plain);
  expect(html).toContain('<body><main class="sheet" aria-labelledby="title"><link rel="preload"');
  expect(html.match(/<style>/g)).toHaveLength(1);
  expect(html).not.toMatch(
    /class="(?:about|page|fold|price|go)"|<meta (?:property|name="(?!viewport))|ld\+json|"heading"|hasFace|<details/,
  );
  expect(policy).toMatch(/style-src 'sha256-[^' ]+'(?:;|$)/);
});

test('FACE-18, FACE-19, FACE-20, FACE-24: a series with a description has a page around its form; embedded it is only the form', async () => {
  await buildEvent(db, seriesId);
  const { html, about, policy } = await view();
  expect([...html.matchAll(/<(main|h1|h2|form)\b/g)].map(([, name]) => name)).toEqual(['main', 'h1', 'h2', 'form']);
  expect(about).toMatch(
    /organisation-logo.*<h1 id="title" dir="auto">Spring training<\/h1>.*<a class="button" href="#form">Sign up<\/a>.*<strong>looms<\/strong>/s,
  );
  expect(html).toContain('<div class="sheet"><div><h2 id="form">Sign up</h2>');
  expect(html).toMatch(/<form [^>]*aria-labelledby="form"/);
  const data = /id="view-data">(.*?)<\/script>/s.exec(html)?.[1];
  expect(data).toContain('"heading":"Sign up",');
  expect(data).not.toContain('looms');
  expect(policy).toMatch(/style-src 'sha256-[^' ]+'(?: 'sha256-[^' ]+'){2}(?:;|$)/);
  const embedded = await view('?embed=1');
  expect(embedded.html).toMatch(/<main class="sheet".*<h1 id="title"/s);
  expect(embedded.html).not.toMatch(/looms|og:title|ld\+json|"heading"/);
});

test('FACE-18, FACE-20: the heading of a marketing form names the details, and the link leads to the form', async () => {
  const form = await buildMarketingForm(db, { title: 'White paper', description: 'Read it.' });
  const { html, about } = await get(`/x/form/${form}/view`);
  expect(about).toContain('<a class="button" href="#form">Go to the form</a>');
  expect(about).not.toContain('<dl');
  expect(html).toContain('<h2 id="form">Your details</h2>');
  expect(html).toContain('<fieldset class="stack" aria-labelledby="form"><div');
});

test('FACE-21, FACE-22: the facts of one event are its date, its venue with a map of the address, and its price', async () => {
  await buildEvent(db, seriesId, { ...HALL, price: '£420', starts_at: '2055-01-12T09:30:00Z', ends_at: '2055-01-12T17:00:00Z' });
  const { about } = await view();
  expect(factsIn(about)).toEqual([
    'When: Tuesday 12 January 2055, 09:30\u2060–\u206017:00 GMT',
    'Where: Harbour House | 14 Quay Street, Bristol Map',
    'Price: £420',
  ]);
  expect(about).toContain(
    'href="https://www.google.com/maps/search/?api=1&amp;query=14%20Quay%20Street%2C%20Bristol" target="_blank" rel="noopener" aria-label="Map of Harbour House (opens in a new tab)">Map<',
  );
});

interface SomeEvent {
  readonly date?: string | null;
  readonly end?: string;
  readonly venue?: string | null;
  readonly address?: string;
  readonly join?: string;
  readonly price?: string;
}
const [JANUARY, APRIL] = ['2055-01-12T09:30:00Z', '2055-04-15T09:30:00Z'];
const FACTS: readonly (readonly [string, readonly SomeEvent[], readonly string[]])[] = [
  ['two months', [{ date: JANUARY }, { date: APRIL }], ['When: 12 January to 15 April 2055 | 2 events']],
  [
    'a last day until midnight',
    [{ date: JANUARY }, { date: '2055-01-20T00:00:00Z', end: '2055-01-21T00:00:00Z' }],
    ['When: 12 to 20 January 2055 | 2 events'],
  ],
  ['one month', [{ date: JANUARY }, { date: '2055-01-20T09:30:00Z' }], ['When: 12 to 20 January 2055 | 2 events']],
  ['two years', [{ date: JANUARY }, { date: '2056-01-20T09:30:00Z' }], ['When: 12 January 2055 to 20 January 2056 | 2 events']],
  [
    'the end of the last',
    [{ date: JANUARY }, { date: APRIL, end: '2055-04-17T09:30:00Z' }],
    ['When: 12 January to 17 April 2055 | 2 events'],
  ],
  ['one without a date', [{ date: JANUARY }, {}], ['When: 12 January 2055 | 2 events, some without a date yet']],
  ['no dates', [{}, {}], []],
  [
    'what is over',
    [
      { date: '2001-01-12T09:30:00Z', venue: 'Old', price: '£1' },
      { venue: 'New', price: '£2' },
    ],
    ['Where: New', 'Price: £2'],
  ],
  [
    'three venues',
    [{ venue: 'A', date: JANUARY }, { venue: 'B', date: APRIL }, { venue: 'C' }],
    ['When: 12 January to 15 April 2055 | 3 events, some without a date yet', 'Where: A, B and C'],
  ],
  ['four venues', ['A', 'B', 'C', 'D'].map((venue) => ({ venue })), ['Where: 4 venues']],
  ['three venues and one online', [{ join: JOIN_URL }, ...['A', 'B', 'C'].map((venue) => ({ venue }))], ['Where: 3 venues and online']],
  [
    'one venue at two addresses',
    [
      { venue: 'A', address: 'X' },
      { venue: 'A', address: 'Y' },
    ],
    ['Where: A'],
  ],
  ['one event without a venue', [{ venue: 'A' }, {}], []],
  ['an address alone', [{ address: 'X' }], ['Where: X Map']],
  [
    'online',
    [
      { join: JOIN_URL, date: JANUARY },
      { venue: 'A', join: JOIN_URL, date: APRIL },
    ],
    ['When: 12 January to 15 April 2055 | 2 events', 'Where: Online and A'],
  ],
  ['one price', [{ price: '£1' }, { price: '£1' }], ['Price: £1 | per event']],
  ['two prices', [{ price: '£1' }, { price: '£2' }], []],
];
test.each(FACTS)('FACE-21: the facts of events with %s', async (_name, events, facts) => {
  for (const { date = null, end, venue, address, join, price } of events)
    await buildEvent(db, seriesId, { starts_at: date, ends_at: end ?? null, venue, venue_address: address, join_url: join, price });
  expect(factsIn((await view()).about)).toEqual(facts);
});

test('FACE-23: the cover has its size, both files and its text; a closed form keeps its page, with the notice instead of the link', async () => {
  await db
    .updateTable('forms')
    .set({ description: null, cover: await addCover('A loom in "use"'), form_version: 2 })
    .where('id', '=', seriesId)
    .execute();
  const { about } = await view();
  expect(about).toMatch(
    /^<img class="cover" src="(\/assets\/pictures\/[\da-f]{64})" srcSet="\/assets\/pictures\/[\da-f]{64} 800w, \1 1600w" width="1600" height="900" alt="A loom in &quot;use&quot;" sizes="[^"]*" fetchPriority="high"\/>/,
  );
  expect(about).toContain('<p class="notice go">Signup events are currently closed');
  expect(about).not.toContain('href="#form"');
});

test('FACE-25: links to the page are shown with title, beginning of the description and cover, by the address without query', async () => {
  const cover = await addCover();
  const description = `Looms & more: ${'warp and weft, '.repeat(20)}`;
  await db.updateTable('forms').set({ description, cover, form_version: 2 }).where('id', '=', seriesId).execute();
  await buildEvent(db, seriesId);
  const tags = metaIn((await view('?utm_source=x&first_name=Ada')).html);
  expect(tags).toMatchObject({
    'og:title': 'Spring training',
    'og:type': 'website',
    'og:url': `http://localhost/spring-training/events-series/${seriesId}/view`,
    'og:site_name': 'Northfield Training',
    'og:image': `http://localhost/assets/pictures/${cover.large}`,
    'og:image:width': '1600',
    'og:image:height': '900',
    'og:image:alt': 'Looms',
    'twitter:card': 'summary_large_image',
  });
  expect(tags.description).toMatch(/^Looms &amp; more: (?:warp and weft, )+warp…$/);
  expect(tags['og:description']).toBe(tags.description);
  const id = await buildSeries(db, { description: '\u{1f9f6}'.repeat(150) });
  expect(metaIn((await view('', id)).html).description).toBe(`${'\u{1f9f6}'.repeat(99)}…`);
});

test('FACE-25: without a description the facts describe the page in one line', async () => {
  await db
    .updateTable('forms')
    .set({ description: null, cover: await addCover(), form_version: 2 })
    .where('id', '=', seriesId)
    .execute();
  await buildEvent(db, seriesId, { ...HALL, price: '£420' });
  expect(metaIn((await view()).html).description).toBe('Harbour House, 14 Quay Street, Bristol. £420');
});

test('FACE-26: future events are data for search engines, with offset, venue, speakers and whether there are places, but without the join link', async () => {
  const priya = newId();
  const speakers = JSON.stringify([{ id: priya, name: 'Priya </script>', role: null, picture: null }]);
  await db.updateTable('forms').set({ speakers, form_version: 2 }).where('id', '=', seriesId).execute();
  const full = { closes_when_full: true, maximum_participants: 0 };
  const both = {
    ...HALL,
    join_url: JOIN_URL,
    starts_at: '2055-06-12T08:30:00Z',
    ends_at: '2055-06-12T15:00:00Z',
    speakers: [priya],
    ...full,
  };
  await buildEvent(db, seriesId, { ...both, title: 'Both', description: `**Bold** </script> ${'x '.repeat(300)}` });
  await buildEvent(db, seriesId, {
    title: 'Online',
    starts_at: '2055-07-12T08:30:00Z',
    join_url: JOIN_URL,
    opens_at: '2055-01-01T00:00:00Z',
  });
  await buildEvent(db, seriesId, { title: 'Nowhere', starts_at: '2055-07-12T08:30:00Z' });
  await buildEvent(db, seriesId, { title: 'Some day', ...HALL });
  await buildEvent(db, seriesId, { title: 'Past', ...HALL, starts_at: '2001-07-12T08:30:00Z' });
  await buildEvent(db, seriesId, { title: 'Hidden', ...HALL, starts_at: '2055-07-12T08:30:00Z', is_on_form: false });
  const { html } = await view();
  const url = `http://localhost/spring-training/events-series/${seriesId}/view`;
  const organizer = { '@type': 'Organization', name: 'Northfield Training', url: 'http://localhost' };
  expect(dataIn(html)).toEqual([
    {
      '@type': 'Event',
      name: 'Both',
      startDate: '2055-06-12T09:30:00+01:00',
      endDate: '2055-06-12T16:00:00+01:00',
      eventStatus: 'https://schema.org/EventScheduled',
      eventAttendanceMode: 'https://schema.org/MixedEventAttendanceMode',
      location: [
        { '@type': 'Place', name: 'Harbour House', address: '14 Quay Street, Bristol' },
        { '@type': 'VirtualLocation', url },
      ],
      description: expect.stringMatching(/^Bold <\/script> (?:x )+x…$/),
      organizer,
      performer: [{ '@type': 'Person', name: 'Priya </script>' }],
      offers: { '@type': 'Offer', url, availability: 'https://schema.org/SoldOut' },
    },
    {
      '@type': 'Event',
      name: 'Online',
      startDate: '2055-07-12T09:30:00+01:00',
      eventStatus: 'https://schema.org/EventScheduled',
      eventAttendanceMode: 'https://schema.org/OnlineEventAttendanceMode',
      location: { '@type': 'VirtualLocation', url },
      description: 'All about looms.',
      organizer,
      offers: { '@type': 'Offer', url, availability: 'https://schema.org/PreOrder', validFrom: '2055-01-01T00:00:00.000Z' },
    },
  ]);
  expect(html).not.toContain('join.example');
});

test('FACE-27: a page that search engines may not show says noindex and has no data for them; links to it are previewed as usual', async () => {
  await buildEvent(db, seriesId, { ...HALL, starts_at: JANUARY });
  const shown = await view();
  expect([metaIn(shown.html).robots, dataIn(shown.html).length]).toEqual([undefined, 1]);
  const plain = await buildSeries(db, { in_search: false });
  await db.updateTable('forms').set({ in_search: false, form_version: 2 }).where('id', '=', seriesId).execute();
  const hidden = await view();
  expect(metaIn(hidden.html)).toMatchObject({ robots: 'noindex', 'og:title': 'Spring training' });
  expect(hidden.html).not.toContain('ld+json');
  expect(hidden.html).toContain('rel="canonical"');
  expect(metaIn((await view('', plain)).html)).toEqual({ viewport: expect.any(String), robots: 'noindex' });
});

test('FACE-18: a post without script that is refused has the page around it again', async () => {
  await buildEvent(db, seriesId);
  await buildField(db, { form_id: seriesId }, { label: 'Diet', is_required: true });
  const response = await fetch(`${server.url}/x/events-series/${seriesId}/view`, {
    method: 'POST',
    body: new URLSearchParams({ first_name: 'Ada' }),
  });
  const html = await response.text();
  expect(html).toMatch(/<div class="about">.*looms.*<h2 id="form">.*value="Ada"/s);
  expect(response.headers.get('content-security-policy')).toMatch(/style-src 'sha256-[^' ]+'(?: 'sha256-[^' ]+'){2}(?:;|$)/);
});
