import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { createTestServer } from '#server/testing/server.ts';
import { addAttendee, addEvent, addFields, addForm, addFormFields, addSeries, signUpOnForm } from '#server/testing/staff-calls.ts';

const server = await createTestServer();

async function newEvent(): Promise<string> {
  const series = await addSeries(server);
  const event = await addEvent(server, series.id, { brunch_event: true });
  const other = await addEvent(server, series.id);
  const select = { type: 'select', options: ['Full English', 'Vegetarian'] };
  await addFields(
    server,
    series.id,
    { ...select, label: 'Brunch', brunch_event: true, brunch_event_id: event.id },
    { type: 'checkbox', label: 'In person' },
    'Needs',
  );
  await addAttendee(server, series.id, event.id, { first_name: 'Ada', brunch: 'Vegetarian', in_person: true, needs: 'No nuts' });
  await addAttendee(server, series.id, event.id, { first_name: 'Bea', brunch: 'Vegetarian', in_person: false, needs: ' ' });
  await addAttendee(server, series.id, event.id, { first_name: 'Cy' });
  await addAttendee(server, series.id, other.id, { first_name: 'Dee', in_person: true });
  return `/event_series/${series.id}/event/${event.id}`;
}

const answers = (chosen: unknown): string => `answers=${encodeURIComponent(JSON.stringify(chosen))}`;

test('USE-16: the answers of an event are counted by option, with people who did not answer; text answers only as given', async () => {
  const { body } = await server.get(`${await newEvent()}/answers`);
  expect(body.data).toEqual([
    {
      name: 'brunch',
      counts: [
        { value: 'Full English', count: 0 },
        { value: 'Vegetarian', count: 2 },
        { value: null, count: 1 },
      ],
    },
    {
      name: 'in_person',
      counts: [
        { value: true, count: 1 },
        { value: false, count: 2 },
      ],
    },
    {
      name: 'needs',
      counts: [
        { value: true, count: 1 },
        { value: null, count: 2 },
      ],
    },
  ]);
});

test.each([
  [{ brunch: 'Vegetarian' }, ['Bea', 'Ada']],
  [{ brunch: null }, ['Cy']],
  [{ in_person: false }, ['Cy', 'Bea']],
  [{ in_person: true }, ['Ada']],
  [{ needs: true }, ['Ada']],
  [{ needs: null }, ['Cy', 'Bea']],
  [{ brunch: 'Vegetarian', in_person: true }, ['Ada']],
  [{ utm_source: 'newsletter' }, []],
  [{ "it's; drop": 'x' }, []],
])('the list, its counts and its file are filtered by the answers %j', async (chosen, names) => {
  const url = await newEvent();
  const listed = new Set<string>(names);
  const page = await server.get(`${url}?limit=50&${answers(chosen)}`);
  expect(page.body.data).toMatchObject({ submissions: names.map((name) => ({ first_name: name })), matches_count: names.length });
  expect((await server.get(`${url}/counts?${answers(chosen)}`)).body.data).toMatchObject({ all: names.length });
  const file = await server.get(`${url}/export?${answers(chosen)}`);
  for (const name of ['Ada', 'Bea', 'Cy']) expect(file.text.includes(`"${name}"`)).toBe(listed.has(name));
});

test('EXTRA-30: the list can be filtered by answers to many long questions', async () => {
  const unasked = Object.fromEntries(Array.from({ length: 12 }, (_, number) => [`${number}${'?'.repeat(300)}`, null]));
  const { body } = await server.get(`${await newEvent()}?limit=50&${answers({ brunch: 'Vegetarian', ...unasked })}`);
  expect(body.data).toMatchObject({ matches_count: 2 });
});

test.each(['x', '[]', '{"brunch":1}', String.raw`{"brunch":"\u0000"}`, String.raw`{"\u0000":true}`])(
  'answers that are not a JSON object of answers are refused at their parameter: %s',
  async (text) => {
    const response = await server.get(`${await newEvent()}?limit=50&answers=${encodeURIComponent(text)}`);
    expect(response.status).toBe(422);
    expect(response.body).toMatchObject({ errors: [{ path: 'answers' }] });
  },
);

test('sources are counted after the answers, the most frequent first', async () => {
  const url = await newEvent();
  const of = (source: string) => sql`update submissions set source = ${JSON.stringify({ utm_source: source })}::jsonb`;
  await of('newsletter').execute(server.db);
  await sql`${of('poster')} where first_name = 'Ada'`.execute(server.db);
  const { body } = await server.get(`${url}/answers`);
  expect(body.data).toHaveLength(4);
  expect(body.data).toContainEqual({
    name: 'utm_source',
    counts: [
      { value: 'newsletter', count: 2 },
      { value: 'poster', count: 1 },
    ],
  });
});

test('EXTRA-52: answers and sources of a marketing form are counted, and its list, counts and file are filtered by them', async () => {
  const { id } = await addForm(server);
  await addFormFields(server, id, { type: 'select', label: 'Topic', options: ['Looms', 'Engines'] }, 'Needs');
  await signUpOnForm(server, id, { topic: 'Looms', first_name: 'Ada', utm_source: 'newsletter' });
  await signUpOnForm(server, id, { topic: 'Engines', first_name: 'Bea', utm_source: 'newsletter' });
  await signUpOnForm(server, id, { topic: 'Engines', first_name: 'Cy' });
  const { body } = await server.get(`/form/${id}/answers`);
  expect(body.data).toContainEqual({
    name: 'topic',
    counts: [
      { value: 'Looms', count: 1 },
      { value: 'Engines', count: 2 },
    ],
  });
  expect(body.data).toContainEqual({ name: 'utm_source', counts: [{ value: 'newsletter', count: 2 }] });
  const chosen = answers({ topic: 'Engines', utm_source: 'newsletter' });
  const page = await server.get(`/form/${id}/submissions/page?limit=50&${chosen}`);
  expect(page.body.data).toMatchObject({ submissions: [{ first_name: 'Bea' }], matches_count: 1 });
  expect((await server.get(`/form/${id}/submissions/counts?${chosen}`)).body.data).toMatchObject({ all: 1 });
  const file = await server.get(`/form/${id}/export?${chosen}`);
  expect(['Ada', 'Bea', 'Cy'].filter((name) => file.text.includes(`"${name}"`))).toEqual(['Bea']);
  const unknown = await addSeries(server);
  expect((await server.get(`/form/${unknown.id}/answers`)).status).toBe(404);
});
