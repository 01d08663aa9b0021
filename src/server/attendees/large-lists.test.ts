import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { ANSWERS_COUNTED_MAX, LOOKED_THROUGH_MAX, REPEATED_COUNTED_MAX } from '#contract/rules/large-lists.ts';
import { newId } from '#server/db/new-id.ts';
import { createTestServer } from '#server/testing/server.ts';
import { addEvent, addForm, addFormFields, addSeries } from '#server/testing/staff-calls.ts';

const server = await createTestServer();

/** Sign-ups one second apart, one more than lists read; the oldest is Aaronica, who is in the index of words. */
const signUps = (formId: string) => sql`
  insert into submissions (id, form_id, first_name, last_name, email, email_key, accepts_marketing, awaiting_fan_out, upload_id, submitted_at)
  select gen_random_uuid(), ${formId}, case number when 0 then 'Aaronica' else 'Zoë' end, 'Lovelace', 'p' || number || '@example.com',
    'p' || number || '@example.com', number % ${LOOKED_THROUGH_MAX / 2}::integer = 0, number > 0, case number when 0 then ${UPLOAD}::uuid end, now() + make_interval(secs => number)
  from generate_series(0, ${LOOKED_THROUGH_MAX}::integer) as number`;

const UPLOAD = newId();

async function newEvent() {
  const series = await addSeries(server);
  const event = await addEvent(server, series.id);
  await signUps(series.id).execute(server.db);
  await sql`insert into registrations (event_id, submission_id, submitted_at) select ${event.id}, id, submitted_at from submissions`.execute(
    server.db,
  );
  const url = `/event_series/${series.id}/event/${event.id}`;
  return { page: `${url}?limit=3`, counts: `${url}/counts?`, file: `${url}/export?` };
}

async function newForm() {
  const form = await addForm(server);
  await signUps(form.id).execute(server.db);
  await server.db
    .insertInto('form_counts')
    .values({ form_id: form.id, signups: LOOKED_THROUGH_MAX + 1 })
    .execute();
  const url = `/form/${form.id}`;
  return { page: `${url}/submissions/page?limit=3`, counts: `${url}/submissions/counts?`, file: `${url}/export?` };
}

interface Page {
  readonly submissions: { readonly first_name: string }[];
  readonly submissions_count: number;
  readonly matches_count: number;
}

test.each([
  ['an event', newEvent],
  ['a form', newForm],
])(
  'API-101: in a large list of %s the newest are sorted, filtered and counted, and all are searched by the beginnings of words',
  async (_, make) => {
    const { page, counts, file } = await make();
    await sql`analyze submissions`.execute(server.db);
    const read = async (query: string) => {
      const { data } = (await server.get(page + query)).body as { data: Page };
      return { names: data.submissions.map((row) => row.first_name), all: data.submissions_count, matches: data.matches_count };
    };
    const all = LOOKED_THROUGH_MAX + 1;
    expect(await read('&sort=submitted_at&direction=asc')).toMatchObject({ names: ['Aaronica', 'Zoë', 'Zoë'], all, matches: all });
    expect(await read('&count_max=2')).toEqual({ names: ['Zoë', 'Zoë', 'Zoë'], all: 2, matches: 2 });
    expect(await read(`&count_max=${all}`)).toMatchObject({ all, matches: all });
    expect(await read('&count_max=2&filter=marketing')).toMatchObject({ all: 2, matches: 2 });
    expect(await read('&sort=name')).toMatchObject({ names: ['Zoë', 'Zoë', 'Zoë'] });
    expect(await read('&filter=marketing')).toEqual({ names: ['Zoë', 'Zoë'], all, matches: 2 });
    expect(await read('&search=aaron')).toEqual({ names: ['Aaronica'], all, matches: 1 });
    expect(await read('&search=nica')).toMatchObject({ matches: 0 });
    expect(await read('&search=p10000@')).toMatchObject({ matches: 1 });
    expect(await read('&search=p0@example.com,p2@example.com')).toMatchObject({ matches: 2 });
    expect(await read(`&import=${UPLOAD}`)).toEqual({ names: ['Aaronica'], all, matches: 1 });
    expect((await server.get(counts)).body.data).toMatchObject({ all: LOOKED_THROUGH_MAX, marketing: 2 });
    expect((await server.get(`${counts}search=aaron%20love`)).body.data).toMatchObject({ all: 1, marketing: 1 });
    const { text } = await server.get(`${file}filter=marketing`);
    expect(text.match(/Aaronica|Zoë/g)).toEqual(['Zoë', 'Zoë', 'Aaronica']);
  },
);

/** All sign-ups of an event wait, the oldest first. */
const waitForPlaces = sql`
  with waiting as (update registrations set status = 'waiting' returning event_id, submission_id, submitted_at)
  insert into waiting_entries (event_id, submission_id, list_order)
  select event_id, submission_id, row_number() over (order by submitted_at) from waiting`;

test.each([
  ['who wait', 'waiting', 'Aaronica', 1],
  ['with an offer', 'offered', 'Zoë', null],
  ['who cancelled', 'cancelled', 'Zoë', null],
])(
  'API-101, PLC-48: in a large list of people %s the newest are sorted and counted, and all are read in its order',
  async (_, status, first, position) => {
    const { page, counts, file } = await newEvent();
    await waitForPlaces.execute(server.db);
    await sql`update registrations set status = ${status}`.execute(server.db);
    if (status === 'cancelled') await server.db.deleteFrom('waiting_entries').execute();
    await sql`analyze submissions, registrations, waiting_entries`.execute(server.db);
    const list = `&registration=${status}`;
    const read = async (query: string) => (await server.get(page + list + query)).body.data;
    const all = LOOKED_THROUGH_MAX + 1;
    const inOrder = await read('');
    expect(inOrder).toMatchObject({ submissions_count: all, matches_count: all, submissions: [{ first_name: first }, {}, {}] });
    expect(inOrder.submissions[0]._registration).toMatchObject({ status, position });
    const next = await read(`&cursor=${inOrder.next_cursor}`);
    expect(next.submissions[0]._registration).toMatchObject({ position: position === null ? null : 4 });
    const byName = await read('&sort=name');
    expect(byName.submissions).toMatchObject([{ first_name: 'Zoë' }, { first_name: 'Zoë' }, { first_name: 'Zoë' }]);
    expect(byName.submissions[0]._registration).toMatchObject({ position: position === null ? null : all });
    const found = await read('&search=aaron');
    expect(found).toMatchObject({ matches_count: 1, submissions: [{ first_name: 'Aaronica', _registration: { status, position } }] });
    expect((await server.get(`${counts}${list}`)).body.data).toMatchObject({ all: LOOKED_THROUGH_MAX });
    const { text } = await server.get(`${file}filter=marketing&sort=name${list}`);
    expect(text.match(/Aaronica|Zoë/g)).toEqual(['Aaronica', 'Zoë', 'Zoë']);
  },
);

test('API-102: in a large form the newest answers are counted', async () => {
  const form = await addForm(server);
  await addFormFields(server, form.id, { type: 'select', label: 'Diet', options: ['Vegan', 'None'] });
  await sql`
    insert into submissions (id, form_id, first_name, last_name, email, email_key, answers, awaiting_fan_out, submitted_at)
    select gen_random_uuid(), ${form.id}, 'Ada', 'Lovelace', 'ada@example.com', 'ada@example.com',
      jsonb_build_object('diet', case number when 0 then 'None' else 'Vegan' end), true, now() + make_interval(secs => number)
    from generate_series(0, ${ANSWERS_COUNTED_MAX}::integer) as number`.execute(server.db);
  await sql`analyze submissions`.execute(server.db);
  const counts = async () => (await server.get(`/form/${form.id}/answers`)).body.data[0].counts;
  const vegan = { value: 'Vegan', count: ANSWERS_COUNTED_MAX };
  expect(await counts()).toEqual([vegan, { value: 'None', count: 0 }]);
  await sql`delete from submissions where id = (select id from submissions where form_id = ${form.id} order by submitted_at desc limit 1)`.execute(
    server.db,
  );
  expect(await counts()).toEqual([
    { ...vegan, count: ANSWERS_COUNTED_MAX - 1 },
    { value: 'None', count: 1 },
  ]);
});

const byId = (one: { event_id: string }, other: { event_id: string }) => (one.event_id < other.event_id ? -1 : 1);

test('API-102: a series with very many repeated addresses says that an event has at least this many duplicates', async () => {
  const series = await addSeries(server);
  const [event, other] = [await addEvent(server, series.id), await addEvent(server, series.id)];
  await sql`
    insert into submissions (id, form_id, first_name, last_name, email, email_key, awaiting_fan_out)
    select gen_random_uuid(), ${series.id}, 'Ada', 'Lovelace', 'p' || number || '@example.com', 'p' || number || '@example.com', true
    from generate_series(0, ${REPEATED_COUNTED_MAX}::integer) as number, generate_series(1, 2)`.execute(server.db);
  await sql`insert into registrations (event_id, submission_id, submitted_at)
    select ${event.id}, id, submitted_at from submissions where form_id = ${series.id}`.execute(server.db);
  await sql`analyze submissions, registrations`.execute(server.db);
  const duplicates = async () => (await server.get(`/event_series/${series.id}/duplicates`)).body.data;
  const capped = [
    { event_id: event.id, duplicates_count: REPEATED_COUNTED_MAX, is_minimum: true },
    { event_id: other.id, duplicates_count: 0, is_minimum: true },
  ];
  expect((await duplicates()).toSorted(byId)).toEqual(capped.toSorted(byId));
  const whole = await server.get(`/event_series/${series.id}`);
  expect(whole.body.data.events).toContainEqual(expect.objectContaining({ id: event.id, duplicates_count: REPEATED_COUNTED_MAX + 1 }));
  await sql`delete from submissions where form_id = ${series.id} and email_key = 'p7@example.com'`.execute(server.db);
  expect(await duplicates()).toEqual([{ event_id: event.id, duplicates_count: REPEATED_COUNTED_MAX, is_minimum: false }]);
});
