import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { createTestServer } from '#server/testing/server.ts';
import { addAttendee, addEvent, addSeries } from '#server/testing/staff-calls.ts';

const server = await createTestServer();

const SORTED = [
  'Ann Åkesson',
  'Éva Berg',
  'Zoe berg',
  'Åse Berg-Lund',
  'Bo Bergman',
  'Ömer Can',
  'Zoë Lee',
  'Ann Lee Smith',
  'Ida Ørsted',
  'Łucja Zając',
];
/** By the bytes of its letters in lower case: those beyond ASCII come last. */
const BY_BYTES = [
  'Zoe berg',
  'Éva Berg',
  'Åse Berg-Lund',
  'Bo Bergman',
  'Ömer Can',
  'Zoë Lee',
  'Ann Lee Smith',
  'Łucja Zając',
  'Ann Åkesson',
  'Ida Ørsted',
];

async function addNamed(fullNames: readonly string[]) {
  const { id: seriesId } = await addSeries(server);
  const { id: eventId } = await addEvent(server, seriesId);
  for (const fullName of fullNames) {
    const [, first, last] = /^(\S+) (.+)$/.exec(fullName) ?? [];
    await addAttendee(server, seriesId, eventId, { first_name: first, last_name: last, organisation: fullName });
  }
  return `/event_series/${seriesId}/event/${eventId}`;
}

const fullNames = async (url: string, query: string): Promise<string[]> => {
  const found: string[] = [];
  for (let cursor = ''; ;) {
    const { body } = await server.get(`${url}?limit=3&${query}${cursor}`);
    found.push(...body.data.submissions.map((each: { first_name: string; last_name: string }) => `${each.first_name} ${each.last_name}`));
    if (body.data.next_cursor === null) return found;
    cursor = `&cursor=${body.data.next_cursor}`;
  }
};

test('ATT-15: names are sorted by last name, then by first name, as in a dictionary, page by page', async () => {
  const url = await addNamed(SORTED.toReversed());
  expect(await fullNames(url, 'sort=name')).toEqual(SORTED);
  expect(await fullNames(url, 'sort=name&direction=desc')).toEqual(SORTED.toReversed());
  const byFirstName = [
    'Ann Åkesson',
    'Ann Lee Smith',
    'Åse Berg-Lund',
    'Bo Bergman',
    'Éva Berg',
    'Ida Ørsted',
    'Łucja Zając',
    'Ömer Can',
    'Zoe berg',
    'Zoë Lee',
  ];
  expect(await fullNames(url, 'sort=first_name')).toEqual(byFirstName);
  expect(await fullNames(url, 'sort=organisation')).toEqual(byFirstName);
  const { text } = await server.get(`${url}/export?sort=name`);
  expect(
    text
      .split('\r\n')
      .slice(1, -1)
      .map((line) => line.split('","').slice(0, 2).join(' ').slice(1)),
  ).toEqual(SORTED);
});

test('ATT-15: people without an organisation, a first name or an address are last in either direction, page by page', async () => {
  const { id: seriesId } = await addSeries(server);
  const { id: eventId } = await addEvent(server, seriesId);
  const people = ['Bo A,', ' B,Zoo', 'Ann C,李', ' D,', 'Cy E,\u{1f600} Ltd', 'żak F,_x'];
  for (const [index, person] of people.entries()) {
    const [, first, last, organisation] = /^(\S*) (\S),(.*)$/.exec(person) ?? [];
    await addAttendee(server, seriesId, eventId, { first_name: first, last_name: last, organisation, email: `a${index}@example.com` });
  }
  const url = `/event_series/${seriesId}/event/${eventId}`;
  expect(await fullNames(url, 'sort=organisation')).toEqual(['żak F', 'Cy E', ' B', 'Ann C', ' D', 'Bo A']);
  expect(await fullNames(url, 'sort=organisation&direction=desc')).toEqual(['Ann C', ' B', 'Cy E', 'żak F', ' D', 'Bo A']);
  expect(await fullNames(url, 'sort=first_name')).toEqual(['Ann C', 'Bo A', 'Cy E', 'żak F', ' B', ' D']);
  expect(await fullNames(url, 'sort=first_name&direction=desc')).toEqual(['żak F', 'Cy E', 'Bo A', 'Ann C', ' D', ' B']);
  // As someone who was added at the door.
  await sql`update submissions set email = '', email_key = id::text where last_name = 'C'`.execute(server.db);
  expect(await fullNames(url, 'sort=email')).toEqual(['Bo A', ' B', ' D', 'Cy E', 'żak F', 'Ann C']);
  expect(await fullNames(url, 'sort=email&direction=desc')).toEqual(['żak F', 'Cy E', ' D', ' B', 'Bo A', 'Ann C']);
});

test('ATT-15: if PostgreSQL has no ICU they are sorted by code points', async () => {
  const url = await addNamed(SORTED.toReversed());
  await sql`drop collation turnout_names`.execute(server.db);
  try {
    await sql`create collation turnout_names (provider = libc, locale = 'C')`.execute(server.db);
    expect(await fullNames(url, 'sort=name')).toEqual(BY_BYTES);
  } finally {
    await sql`drop collation turnout_names; create collation turnout_names (provider = icu, locale = 'und')`.execute(server.db);
  }
});

test.each([
  ['mueller', ['Bo Mueller', 'Ann Müller']],
  ['müller', ['Ann Müller', 'Cy Muller']],
  ['MUELLER ann', ['Ann Müller']],
  ['oezd', ['Ida Özdemir']],
  ['aehn', ['Éva Ähnlich']],
  ['soer', ['Jo Sørby']],
  ['aase', ['Åse Đurić']],
  ['DJURIC', ['Åse Đurić']],
])('a search also finds names whose letters were typed as two: %s', async (typed, found) => {
  const url = await addNamed(['Ann Müller', 'Bo Mueller', 'Cy Muller', 'Ida Özdemir', 'Éva Ähnlich', 'Jo Sørby', 'Åse Đurić']);
  expect(await fullNames(url, `sort=name&search=${encodeURIComponent(typed)}`)).toEqual(found);
});

test.each([
  ['st. cyr', ['Ann St Cyr', 'Bo St. Cyr']],
  ['CYR, st.', ['Ann St Cyr', 'Bo St. Cyr']],
  ['cyr,st', ['Ann St Cyr', 'Bo St. Cyr']],
  ['d. jones...', ['Ida Jones']],
  ['jr.', ['Cy Lee Jr']],
  ['jones;“ida.”', ['Ida Jones']],
  ['ida, “jones.”', ['Ida Jones']],
  ['st.cyr', []],
])('a search finds names without the dots that were typed: %s', async (typed, found) => {
  const url = await addNamed(['Ann St Cyr', 'Bo St. Cyr', 'Cy Lee Jr', 'Ida Jones']);
  expect(await fullNames(url, `sort=name&search=${encodeURIComponent(typed)}`)).toEqual(found);
});
