import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import type { FoundPeople } from '#contract/attendees/search.ts';
import { folded, searchWords } from '#contract/rules/search-words.ts';
import { createTestServer } from '#server/testing/server.ts';
import { addAttendee, addEvent, addSeries, signUp } from '#server/testing/staff-calls.ts';

const server = await createTestServer();

async function find(text: string, more = ''): Promise<FoundPeople> {
  const { status, body } = await server.get(`/people?q=${encodeURIComponent(text)}${more}`);
  expect(status).toBe(200);
  return body.data;
}

const firstNames = (people: FoundPeople['people']): string[] => people.map(({ first_name: name }) => name);

/** Adds a person for each of these names, each with a separate address. */
async function addPeople(...names: readonly [first: string, last: string][]) {
  const { id: seriesId } = await addSeries(server);
  const { id: eventId } = await addEvent(server, seriesId);
  for (const [place, [first, last]] of names.entries()) {
    await addAttendee(server, seriesId, eventId, { first_name: first, last_name: last, organisation: '', email: `p${place}@example.com` });
  }
  return { seriesId, eventId };
}

describe('USE-41: names are found', () => {
  test.each([
    ['jose', 'José', 'Álvarez'],
    ['JOSÉ', 'Jose', 'Alvarez'],
    ['muller', 'Josefine', 'Müller'],
    ['garcia', 'María', 'García'],
    ['skoda', 'Petr', 'Škoda'],
    ['brien', 'Pat', 'O’Brien'],
    ["o'brien", 'Pat', 'OBrien'],
    ['obrien', 'Pat', 'O`Brien'],
    ['luc', 'Jean-Luc', 'Picard'],
    ['strasse', 'Uwe', 'Straße'],
    ['soren', 'Søren', 'Ægir'],
    ['aegir', 'Søren', 'Ægir'],
    ['wladyslaw', 'Władysław', 'Łoś'],
    ['dordic', 'Ana', 'Đorđić'],
    ['coeur', 'Léa', 'Cœur'],
    ['isil', 'Işıl', 'İnan'],
    ['inan', 'Işıl', 'İnan'],
    ['αλεξης', 'Αλέξης', 'Παπάς'],
    ['елкин', 'Пётр', 'Ёлкин'],
    ['אבי', 'אָבִי', 'כהן'],
    ['محمد', 'مُحَمَّد', 'علي'],
    ['김', '김민준', '이'],
    ['山', '山田', '太郎'],
    ['葛城', '葛\u{E0100}城', '太郎'],
    ['ᠮᠣᠩᠭᠣᠯ', 'ᠮᠣᠩ\u180Bᠭᠣᠯ', '太郎'],
    ['🙂', 'Smile🙂', '🙂'],
    ['王小明', '小明', '王'],
    ['小明王', '小明', '王'],
    ['王小明', '', '王小明'],
    ['김민준', '민준', '김'],
    ['山田さくら', 'さくら', '山田'],
    ['ドナルドガルシア', 'ドナルド', 'ガルシア'],
    ['マリア・ガルシア', 'マリア', 'ガルシア'],
    ['ann', 'Ａｎｎ', 'Lee'],
    ['Ｌｅｅ', 'Ann', 'Lee'],
    ['アベ', 'ｱﾍﾞ', 'Ken'],
    ['fiona', 'ﬁona', 'Lee'],
  ])('by %s: %s %s', async (text, first, last) => {
    await addPeople([first, last], ['Bea', 'Cole']);
    expect(firstNames((await find(text)).people)).toEqual([first]);
    await sql`update submissions set awaiting_fan_out = true`.execute(server.db);
    expect(firstNames((await find(text)).people)).toEqual([first]);
  });

  test('PostgreSQL and the browser fold each letter in the same way', async ({ skip }) => {
    const { rows: versions } = await sql<{ number: number }>`select current_setting('server_version_num')::int as number`.execute(
      server.db,
    );
    skip(
      versions.every(({ number }) => number < 170_000),
      'only PostgreSQL 17 and newer say which letters they know',
    );
    const letters = Array.from({ length: 0xe_01_f0 }, (_, code) => String.fromCodePoint(code)).filter((letter) =>
      /^(?:\p{Script=Latin}|\p{Script=Greek}|\p{Script=Cyrillic}|\p{P}|\p{Z}|\p{Script=Hebrew}|\p{Script=Arabic}|\p{Script=Hangul}|\p{Script=Katakana}|\p{N}|\p{S}|\p{Script=Inherited}|\p{DI})$/u.test(
        letter,
      ),
    );
    const { rows } = await sql<{ letter: string; folded: string; words: string[] }>`
      select letter, folded('x' || letter || 'y') as folded, search_words('x' || letter || 'y') as words
      from unnest(${letters}::text[]) as letter where unicode_assigned(letter)`.execute(server.db);
    const others = rows.filter(
      (row) => row.folded !== folded(`x${row.letter}y`) || !searchWords(`x${row.letter}y`).every((word) => row.words.includes(word)),
    );
    expect(others.map(({ letter }) => letter.codePointAt(0)?.toString(16))).toEqual([]);
  });
});

describe('USE-41: one wrong letter', () => {
  test.each([
    ['gracia', 'swapped with the next'],
    ['garsia', 'another'],
    ['garia', 'missing'],
    ['garrcia', 'too many'],
    ['harcia', 'the first'],
    ['garcis', 'the last'],
    ['garcia-marqus', 'in the second of two words'],
    ['gbrci', 'in the beginning of a longer name'],
  ])('%s: %s', async (text) => {
    await addPeople(['María', 'García Márquez'], ['Bea', 'Colewell']);
    const { people, people_count: count, spelled_differently: near } = await find(text);
    expect([firstNames(people), count, firstNames(near)]).toEqual([[], 0, ['María']]);
    await sql`update submissions set awaiting_fan_out = true`.execute(server.db);
    expect(firstNames((await find(text)).spelled_differently)).toEqual(['María']);
  });

  test('at each place of a name', async () => {
    await addPeople(['Bea', 'Colewell']);
    const letters = Array.from('colewell');
    const spellings = [...letters, ''].flatMap((letter, place) => [
      letters.toSpliced(place, 1, 'x'),
      letters.toSpliced(place, 0, 'x'),
      letters.toSpliced(place, 1),
      letters.toSpliced(place, 2, letters[place + 1] ?? '', letter),
    ]);
    for (const spelling of new Set(spellings.map((each) => each.join('')))) {
      const { people, spelled_differently: near } = await find(spelling);
      expect([spelling, firstNames([...people, ...near])]).toEqual([spelling, ['Bea']]);
    }
  });

  test.each(['jsoe', 'gaarrcia', 'grcai', 'gxrcxa', 'examplf'])('is not forgiven in %s', async (text) => {
    await addPeople(['José', 'García']);
    expect(await find(text)).toMatchObject({ people: [], spelled_differently: [] });
  });

  test('a wrong digit is not forgiven, neither in the name nor in what was typed', async () => {
    await addPeople(['Grace', 'Group 2026'], ['Bea', 'Garcia1']);
    for (const text of ['2025', '20267', 'garcia2', 'garcia12'])
      expect(await find(text)).toMatchObject({ people: [], spelled_differently: [] });
    expect(firstNames((await find('2026')).people)).toEqual(['Grace']);
    expect(firstNames((await find('groip')).spelled_differently)).toEqual(['Grace']);
  });

  test('USE-41: ranks below all exact spellings, and nobody is in both lists', async () => {
    const { seriesId, eventId } = await addPeople(['Mara', 'Müler'], ['Ben', 'Müller'], ['Cy', 'Muller']);
    await addAttendee(server, seriesId, eventId, { first_name: 'Ben', last_name: 'Müler', email: 'p1@example.com' });
    const { people, spelled_differently: near } = await find('muller');
    expect([firstNames(people), firstNames(near)]).toEqual([['Cy', 'Ben'], ['Mara']]);
  });
});

test('USE-41: people with exactly these words come before later ones whose words only begin with them, on every page', async () => {
  await addPeople(['Ann', 'Lee'], ...Array.from({ length: 5 }, (_, place): [string, string] => [`Anna${place}`, 'Leeson']));
  const { seriesId, eventId } = await addPeople();
  for (let place = 0; place < 4; place += 1) {
    await addAttendee(server, seriesId, eventId, { first_name: `Later${place}`, last_name: 'Roe', email: `p0${place}@example.com` });
  }
  for (const text of ['p0@example.com', 'MAILTO:p0@example.com', 'ann lee', 'Lee, Ann'])
    expect([text, firstNames((await find(text)).people)[0]]).toEqual([text, 'Ann']);
  const first = await find('p0@example.com', '&limit=1');
  const second = await find('p0@example.com', `&limit=2&cursor=${first.next_cursor}`);
  expect([...firstNames(first.people), ...firstNames(second.people)]).toEqual(['Ann', 'Later3', 'Later2']);
  expect(firstNames((await find('p0@exampl')).people)[0]).toBe('Later3');
});

test('USE-42: each name of an address is found and shown, matching ones first', async () => {
  const { seriesId, eventId } = await addPeople(['Pepe', 'Álvarez']);
  const again = { email: 'P0@example.com' };
  await signUp(server, seriesId, [eventId], { ...again, first_name: 'Jose', last_name: 'Alvarez' });
  await signUp(server, seriesId, [eventId], { ...again, first_name: 'JOSÉ', last_name: 'Álvarez Ruiz' });
  await signUp(server, seriesId, [eventId], { ...again, first_name: 'José', last_name: 'Álvarez Ruiz' });
  const { people } = await find('pepe');
  expect(people).toMatchObject([{ first_name: 'José', other_names: ['Pepe Álvarez', 'Jose Alvarez'], submissions_count: 4 }]);
});

describe('USE-42: the list of all people', () => {
  test('comes page by page, the latest first, each once; other spellings are on the last page', async () => {
    const { seriesId } = await addPeople();
    await sql`
      insert into submissions (id, form_id, first_name, last_name, email, email_key, submitted_at)
      select gen_random_uuid(), ${seriesId}, 'Person ' || number, case when number = 99 then 'Garsia' else 'García' end,
        number % 50 || '@example.com', number % 50 || '@example.com', timestamptz '2026-01-01' + number * interval '1 minute'
      from generate_series(1, 99) as number where number <> 49`.execute(server.db);
    const first = await find('garcia', '&limit=30');
    expect(first).toMatchObject({ people_count: 49, has_more_people: false, spelled_differently: [] });
    const second = await find('garcia', `&limit=30&cursor=${first.next_cursor}`);
    expect(second.next_cursor).toBeNull();
    const expected = Array.from({ length: 49 }, (_, place) => `Person ${98 - place}`);
    expect([...firstNames(first.people), ...firstNames(second.people)]).toEqual(expected);
    expect(firstNames(second.spelled_differently)).toEqual(['Person 99']);
  });

  test.each(['?q=a&cursor=x', '?q=a&limit=0', '?q=a&limit=51', '', `?q=${'x'.repeat(1_001)}`])('%.20s is 422', async (query) => {
    expect((await server.get(`/people${query}`)).status).toBe(422);
  });
});

test.each([
  ['x'.repeat(1_000)],
  ['a b '.repeat(250)],
  ['É'.repeat(1_000)],
  ['김'.repeat(1_000)],
  ['👩‍👩‍👧'.repeat(100)],
  ['🙂'],
  ['\u0301\u0301'],
  ['\u200b'],
  ["'''"],
  ['--'],
  ['\u0301 %_\\ ~ :* & | ! ()'],
])('a search for %.12s finds nobody, and no search fails', async (text) => {
  const { seriesId, eventId } = await addPeople(['María', 'García']);
  expect(await find(text)).toMatchObject({ people: [], people_count: 0, next_cursor: null });
  const query = encodeURIComponent(text);
  expect((await server.get(`/search?q=${query}`)).status).toBe(200);
  const list = await server.get(`/event_series/${seriesId}/event/${eventId}?search=${query}`);
  expect([list.status, list.body.data.matches_count]).toEqual([200, 0]);
});

test.each([
  'jose',
  'GARCÍA',
  'arci',
  'garcia jose',
  'obrien',
  "o'brien",
  'brien',
  'garcia-obrien',
  'p0@exa',
  'García O’Brien, José',
  '"José"',
  'José <p0@example.com>;',
  'mailto:p0@example.com',
  'José <mailto:p0@example.com>',
  'garc*',
  '*brien* jos?',
])('USE-41: the list of an event is searched for %s by the same letters', async (text) => {
  const { seriesId, eventId } = await addPeople(['José', 'García O’Brien'], ['Bea', 'Cole']);
  const url = `/event_series/${seriesId}/event/${eventId}`;
  const query = `search=${encodeURIComponent(text)}`;
  const { body } = await server.get(`${url}?${query}`);
  expect(firstNames(body.data.submissions)).toEqual(['José']);
  expect((await server.get(`${url}/counts?${query}`)).body.data.all).toBe(1);
});

test.each([
  ['p0@example.com, p1@example.com', ['Bea', 'José']],
  ['p1@example.com mailto:P0@example.com nobody@example.com', ['Bea', 'José']],
  ['Dr José Garcia Lopez (HR) <p0@example.com>', ['José']],
  ['mailto:p0@example.com?subject=Hello', ['José']],
  ['E-mail:p0@example.com', ['José']],
  ['[José Garcia Lopez](mailto:p0@example.com)', ['José']],
  ['"Cole, Bea" <p1@example.com>; José <nobody@example.com>', ['Bea']],
  ['José nobody@example.com', []],
])('USE-41: pasted addresses find their people, with any other words: %s', async (text, found) => {
  const { seriesId, eventId } = await addPeople(['José', 'García O’Brien'], ['Bea', 'Cole'], ['Cy', 'Dee']);
  expect(firstNames((await find(text)).people).toSorted()).toEqual(found);
  const { body } = await server.get(`/event_series/${seriesId}/event/${eventId}?search=${encodeURIComponent(text)}`);
  expect(firstNames(body.data.submissions).toSorted()).toEqual(found);
});

test.each([
  ['王小明', '小明'],
  ['小明王', '小明'],
  ['小王', undefined],
  ['王小明 マリア・ガルシア', '小明'],
  ['さとうはなこ', 'はなこ'],
])('USE-41: the list of an event is searched for %s', async (text, found) => {
  const { seriesId, eventId } = await addPeople(['小明', '王'], ['Bea', 'Cole']);
  await addAttendee(server, seriesId, eventId, { first_name: '小明', last_name: '王', organisation: 'ガルシア マリア' });
  await addAttendee(server, seriesId, eventId, { first_name: 'はなこ', last_name: 'さとう' });
  const { body } = await server.get(`/event_series/${seriesId}/event/${eventId}?search=${encodeURIComponent(text)}`);
  expect(firstNames(body.data.submissions)[0]).toBe(found);
});
