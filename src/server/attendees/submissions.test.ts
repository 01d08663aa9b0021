import { expect, test } from 'vitest';
import { NAME_WITHOUT_ADDRESS } from '#contract/texts/words/form.ts';
import { createTestServer } from '#server/testing/server.ts';
import { addAttendee, addEvent, addFields, addSeries, signUp } from '#server/testing/staff-calls.ts';

const server = await createTestServer();

async function newPath(event: Record<string, unknown> = {}) {
  const series = await addSeries(server);
  const { id: eventId } = await addEvent(server, series.id, event);
  const url = `/event_series/${series.id}/event/${eventId}`;
  return { seriesId: series.id, eventId, url, add: `${url}/submission/add` };
}

const person = (values: Record<string, unknown> = {}) => ({
  first_name: 'Ada',
  last_name: 'Lovelace',
  email: 'ada@example.com',
  ...values,
});

async function storedAnswers(id: string): Promise<Record<string, unknown>> {
  const row = await server.db.selectFrom('submissions').select('answers').where('id', '=', id).executeTakeFirstOrThrow();
  return row.answers;
}

async function signUpsOf(seriesId: string): Promise<number> {
  return (await server.get(`/event_series/${seriesId}`)).body.data.signups_count;
}

test('ATT-12: staff add a single attendee, view, edit and delete them; the others stay', async () => {
  const { url, add } = await newPath();
  await server.post(add, person({ first_name: 'Bea', email: 'bea@example.com' }));
  const { id } = (await server.post(add, person())).body.data;
  const listed = async (): Promise<unknown[]> => (await server.get(url)).body.data.submissions;
  expect(await listed()).toMatchObject([{ id, first_name: 'Ada' }, { first_name: 'Bea' }]);
  expect((await server.post(`${url}/submission/${id}/edit`, { first_name: 'Augusta' })).status).toBe(200);
  expect(await listed()).toMatchObject([{ id, first_name: 'Augusta' }, { first_name: 'Bea' }]);
  expect((await server.post(`${url}/submission/${id}/delete`)).status).toBe(200);
  expect(await listed()).toMatchObject([{ first_name: 'Bea' }]);
});

test('API-10, VAL-29, DATA-14: staff add an attendee with names and an address only; nothing is sent', async () => {
  const { add } = await newPath();
  const answer = await server.post(
    add,
    person({ email: ' Ada@Example.com ', id: 'x', submitted_at: '1999-01-01', errors: [1], signups_count: 9 }),
  );
  expect(answer.status).toBe(200);
  expect(answer.body.data).toEqual({
    id: expect.stringMatching(/^[0-9a-f-]{36}$/),
    first_name: 'Ada',
    last_name: 'Lovelace',
    job_title: '',
    organisation: '',
    email: 'Ada@Example.com',
    accepts_marketing: false,
    message: null,
    submitted_at: expect.stringMatching(new RegExp(`^${new Date().toISOString().slice(0, 10)}`)),
    errors: [],
    signups_count: 1,
    _status: { state: 'added_by_staff', steps_total: 0, steps_failed: 0, next_try_at: null, failed_steps: [] },
    _version: 1,
  });
  const row = await server.db.selectFrom('submissions').selectAll().executeTakeFirstOrThrow();
  expect(row).toMatchObject({ awaiting_fan_out: false, is_added_by_staff: true });
});

test('IMP-23, IMP-24, DATA-9: message and answers by key or label are stored, and unknown keys are dropped', async () => {
  const { seriesId, add } = await newPath();
  const [field] = await addFields(
    server,
    seriesId,
    'Diet',
    { label: 'First time', type: 'checkbox' },
    { label: 'Small print', type: 'disclaimer' },
  );
  await server.post(`/event_series/${seriesId}/eventseriesformfield/${field!.id}/edit`, { label: 'Food wishes' });
  const sent = {
    message: ' Hello\nthere ',
    food_wishes: ' Vegan ',
    first_time: 'YES',
    small_print: 'x',
    unknown: { deep: [1] },
    toString: 'x',
  };
  const answer = await server.post(add, person(sent));
  expect(answer.body.data).toMatchObject({ message: 'Hello\nthere', diet: 'Vegan', first_time: true });
  expect(await storedAnswers(answer.body.data.id)).toEqual({ diet: 'Vegan', first_time: true });
});

test.each([
  [true, true],
  [false, false],
  ['true', true],
  [' Yes ', true],
  ['1', true],
  ['no', false],
  ['FALSE', false],
  ['0', false],
  ['', undefined],
  [null, undefined],
])('DATA-10: %j for a checkbox is stored as %j', async (sent, stored) => {
  const { seriesId, add } = await newPath();
  await addFields(server, seriesId, { label: 'First time', type: 'checkbox', required: true });
  const answer = await server.post(add, person({ first_time: sent }));
  expect((await storedAnswers(answer.body.data.id)).first_time).toBe(stored);
});

test.each([
  [{ type: 'checkbox' }, 'maybe', 'Please answer with true or false'],
  [{ type: 'checkbox' }, 1, 'Please answer with true or false'],
  [{ type: 'select', options: ['Red', 'Blue'] }, 'Green', 'Please choose one of the options'],
  [{ type: 'input' }, 5, 'Please enter text'],
  [{ type: 'input' }, ['a'], 'Please enter text'],
  [{ type: 'input' }, 'a\nb', 'Please use one line only'],
  [{ type: 'input' }, 'a\u0000b', 'Please remove characters that cannot be stored'],
  [{ type: 'input' }, 'x'.repeat(1_001), 'Please use at most 1,000 characters'],
  [{ type: 'textarea' }, 'x'.repeat(10_001), 'Please use at most 10,000 characters'],
])('DATA-10, DATA-11: the field %j refuses %j at its key', async (field, value, message) => {
  const { seriesId, add } = await newPath();
  await addFields(server, seriesId, { label: 'Wish', ...field });
  const answer = await server.post(add, person({ wish: value }));
  expect(answer.status).toBe(422);
  expect(answer.body.errors).toEqual([{ path: 'wish', message }]);
});

test('DATA-12: answers to a brunch field are stored only for its own event, also while that is hidden', async () => {
  const { seriesId, add } = await newPath();
  const brunch = await addEvent(server, seriesId, { brunch_event: true });
  await addFields(server, seriesId, { label: 'Menu', type: 'select', options: ['A'], brunch_event: true, brunch_event_id: brunch.id });
  const elsewhere = await server.post(add, person({ menu: 'A' }));
  expect(await storedAnswers(elsewhere.body.data.id)).toEqual({});
  await server.post(`/event_series/${seriesId}/event/${brunch.id}/edit`, { show_on_form: false });
  const there = await addAttendee(server, seriesId, brunch.id, { menu: ' A ' });
  expect(await storedAnswers(there.id)).toEqual({ menu: 'A' });
});

test('VAL-29, VAL-30: someone with one name is added with it as the last name, and nothing invisible is stored', async () => {
  const { url } = await newPath();
  const sent = {
    first_name: '\u2800',
    last_name: 'Su\u200bharto',
    organisation: 'Acme\u2028Ltd',
    job_title: 'Buyer\tNorth',
    email: ' <su@müller.example>,',
    message: 'a\u000bb',
  };
  const { status, body } = await server.post(`${url}/submission/add`, sent);
  expect([status, body.data]).toMatchObject([
    200,
    {
      first_name: '',
      last_name: 'Suharto',
      organisation: 'Acme Ltd',
      job_title: 'Buyer North',
      email: 'su@müller.example',
      message: 'a\nb',
    },
  ]);
  await server.post(`${url}/submission/${body.data.id}/edit`, { email: 'mailto:su@xn--mller-kva.example', first_name: ' ' });
  expect((await server.get(url)).body.data.submissions).toMatchObject([
    { first_name: '', email: 'su@müller.example', _version: body.data._version },
  ]);
});

test.each([
  ['xn--i-7iq.ws', 'xn--i-7iq.ws'],
  ['xn--collecci-ioa91d.cat', 'xn--collecci-ioa91d.cat'],
  ['xn--ccke4x.jp', 'xn--ccke4x.jp'],
  ['xn--fa-hia.xn--i-7iq.ws', 'faß.xn--i-7iq.ws'],
  ['xn--h2bhs4b8d8a.xn--h2brj9c', 'नमस्ते.भारत'],
])('DATA-14: an address at %s is shown with %s, and both are the same address', async (typed, shown) => {
  const { url } = await newPath();
  const { body } = await server.post(`${url}/submission/add`, { last_name: 'Lee', email: `me@${typed}` });
  expect(body.data.email).toBe(`me@${shown}`);
  const again = await server.post(`${url}/submission/${body.data.id}/edit`, { email: body.data.email });
  expect([again.status, again.body.data._version]).toEqual([200, body.data._version]);
});

test.each([
  ['first_name', 5, expect.any(String)],
  ['first_name', 'x'.repeat(101), 'Please use at most 100 characters'],
  ['last_name', undefined, 'Last name is required'],
  ['last_name', ' \u200b', 'Last name is required'],
  ['last_name', 'a\nb', 'Please use one line only'],
  ['first_name', 'www.prize', NAME_WITHOUT_ADDRESS],
  ['last_name', 'http://spam.example', NAME_WITHOUT_ADDRESS],
  ['last_name', 'ben@prize', NAME_WITHOUT_ADDRESS],
  ['email', '', 'Email is required'],
  ['email', 'ann@-example.com', 'Please enter a valid email address'],
  ['email', null, 'Email is required'],
  ['email', 'ada@example', 'Please enter a valid email address'],
  ['email', `${'a'.repeat(250)}@example.com`, 'Please use at most 254 characters'],
  ['job_title', 'x'.repeat(201), 'Please use at most 200 characters'],
  ['organisation', '\ud800', 'Please remove characters that cannot be stored'],
  ['organisation', 'a\u001bb', 'Please remove characters that cannot be stored'],
  ['accepts_marketing', 'yes', expect.any(String)],
  ['message', 'x'.repeat(10_001), 'Please use at most 10,000 characters'],
])('VAL-29, API-55: an attendee with %s = %j is refused there', async (name, value, message) => {
  const { url, add } = await newPath();
  const answer = await server.post(add, person({ [name]: value }));
  expect(answer.status).toBe(422);
  expect(answer.body.errors).toEqual([{ path: name, message }]);
  expect((await server.get(url)).body.data.submissions).toEqual([]);
});

test('API-11, DATA-1, DATA-4, ATT-13: an edit changes the one row, seen in all events of the sign-up', async () => {
  const { seriesId, eventId, url } = await newPath();
  const second = await addEvent(server, seriesId);
  await addFields(server, seriesId, 'Diet', { label: 'First time', type: 'checkbox' });
  const id = await signUp(server, seriesId, [eventId, second.id], { diet: 'Vegan', first_time: true });
  const edit = {
    first_name: ' Grace ',
    organisation: '',
    diet: '',
    first_time: 'no',
    accepts_marketing: true,
    id: 'x',
    submitted_at: '1999-01-01',
  };
  const answer = await server.post(`${url}/submission/${id}/edit`, edit);
  expect(answer.status).toBe(200);
  const expected = {
    id,
    first_name: 'Grace',
    last_name: 'Lovelace',
    organisation: '',
    first_time: false,
    accepts_marketing: true,
    _version: 2,
  };
  for (const event of [eventId, second.id]) {
    const { body } = await server.get(`/event_series/${seriesId}/event/${event}`);
    expect(body.data.submissions).toEqual([{ ...answer.body.data }]);
    expect(body.data.submissions[0]).toMatchObject(expected);
    expect(body.data.submissions[0]).not.toHaveProperty('diet');
  }
});

test('DASH-5: when an attendee gets another address, the counters move all its registrations', async () => {
  const { seriesId, eventId, url } = await newPath();
  const second = await addEvent(server, seriesId);
  const id = await signUp(server, seriesId, [eventId, second.id], { email: 'old@example.com' });
  await addAttendee(server, seriesId, eventId, { email: 'bea@example.com' });
  await server.post(`${url}/submission/${id}/edit`, { email: 'BEA@example.com' });
  expect(await signUpsOf(seriesId)).toBe(1);
  expect(await server.db.selectFrom('address_counts').selectAll().execute()).toEqual([
    { form_id: seriesId, email_key: 'bea@example.com', registrations: 3 },
  ]);
});

test.each([
  ['last_name', ' '],
  ['email', 'nobody'],
  ['job_title', null],
  ['accepts_marketing', 'yes'],
  ['message', '\u0000'],
  ['diet', 5],
])('API-55: an edit of an attendee with a bad %s changes nothing', async (name, value) => {
  const { seriesId, eventId, url } = await newPath();
  await addFields(server, seriesId, 'Diet');
  const before = await addAttendee(server, seriesId, eventId);
  const answer = await server.post(`${url}/submission/${before.id}/edit`, { first_name: 'New', [name]: value });
  expect(answer.status).toBe(422);
  expect(answer.body.errors).toEqual([expect.objectContaining({ path: name })]);
  expect((await server.get(url)).body.data.submissions).toEqual([before]);
});

test('API-12, DATA-2, DATA-3: a deletion removes a sign-up from one event, and deletes it when that was the last', async () => {
  const { seriesId, eventId, url } = await newPath();
  const second = await addEvent(server, seriesId);
  const id = await signUp(server, seriesId, [eventId, second.id]);
  const first = await server.post(`${url}/submission/${id}/delete`);
  expect(first.body.data).toEqual({ id, deleted: false });
  expect((await server.get(url)).body.data.submissions).toEqual([]);
  expect((await server.get(`/event_series/${seriesId}/event/${second.id}`)).body.data.submissions).toMatchObject([{ id }]);
  expect(await signUpsOf(seriesId)).toBe(1);
  expect((await server.post(`${url}/submission/${id}/delete`)).status).toBe(404);
  const last = await server.post(`/event_series/${seriesId}/event/${second.id}/submission/${id}/delete`);
  expect(last.body.data).toEqual({ id, deleted: true });
  expect(await server.db.selectFrom('submissions').selectAll().execute()).toEqual([]);
  expect(await server.db.selectFrom('registrations').selectAll().execute()).toEqual([]);
  expect(await signUpsOf(seriesId)).toBe(0);
});
