import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import type { SearchResult } from '#contract/attendees/search.ts';
import { rowsRead } from '#server/testing/database.ts';
import { createTestServer } from '#server/testing/server.ts';
import { addAttendee, addEvent, addForm, addSeries, signUp, signUpOnForm } from '#server/testing/staff-calls.ts';
import { searchEverything } from './queries.ts';

const server = await createTestServer();

async function search(text: string): Promise<SearchResult> {
  const { status, body } = await server.get(`/search?q=${encodeURIComponent(text)}`);
  expect(status).toBe(200);
  return body.data;
}

const NOBODY = { people: [], people_count: 0, has_more_people: false, spelled_differently: [] };

const people = async (text: string): Promise<string[]> => (await search(text)).people.map(({ first_name: name }) => name);

async function newEvent() {
  const series = await addSeries(server);
  const event = await addEvent(server, series.id);
  return { seriesId: series.id, eventId: event.id };
}

describe('titles', () => {
  test('are found without their accents and apostrophes', async () => {
    const series = await addSeries(server, 'Führen mit José, l’été');
    for (const text of ['fuhren', 'jose', 'lete', "l'ete jose", 'ÉTÉ'])
      expect((await search(text)).series.map(({ id }) => id)).toEqual([series.id]);
  });

  test('series, forms and events are found by words anywhere in their title, in any case and order', async () => {
    const series = await addSeries(server, 'Spring training London');
    await addSeries(server, 'Autumn training');
    const form = await addForm(server, 'The London paper');
    const event = await addEvent(server, series.id, { event_title: 'Lunch in LONDON' });
    expect(await search('lond')).toEqual({
      series: [{ id: series.id, title: 'Spring training London', signups_count: 0 }],
      forms: [{ id: form.id, title: 'The London paper', signups_count: 0 }],
      events: [
        {
          id: event.id,
          event_title: 'Lunch in LONDON',
          date: event.date,
          show_on_form: true,
          series_id: series.id,
          series_title: 'Spring training London',
        },
      ],
      ...NOBODY,
    });
    expect((await search('  london   SPRING ')).series).toHaveLength(1);
    expect((await search('london autumn')).series).toEqual([]);
  });

  test('USE-42: an event is found by words of its title and its series together, but not by those of its series alone', async () => {
    const series = await addSeries(server, 'Spring school');
    const { id } = await addEvent(server, series.id, { event_title: 'Python basics' });
    const own = await addEvent(server, series.id, { event_title: 'Opening of the spring school' });
    const found = async (text: string) => (await search(text)).events.map((event) => event.id);
    for (const text of ['spring python', 'BASICS, school', 'python school spring']) expect([text, await found(text)]).toEqual([text, [id]]);
    expect([await found('spring school'), await found('python autumn')]).toEqual([[own.id], []]);
    const { id: exact } = await addEvent(server, series.id, { event_title: 'More school basics' });
    await addEvent(server, series.id, { event_title: 'More basics' });
    expect(await found('school basics'), 'its own title counts more').toEqual([exact, expect.any(String), id]);
  });

  test('those that begin with the words come first, then the newest, and no more than six', async () => {
    await addSeries(server, 'Training: first');
    for (let number = 1; number <= 7; number += 1) await addSeries(server, `More training ${number}`);
    const titles = (await search('training')).series.map(({ title }) => title);
    expect(titles).toEqual(['Training: first', ...[7, 6, 5, 4, 3].map((number) => `More training ${number}`)]);
  });

  test.each(['%', '_', String.raw`\ `, '100%'])('%s is searched for literally', async (text) => {
    const odd = await addSeries(server, String.raw`100% snake_case back\slash`);
    await addSeries(server, 'Plain 100');
    expect((await search(text)).series.map(({ id }) => id)).toEqual([odd.id]);
  });
});

describe('people', () => {
  test.each([
    'ada',
    'LOVE',
    'love ada',
    'Ada Lovelace',
    'obrien',
    "O'Brien",
    'engines',
    'brighton',
    'ada.byron@looms.example',
    'byron',
    'looms.ex',
    'Élise',
    'élise',
    'elise',
    'brien',
    'o’brien',
    'brien lovelace ada',
  ])('are found by %s', async (text) => {
    const { seriesId, eventId } = await newEvent();
    await addAttendee(server, seriesId, eventId, {
      first_name: 'Ada Élise',
      last_name: "Lovelace-O'Brien",
      organisation: 'Analytical Engines (Brighton)',
      email: 'Ada.Byron@looms.example',
    });
    await addAttendee(server, seriesId, eventId, { first_name: 'Bea', last_name: 'Cole', organisation: 'None', email: 'bea@example.com' });
    expect(await people(text)).toEqual(['Ada Élise']);
  });

  test.each(['lace', 'ada bea', 'nobody', '@', "'", "')", ':*', '& | !', String.raw`\'`, '%', ' '])('are not found by %s', async (text) => {
    const { seriesId, eventId } = await newEvent();
    await addAttendee(server, seriesId, eventId);
    await addAttendee(server, seriesId, eventId, { first_name: 'Bea' });
    expect(await people(text)).toEqual([]);
  });

  test('are found once for each address, by their latest sign-up, with its series or form', async () => {
    const { seriesId, eventId } = await newEvent();
    await signUp(server, seriesId, [eventId], { first_name: 'Old', last_name: 'Lovelace' });
    const form = await addForm(server, 'White paper');
    const latest = await signUpOnForm(server, form.id, { first_name: 'New', last_name: 'Lovelace', email: 'ADA@example.com' });
    const other = await signUp(server, seriesId, [eventId], { first_name: 'Other', last_name: 'Lovelace', email: 'other@example.com' });
    expect((await search('lovelace')).people).toEqual([
      {
        submission_id: other,
        first_name: 'Other',
        last_name: 'Lovelace',
        organisation: 'Engines Ltd',
        email: 'other@example.com',
        other_names: [],
        submissions_count: 1,
        series_id: seriesId,
        form_id: null,
        event_id: eventId,
        title: 'Spring training',
        event_title: 'Day one',
        event_show_on_form: true,
      },
      expect.objectContaining({
        submission_id: latest,
        first_name: 'New',
        other_names: ['Old Lovelace'],
        submissions_count: 2,
        series_id: null,
        form_id: form.id,
        event_id: null,
        title: 'White paper',
        event_title: null,
        event_show_on_form: null,
      }),
    ]);
  });

  test('are found once, before and after a worker has taken their sign-up out of the outbox', async () => {
    const { seriesId, eventId } = await newEvent();
    await signUp(server, seriesId, [eventId]);
    expect(await people('lovelace')).toEqual(['Ada']);
    await sql`update submissions set awaiting_fan_out = false`.execute(server.db);
    expect(await people('lovelace')).toEqual(['Ada']);
  });

  test('are found by their current details, and not after their deletion', async () => {
    const { seriesId, eventId } = await newEvent();
    const { id } = await addAttendee(server, seriesId, eventId);
    const url = `/event_series/${seriesId}/event/${eventId}/submission/${id}`;
    await server.post(`${url}/edit`, { last_name: 'King' });
    expect([await people('lovelace'), await people('king')]).toEqual([[], ['Ada']]);
    await server.post(`${url}/delete`);
    expect(await people('king')).toEqual([]);
  });

  test('with the longest names and addresses that the forms accept can be stored and found', async () => {
    const { seriesId, eventId } = await newEvent();
    const name = '\u{20000}'.repeat(50);
    await signUp(server, seriesId, [eventId], { last_name: name, organisation: 'ﷺ'.repeat(200), email: `${'x'.repeat(240)}@example.com` });
    await sql`update submissions set awaiting_fan_out = false`.execute(server.db);
    expect(await people(name)).toEqual(['Ada']);
  });

  test('are found by an index, however common the word and however many people there are', async () => {
    const { seriesId } = await newEvent();
    await sql`
      insert into submissions (id, form_id, first_name, last_name, email, email_key)
      select gen_random_uuid(), ${seriesId}, 'Ada', 'Name' || number, number || '@example.com', number || '@example.com'
      from generate_series(1, 3000) as number`.execute(server.db);
    await sql`analyze submissions`.execute(server.db);
    for (const word of ['ada', 'name77'])
      expect((await rowsRead(server.db, async (tx) => searchEverything(tx, word))).scanned).toBeLessThan(100);
    expect(await search('name77')).toMatchObject({ people: { length: 3 }, people_count: 11, has_more_people: false });
    expect(await search('ada')).toMatchObject({ people: { length: 3 }, people_count: 3000 });
  });
});

test('a search for nothing finds nothing, and without a text, or with a bad one, is 422', async () => {
  await addSeries(server);
  expect(await search('   ')).toEqual({ series: [], forms: [], events: [], ...NOBODY });
  for (const query of ['', '?q=%00', `?q=${'x'.repeat(1_001)}`]) expect((await server.get(`/search${query}`)).status).toBe(422);
});
