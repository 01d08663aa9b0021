import { Writable } from 'node:stream';
import { describe, expect, test } from 'vitest';
import type { Person } from '#contract/attendees/person.ts';
import { createLogger } from '#server/process/logger.ts';
import { addressDigest, unsubscribe } from '#server/registrations/suppressions.ts';
import { createTestServer } from '#server/testing/server.ts';
import { addAttendee, addEvent, addForm, addFormFields, addSeries, signUp, signUpOnForm } from '#server/testing/staff-calls.ts';

const lines: string[] = [];
const destination = new Writable({
  write: (chunk, _encoding, done) => {
    lines.push(String(chunk));
    done();
  },
});
const server = await createTestServer({}, { log: createLogger({ level: 'trace', environment: 'production', destination }) });
const UNKNOWN = '00000000-0000-4000-8000-000000000000';

async function read(personId: string, query = ''): Promise<Person> {
  const { status, body } = await server.get(`/person/${personId}${query}`);
  expect(status).toBe(200);
  return body.data;
}

const find = async (email: unknown) => server.post('/person/find', { email });

async function newEvent() {
  const series = await addSeries(server);
  return { series, event: await addEvent(server, series.id) };
}

const move = (id: string, submittedAt: string) =>
  server.db
    .updateTable('submissions')
    .set({ submitted_at: new Date(submittedAt) })
    .where('id', '=', id)
    .execute();

test('PRS-1, PRS-2: a person has all sign-ups of the address, newest first, by the id of any of them', async () => {
  const { series, event } = await newEvent();
  const form = await addForm(server, 'Coaching brochure');
  const ada = { first_name: 'Ada', last_name: 'Byron', accepts_marketing: true };
  const oldest = await signUpOnForm(server, form.id, { ...ada, email: 'ADA@example.com', organisation: 'Looms' });
  const added = await addAttendee(server, series.id, event.id, { organisation: 'Engines' });
  const newest = await signUp(server, series.id, [event.id], {
    first_name: 'Ada',
    last_name: 'Lovelace',
    email: 'ada@example.com ',
    accepts_marketing: false,
  });
  await addAttendee(server, series.id, event.id, { first_name: 'Bea' });
  await move(oldest, '2025-03-12T14:55:00Z');
  await move(added.id, '2026-09-08T10:30:00Z');

  const person = await read(oldest);
  expect(person).toMatchObject({
    person_id: newest,
    signups_count: 3,
    names: [
      { name: 'Ada Lovelace', signups_count: 2 },
      { name: 'Ada Byron', signups_count: 1, latest_at: '2025-03-12T14:55:00Z' },
    ],
    marketing: { accepts_marketing: false, since: '2026-09-08T10:30:00Z' },
    next_cursor: null,
  });
  expect(person.emails).toContain('ADA@example.com');
  expect(person.organisations.at(-1)).toBe('Looms');
  expect(person.signups.map(({ submission }) => submission.id)).toEqual([newest, added.id, oldest]);
  expect(person.signups.map(({ submission }) => submission.signups_count)).toEqual([2, 2, 1]);
  expect(person.signups[0]).toMatchObject({
    series_id: series.id,
    form_id: null,
    events: [{ id: event.id, event_title: event.event_title }],
  });
  expect(person.signups[2]).toMatchObject({ series_id: null, form_id: form.id, title: 'Coaching brochure', events: [] });
  expect(await read(newest)).toEqual(person);
});

test('PRS-2: it says when the address unsubscribed, whatever its sign-ups say', async () => {
  const form = await addForm(server, 'Newsletter');
  const id = await signUpOnForm(server, form.id, { email: 'Rita@example.com', accepts_marketing: true });
  expect((await read(id)).marketing.unsubscribed_at).toBeNull();
  await server.db.transaction().execute(async (tx) => unsubscribe(tx, addressDigest('rita@example.com')));
  expect((await read(id)).marketing).toMatchObject({ accepts_marketing: true, unsubscribed_at: expect.stringMatching(/^20.*Z$/) });
});

test('PRS-3: a sign-up whose steps have not been written yet is found, with the steps of the others', async () => {
  const { series, event } = await newEvent();
  const id = await signUp(server, series.id, [event.id], { email: 'ada@example.com' });
  const { id: done } = await addAttendee(server, series.id, event.id);
  await server.db.insertInto('submission_steps').values({ submission_id: done, step: 'slack', state: 'failed' }).execute();
  await server.db.updateTable('submissions').set({ awaiting_fan_out: true }).where('id', '=', id).execute();
  const states = (await read(id)).signups.map(({ submission }) => submission._status.state);
  expect(states.toSorted()).toEqual(['failed', 'sending']);
});

test('PRS-2: pages follow each other by their cursor, each with the totals', async () => {
  const { series, event } = await newEvent();
  for (let count = 0; count < 3; count += 1) await addAttendee(server, series.id, event.id);
  const whole = await read((await find('ada@example.com')).body.data.person_id);
  const first = await read(whole.person_id, '?limit=2');
  const second = await read(whole.person_id, `?limit=2&cursor=${first.next_cursor}`);
  expect([...first.signups, ...second.signups]).toEqual(whole.signups);
  expect([first.signups.length, second.next_cursor, second.signups_count]).toEqual([2, null, 3]);
});

test('PRS-2: an unknown person is 404; a wrong cursor, or a page of more than 200, is refused', async () => {
  const { series, event } = await newEvent();
  const { id } = await addAttendee(server, series.id, event.id);
  expect((await server.get(`/person/${UNKNOWN}`)).status).toBe(404);
  expect(await server.get(`/person/${id}?cursor=x`)).toMatchObject({ status: 422, body: { errors: [{ path: 'cursor' }] } });
  expect(await server.get(`/person/${id}?limit=201`)).toMatchObject({ status: 422, body: { errors: [{ path: 'limit' }] } });
});

test('PRS-2: a person with only sign-ups of a deleted event or series is not found', async () => {
  const { series, event } = await newEvent();
  const { id } = await addAttendee(server, series.id, event.id);
  await server.post(`/event_series/${series.id}/delete`);
  expect((await server.get(`/person/${id}`)).status).toBe(404);
  expect((await find('ada@example.com')).body.data).toEqual({ person_id: null });
});

test('PRS-4: an address is found in any case, null if nothing is stored, and refused if it is invalid', async () => {
  const { series, event } = await newEvent();
  const { id } = await addAttendee(server, series.id, event.id);
  expect((await find(' ADA@Example.com ')).body.data).toEqual({ person_id: id });
  expect((await find('bea@example.com')).body.data).toEqual({ person_id: null });
  expect(await find('ada')).toMatchObject({
    status: 422,
    body: { errors: [{ path: 'email', message: 'Please enter a valid email address' }] },
  });
});

test('EXTRA-36: a submission of a form is edited by its call, and its person then has the new address', async () => {
  const form = await addForm(server);
  await addFormFields(server, form.id, 'Topic');
  const id = await signUpOnForm(server, form.id, { email: 'ada@example.com', topic: 'Looms' });
  const edit = async (body: object, formId = form.id) => server.post(`/form/${formId}/submission/${id}/edit`, body);
  expect((await edit({ email: 'BEA@example.com', topic: 'Engines' })).body.data).toMatchObject({
    email: 'BEA@example.com',
    topic: 'Engines',
  });
  expect((await find('ada@example.com')).body.data).toEqual({ person_id: null });
  expect((await find('bea@example.com')).body.data).toEqual({ person_id: id });
  expect(await edit({ email: 'bea' })).toMatchObject({ status: 422, body: { errors: [{ path: 'email' }] } });
  expect((await edit({ email: 'x@example.com' }, (await addForm(server)).id)).status).toBe(404);
});

test('PRS-1: no address or name of a person is logged, neither for people found nor for refused calls', async () => {
  const { series, event } = await newEvent();
  const { id } = await addAttendee(server, series.id, event.id);
  lines.length = 0;
  await read(id);
  await find('ada@example.com');
  await find('ada@example.com ,');
  await server.post('/person/find', { email: 'ada@example.com' }, { as: 'visitor' });
  await server.get(`/person/${id}?cursor=ada@example.com`);
  expect(lines.filter((line) => line.includes('"refused"'))).toHaveLength(1);
  // The id of a request is random.
  expect(lines.join('').replaceAll(/"reqId":"[^"]*"/g, '')).not.toMatch(/ada|lovelace|example\.com/i);
});

test('PRS-28: website feedback, views and blocked attempts of the same person are not part of it', async () => {
  const { series, event } = await newEvent();
  const { id } = await addAttendee(server, series.id, event.id);
  const before = await read(id);
  const list = (await server.post('/website-feedback/add', { title: 'Ada Lovelace' })).body.data;
  await server.post(`/website-feedback/${list.id}/submit`, { rating: 4, comment: 'From ada@example.com' }, { as: 'visitor' });
  await server.post(`/event_series/${series.id}/track_views`, undefined, { as: 'visitor' });
  await server.post(`/event_series/${series.id}/submit`, { email: 'ada@example.com' }, { as: 'visitor' });
  expect(await read(id)).toEqual(before);
});

test('ATD-63: a waiting list, a cancelled event and a cancelled place do not count as a place', async () => {
  const { series, event } = await newEvent();
  const limited = { date: '2055-01-12T09:30:00Z', maximum_participants: 1, close_when_full: true, waiting_list: 'manual' };
  const full = await addEvent(server, series.id, limited);
  const off = await addEvent(server, series.id, { date: '2055-01-13T09:30:00Z' });
  await addAttendee(server, series.id, full.id, { first_name: 'Bea' });
  const own = await addAttendee(server, series.id, event.id);
  for (const [{ id }, _registration] of [[event], [full, 'waiting'], [off]] as const)
    await addAttendee(server, series.id, id, { ...(_registration && { _registration }) });
  await server.post(`/event_series/${series.id}/event/${off.id}/cancel`, {});
  await server.post(`/event_series/${series.id}/event/${event.id}/submission/${own.id}/cancel`, { tell: false });
  const { signups } = await read((await find('ada@example.com')).body.data.person_id);
  expect(
    signups.flatMap(({ events }: { events: { id: string; status?: string }[] }) => events.map(({ id, status }) => [id, status])),
  ).toEqual([
    [off.id, 'cancelled'],
    [full.id, 'waiting'],
    [event.id, undefined],
    [event.id, 'cancelled'],
  ]);
  expect(signups.map(({ submission }: { submission: { signups_count: number } }) => submission.signups_count)).toEqual([3, 3, 3, 3]);
});

describe('PRS-6: all sign-ups of a person are deleted together', () => {
  test('in every series and form, and the places go to the waiting lists', async () => {
    const { series, event } = await newEvent();
    const limited = await addSeries(server);
    const full = await addEvent(server, limited.id, {
      date: '2055-01-12T09:30:00Z',
      maximum_participants: 1,
      close_when_full: true,
      waiting_list: 'direct',
    });
    const form = await addForm(server, 'Coaching brochure');
    await signUpOnForm(server, form.id, { email: 'ADA@example.com' });
    await addAttendee(server, series.id, event.id, { email: 'ada@example.com' });
    await addAttendee(server, limited.id, full.id, { email: 'ada@example.com' });
    await addAttendee(server, limited.id, full.id, { email: 'bea@example.com', _registration: 'waiting' });
    const { person_id: personId, signups_count: count } = await read((await find('ada@example.com')).body.data.person_id);
    const remove = async (signups_count: number) => (await server.post(`/person/${personId}/delete`, { signups_count })).status;
    expect([count, await remove(count - 1), await remove(count), await remove(count)]).toEqual([3, 409, 200, 404]);
    expect((await find('ada@example.com')).body.data.person_id).toBeNull();
    const left = await server.db
      .selectFrom('registrations')
      .innerJoin('submissions', 'submissions.id', 'submission_id')
      .select(['email', 'status'])
      .execute();
    expect(left).toEqual([{ email: 'bea@example.com', status: 'confirmed' }]);
    expect((await server.get(`/form`)).body.data.find(({ id }: { id: string }) => id === form.id)).toMatchObject({ signups_count: 0 });
  });

  test('even if two people in the same series are deleted at the same time', async () => {
    const places = await Promise.all([newEvent(), newEvent(), newEvent()]);
    for (const { series, event } of [...places, ...places.toReversed()])
      for (const email of ['ada@example.com', 'bea@example.com']) await addAttendee(server, series.id, event.id, { email });
    const ids = await Promise.all(['ada@example.com', 'bea@example.com'].map(async (email) => (await find(email)).body.data.person_id));
    const answers = await Promise.all(ids.map(async (id: string) => server.post(`/person/${id}/delete`, { signups_count: 6 })));
    expect(answers.map(({ status, body }) => [status, body.data.deleted])).toEqual([
      [200, 6],
      [200, 6],
    ]);
  });
});
