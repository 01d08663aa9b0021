import { beforeEach, expect, test } from 'vitest';
import { createFormToken } from '#server/forms/form-token.ts';
import { openTestDatabase } from '#server/testing/database.ts';
import { buildField } from '#server/testing/form-rows.ts';
import { limitedSeries } from '#server/testing/limited-series.ts';
import { TEST_SECRET } from '#server/testing/server.ts';
import { createSignUpPageServer, postedForm } from '#server/testing/sign-up-page-server.ts';
import { makeSeriesUnreadable } from '#server/testing/unreadable-series.ts';

const database = await openTestDatabase();
const server = await createSignUpPageServer({}, {}, database);
const withoutMail = await createSignUpPageServer({}, { canMail: false }, database);
const { db } = server;
const { addEvent, editEvent, submitTo, seriesId } = limitedSeries(server);

const PERSON = { first_name: 'Ada', last_name: 'Lovelace', job_title: 'Analyst', organisation: 'Engines', email: 'ada@example.com' };
const NO_PLACE = 'This doesn&#x27;t give you a place yet. We&#x27;ll email you if we can give you one.';
const NO_PLACE_YET = 'You don&#x27;t have a place yet. We&#x27;ll email you if we can give you one.';

let path = '';
beforeEach(() => {
  path = `/spring-training/events-series/${seriesId()}/view`;
});

const withoutStyle = (html: string): string => html.replace(/<style>.*<\/style>/s, '');
const load = async (query = '', { url } = server): Promise<string> => withoutStyle(await (await fetch(url + path + query)).text());

/** The post of a page that was loaded before; `meanwhile` runs in between. */
async function post(values: Readonly<Record<string, string | readonly string[]>>, meanwhile = async (): Promise<unknown> => undefined) {
  const body = postedForm(await load(), { ...PERSON, ...values });
  body.set('_stamp', createFormToken({ secret: TEST_SECRET, form: { kind: 'series', id: seriesId() }, now: Date.now() - 5_000 }));
  await meanwhile();
  const response = await fetch(server.url + path, { method: 'POST', body });
  return { status: response.status, html: withoutStyle(await response.text()) };
}

interface Card {
  readonly className: string | undefined;
  readonly box: string | undefined;
  readonly isChosen: boolean;
  readonly isFocused: boolean;
  readonly isInvalid: boolean;
  readonly lines: (string | undefined)[];
  readonly hint: string | undefined;
}

/** The cards of a page: their state, the name of the box (none when it is disabled), the lines after the date, and the hint below. */
const cardsOf = (html: string): Card[] =>
  [...html.matchAll(/<div class="(event[^"]*)"><label>(.*?)<\/label>(?:<p class="hint"[^>]*>(.*?)<\/p>)?/g)].map(
    ([, className, label = '', hint]) => {
      const [, input = ''] = /<input([^>]*)>/.exec(label) ?? [];
      return {
        className,
        box: input.includes('disabled') ? undefined : /name="(\w+)"/.exec(input)?.[1],
        isChosen: input.includes('checked'),
        isFocused: /autofocus/i.test(input),
        isInvalid: input.includes('aria-invalid'),
        lines: [...label.matchAll(/>([^<]+)</g)].map(([, line]) => line).slice(2),
        hint: hint?.replaceAll('<!-- -->', ''),
      };
    },
  );

const errorOf = (html: string): string | undefined => /id="events-hint"[^>]*>.*?<span>(.*?)<\/span>/.exec(html)?.[1];
const date = (day: number): string => `2050-01-0${day}T09:30:00Z`;

test('PLC-31, PLC-32, PLC-33: cards say how many places are left, or full with the list to join or without', async () => {
  const few = await addEvent(3, { date: date(1) });
  await addEvent(30, { date: date(2) });
  const last = await addEvent(2, { date: date(3), closes_at: '2050-01-01' });
  const list = await addEvent(1, { date: date(4), waiting_list: 'offer', closes_at: '2050-01-01' });
  await addEvent(0, { date: date(5) });
  await submitTo([last, list]);
  const until = 'Sign-up until Saturday 1 January 2050, 00:00\u00a0GMT';
  const off = { className: 'event off', box: undefined };
  expect(cardsOf(await load())).toMatchObject([
    { className: 'event', box: 'events', lines: ['3 places left'] },
    { className: 'event', box: 'events', lines: [] },
    { box: 'events', lines: ['1 place left', until] },
    { className: 'event', box: '_waiting_list', isChosen: false, lines: ['Full', until, 'Join the waiting list'], hint: NO_PLACE },
    { ...off, lines: ['Full'] },
  ]);
  await submitTo([few], [list]);
  expect(cardsOf(await load())[3]).toMatchObject({ hint: `${NO_PLACE} 1 person is waiting.` });
  await submitTo([few], [list]);
  expect(cardsOf(await load())[3]).toMatchObject({ hint: `${NO_PLACE} 2 people are waiting.` });
  const hint = 'The organiser will tell you if you get one. 2 people are waiting.';
  expect(cardsOf(await load('', withoutMail))[3]).toMatchObject({ hint: expect.stringContaining(hint) });
});

test('PLC-12: where repeats are refused a card says ‘A few places left’ below a fifth, and no number', async () => {
  await server.post(`/event_series/${seriesId()}/edit`, { duplicate_policy: 'refuse' });
  for (const [day, taken] of [
    [1, 16],
    [2, 17],
  ] as const) {
    const event = await addEvent(20, { date: date(day) });
    await db.updateTable('event_places').set({ taken }).where('event_id', '=', event).execute();
  }
  expect(cardsOf(await load()).map(({ lines }) => lines)).toEqual([[], ['A few places left']]);
});

test('PLC-32, PLC-35: the address does not tick a waiting list, and the only event is not preselected while it is full', async () => {
  const event = await addEvent(0, { waiting_list: 'offer' });
  for (const query of ['', `?events=${event}`, `?_waiting_list=${event}`]) {
    expect(cardsOf(await load(query))).toMatchObject([{ box: '_waiting_list', isChosen: false }]);
  }
});

test('PLC-34, PLC-35: without script a post for an event that filled up comes back with all values, the event unticked and the list to join', async () => {
  const [open, filling] = [
    await addEvent(5, { date: date(1) }),
    await addEvent(1, { date: date(2), waiting_list: 'direct', brunch_event: true }),
  ];
  await buildField(server.db, { form_id: seriesId() }, { label: 'Menu', is_brunch: true, brunch_event_id: filling });
  await editEvent(filling, { event_title: 'Breakfast' });
  const { status, html } = await post({ events: [open, filling], menu: 'Eggs' }, () => submitTo([filling]));
  expect([status, errorOf(html)]).toEqual([422, '‘Breakfast’ is now full. Join its waiting list, or choose again.']);
  expect(cardsOf(html)).toMatchObject([
    { box: 'events', isChosen: true, isFocused: false, isInvalid: false },
    { box: '_waiting_list', isChosen: false, isFocused: true, isInvalid: true },
  ]);
  for (const value of [...Object.values(PERSON), 'Eggs']) expect(html).toContain(`value="${value}"`);
});

test('PLC-27, PLC-41: people who join the list without script see the position, and no place', async () => {
  const [open, full] = [await addEvent(5, { event_title: 'First aid' }), await addEvent(0, { waiting_list: 'manual' })];
  await submitTo([], [full]);
  const both = await post({ events: [open], _waiting_list: [full] });
  expect(both.status).toBe(200);
  expect(both.html).toMatch(/You have a place at:<\/p><ul><li><div><strong dir="auto">First aid<\/strong>/);
  expect(both.html.replaceAll('<!-- -->', '')).toMatch(
    /You&#x27;re on the waiting list for:<\/p><ul><li><div><strong dir="auto">Fire safety<\/strong><span>, position 2</,
  );
  expect(both.html).toContain(`</ul><p>${NO_PLACE_YET}</p>`);
  const only = await post({ _waiting_list: [full] });
  expect(only.html).toContain('<p class="note">You&#x27;re on the waiting list</p>');
  expect(only.html).toContain(`</ul><p>${NO_PLACE_YET}</p>`);
  expect(only.html).not.toContain('You have a place at:');
  expect(only.html).not.toContain('submitted successfully');
});

test('PLC-39: a form is closed, and says so, if all its events are full without a list', async () => {
  await addEvent(0);
  await addEvent(0, { event_title: 'First aid' });
  const html = await load();
  expect(html).toContain('All events are fully booked.');
  expect(cardsOf(html).map(({ box }) => box)).toEqual([undefined, undefined]);
});

test('PLC-39: an event whose sign-up has closed does not count as fully booked, as a visitor cannot wait for its places', async () => {
  const full = await addEvent(0, { waiting_list: 'direct' });
  await addEvent(0, { closes_at: '2049-01-01' });
  await editEvent(full, { closes_at: '2020-01-01' });
  expect(await load()).toContain('All events are fully booked.');
  await db.updateTable('events').set({ closes_at: '2020-01-01' }).execute();
  await editEvent(full, { event_title: 'First aid' });
  const html = await load();
  expect(html).toContain('Signup events are currently closed for this event.');
  expect(html).not.toContain('fully booked');
});

test('PLC-39: while nothing is open, the form names the event that opens first, also when another closes before', async () => {
  await addEvent(0, { closes_at: '2049-01-01' });
  await addEvent(1, { opens_at: '2049-06-01' });
  expect(await load()).toContain('Sign-up opens on Tuesday 1 June 2049');
});

test('PLC-35: without script a post that cannot be stored at the moment comes back with its waiting list, in the state last read', async () => {
  const full = await addEvent(0, { waiting_list: 'offer' });
  const { status, html } = await post({ _waiting_list: full }, () => makeSeriesUnreadable(db));
  expect(status).toBe(503);
  expect(cardsOf(html)).toMatchObject([{ box: '_waiting_list', isChosen: true }]);
});

test('PLC-36: a page is rendered once for each state of the places', async () => {
  const event = await addEvent(2);
  const first = await load();
  expect(cardsOf(first)[0]?.lines).toEqual(['2 places left']);
  const { id } = await submitTo([event]);
  expect(cardsOf(await load())[0]?.lines).toEqual(['1 place left']);
  await server.post(`/event_series/${seriesId()}/event/${event}/submission/${id}/delete`);
  expect(cardsOf(await load())).toEqual(cardsOf(first));
});
