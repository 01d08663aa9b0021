import { expect, test } from 'vitest';
import { ofConfirmed } from '#contract/texts/attendance.ts';
import { ID_IN_USE } from '#contract/texts/door.ts';
import { lockForm } from '#server/form-store/form-rows.ts';
import { notifyNobody } from '#server/live/notice.ts';
import { createToken } from '#server/registrations/links.ts';
import { cancelOwn } from '#server/registrations/own/commands.ts';
import { countWaitingForLocks } from '#server/testing/database.ts';
import { openedDoor } from '#server/testing/door.ts';
import { createTestServer } from '#server/testing/server.ts';
import { addAttendee, addEvent } from '#server/testing/staff-calls.ts';

const server = await createTestServer();
const { db } = server;

const nameless = { first_name: 'Wen', last_name: 'Li', email: '', organisation: null };

test('ATD-28, ATD-57, ATD-58: a walk-in is added once, over the maximum too; someone in the event under the same name is checked in', async () => {
  const door = await openedDoor(server, { close_when_full: true, maximum_participants: 1, waiting_list: 'manual' });
  const sian = { first_name: 'Siân', last_name: 'Prosser', email: 'sian@example.com' };
  const first = await addAttendee(server, door.seriesId, door.eventId, sian);
  const waiting = await addAttendee(server, door.seriesId, door.eventId, {
    first_name: 'Bo',
    email: 'bo@example.com',
    _registration: 'waiting',
  });
  const called = crypto.randomUUID();
  for (let call = 0; call < 2; call += 1)
    expect((await door.addWalkIn({ ...sian, first_name: 'SIAN', email: ' Sian@Example.com ' }, called)).data).toMatchObject({
      outcome: 'done',
      reason: 'SIAN Prosser was signed up already and is here now.',
      person: { id: first.id, by: 'Front door' },
    });
  const taken = { id: crypto.randomUUID(), submission_id: first.id, here: false };
  await door.phone.tap(taken, { submission_id: first.id });
  for (const id of [called, taken.id])
    expect((await door.addWalkIn(nameless, id)).data).toMatchObject({ outcome: 'refused', reason: ID_IN_USE, person: null });
  expect((await door.addWalkIn({ first_name: 'Bo', last_name: waiting.last_name, email: 'bo@example.com' })).data.person).toMatchObject({
    id: waiting.id,
    status: 'confirmed',
  });
  // With another name it is someone else.
  const id = crypto.randomUUID();
  const added = await door.addWalkIn({ first_name: 'Tom', last_name: 'Prosser', email: 'sian@example.com', organisation: 'Looms' }, id);
  expect(added.data).toMatchObject({ outcome: 'done', reason: null, person: { id, organisation: 'Looms', position: null } });
  expect((await door.addWalkIn({ first_name: 'Tom', last_name: 'Prosser', email: 'sian@example.com' }, id)).data).toMatchObject({
    outcome: 'done',
    person: { id },
  });
  expect(await door.people()).toMatchObject({ people: { length: 3 }, places: { taken: 3, maximum: 1 } });
  for (const wrong of [{ last_name: '' }, { last_name: 'x'.repeat(10_000) }, { last_name: 'Li', email: 'li' }, { last_name: '\uD800' }])
    expect((await door.addWalkIn(wrong)).status).toBe(422);
  const { rows } = await server.pool.query('select count(*)::int as steps from submission_steps');
  expect(rows).toEqual([{ steps: 0 }]);
});

test('ATD-49: while many walk-ins wait for the lock of the series, other calls are still answered', async () => {
  const door = await openedDoor(server);
  const adding = await db.transaction().execute(async (tx) => {
    await lockForm(tx, { kind: 'series', id: door.seriesId });
    const calls = Array.from({ length: 40 }, async () => door.addWalkIn(nameless));
    await expect.poll(async () => countWaitingForLocks(db)).toBe(1);
    expect((await door.people()).people).toEqual([]);
    return [Promise.all(calls)];
  });
  for (const { data } of await adding[0]!) expect(data.outcome).toBe('done');
});

test('ATD-64: two people without an address are two people in every count, and are in no mail, link, duplicate or import', async () => {
  const door = await openedDoor(server);
  await db.updateTable('forms').set({ self_service: true, check_in_codes: true }).execute();
  const [one, two] = [await door.addWalkIn(nameless), await door.addWalkIn(nameless)].map(({ data }) => data.person);
  expect([one, two]).toMatchObject([{ code: null }, { code: null }]);
  const { data: series } = (await server.get(`/event_series/${door.seriesId}`)).body;
  expect(series.events).toMatchObject([{ submissions_count: 2, attended_count: 2 }]);
  const { data: overview } = (await server.get('/event_series')).body;
  expect(overview[0].signups_count).toBe(2);
  const counts = (await server.get(`${door.path}/counts`)).body.data;
  expect(counts).toMatchObject({ all: 2, duplicates: 0 });
  const { data: event } = (await server.get(`${door.path}?limit=50`)).body;
  expect(event).toMatchObject({ submissions: [{ email: '' }, { email: '' }], duplicate_emails: [] });
  expect((await server.get(`/person/${one.id}`)).body.data).toMatchObject({ signups_count: 1, emails: [''] });
  expect((await server.post(`${door.path}/submission/${one.id}/link`, {})).status).toBe(409);
  await addAttendee(server, door.seriesId, door.eventId, { email: 'ada@example.com' });
  expect((await server.get(`${door.path}/losses`)).body.data).toMatchObject({ to_tell: 1, submissions_lost: 3 });
  const edited = (await server.post(`${door.path}/edit`, { venue: 'Harbour House' })).body.data;
  expect(edited._unannounced).toMatchObject({ confirmed: 1 });
  await server.post(`${door.path}/submission/${one.id}/cancel`, { tell: true });
  const told = await db.selectFrom('registration_changes').select(['kind', 'asks_for']).where('submission_id', '=', one.id).execute();
  expect(told.filter(({ asks_for }) => asks_for !== 0)).toEqual([]);
  await server.post(`${door.path}/submission/${two.id}/edit`, { email: 'wen@example.com', _confirm: true });
  expect((await server.get(`/person/${two.id}`)).body.data.emails).toEqual(['wen@example.com']);
  expect((await server.get(`${door.path}/losses`)).body.data).toMatchObject({ to_tell: 2 });
});

test('ATD-64: people without an address are not among those notified that an event is deleted, even another event of the series', async () => {
  const door = await openedDoor(server);
  const { data } = await door.addWalkIn(nameless);
  const { id } = await addEvent(server, door.seriesId);
  await door.call(data.person.id, 'events', { events: [door.eventId, id], tell: false });
  await addAttendee(server, door.seriesId, id, { email: 'ada@example.com' });
  const other = `/event_series/${door.seriesId}/event/${id}`;
  expect((await server.get(`${other}/counts`)).body.data).toMatchObject({ all: 2 });
  expect((await server.get(`${other}/losses`)).body.data).toMatchObject({ to_tell: 1 });
  expect((await server.get(`/event_series/${door.seriesId}/losses`)).body.data).toMatchObject({ submissions: 2, to_tell: 1 });
  await server.post(`${door.path}/delete`);
  expect((await server.get(`${other}/losses`)).body.data).toMatchObject({ to_tell: 1 });
  expect((await server.post(`${other}/delete`, { tell: true })).body.data).toMatchObject({ told: 1 });
});

test('ATD-12, ATD-39, ATD-40, ATD-41, ATD-50, ATD-63: attendance is in reads, filters, files and the history while someone is here, and nowhere else', async () => {
  const door = await openedDoor(server);
  const ids: string[] = [];
  for (const name of ['Ada', 'Bea', 'Cy'])
    ids.push((await addAttendee(server, door.seriesId, door.eventId, { first_name: name, email: `${name}@example.com` })).id);
  const reads = ['', '?limit=2&sort=status', '/counts', '/export?utc_offset=0', `/submission/${ids[0]}/history`];
  const readAll = async (): Promise<string[]> =>
    Promise.all(
      [...reads.map((path) => door.path + path), `/event_series/${door.seriesId}`, `/person/${ids[0]}`].map(
        async (path) => (await server.get(path)).text,
      ),
    );
  const before = await readAll();
  const mark = async (here: boolean, ...of: string[]) =>
    (await server.post(`${door.path}/attendance`, { ids: of, here })).body.data.changed;
  expect(await mark(true, ids[0]!, ids[1]!, crypto.randomUUID())).toEqual(expect.arrayContaining([ids[0], ids[1]]));
  expect(await mark(true, ids[0]!)).toEqual([]);
  const walkIn = (await door.addWalkIn(nameless)).data.person.id;
  const list = async (query: string) => (await server.get(`${door.path}?limit=50${query}`)).body.data;
  const namesOf = (page: { submissions: { first_name: string }[] }) => page.submissions.map((each) => each.first_name).toSorted();
  expect(namesOf(await list('&filter=attended'))).toEqual(['Ada', 'Bea', 'Wen']);
  expect(namesOf(await list('&filter=not_attended'))).toEqual(['Cy']);
  const sorted = await list('&sort=status');
  expect(sorted).toMatchObject({ attended_count: 3, submissions: [{ first_name: 'Cy', _attended_at: null, _walk_in: false }, {}, {}, {}] });
  expect(sorted.submissions.find((each: { id: string }) => each.id === walkIn)).toMatchObject({
    _walk_in: true,
    _attended_at: expect.any(String),
  });
  expect((await server.get(`${door.path}/counts`)).body.data).toMatchObject({ attended: 3, not_attended: 1 });
  const [head = '', ...rows] = (await server.get(`${door.path}/export?filter=attended`)).text.trim().split('\r\n');
  expect(head).toContain(',"_attended_at","submitted_at",');
  expect(rows).toHaveLength(3);
  expect((await server.get(`${door.path}/export?format=xlsx`)).status).toBe(200);
  expect((await server.get(`/person/${ids[2]}`)).body.data.signups[0].events).toMatchObject([{ attended_at: null, end_date: null }]);
  const history = (await server.get(`${door.path}/submission/${ids[0]}/history`)).body.data.changes;
  expect(history).toMatchObject([{ kind: 'here', actor: 'staff', actor_name: 'Ada Marsh', details: { how: 'list' } }]);
  await server.post(`${door.path}/submission/${walkIn}/delete`, {});
  await mark(false, ...ids);
  await db.deleteFrom('registration_changes').where('kind', 'in', ['here', 'not_here']).execute();
  expect(await readAll()).toEqual(before);
});

test('ATD-40: Undo takes back only what was marked in the list, not a tap at the door in the meantime', async () => {
  const door = await openedDoor(server);
  const [id, other] = [await door.person(), await door.person()];
  const mark = async (body: object) => (await server.post(`${door.path}/attendance`, { ids: [id, other], ...body })).body.data.changed;
  expect(await mark({ here: true })).toHaveLength(2);
  await door.phone.tap({ submission_id: id });
  expect(await mark({ here: false, own: true })).toEqual([other]);
  const here = (await door.people()).people.filter(({ since }: { since: string | null }) => since !== null);
  expect(here).toMatchObject([{ id, by: expect.not.stringContaining('Ada Marsh') }]);
  expect(await mark({ here: false, own: true })).toEqual([]);
  expect(await mark({ here: false })).toEqual([id]);
});

test('ATD-1: someone who is removed from an event and added again is no longer here', async () => {
  const door = await openedDoor(server);
  const other = await addEvent(server, door.seriesId, { date: '2055-01-12T09:30:00Z' });
  const id = await door.person();
  const choose = async (events: string[], event = door.eventId) =>
    server.post(`/event_series/${door.seriesId}/event/${event}/submission/${id}/events`, { events });
  await choose([door.eventId, other.id]);
  await door.phone.tap({ submission_id: id });
  await server.post(`${door.path}/submission/${id}/delete`, {});
  expect((await door.people()).people).toEqual([]);
  await choose([door.eventId, other.id], other.id);
  const undone = { id: crypto.randomUUID(), submission_id: id };
  await door.phone.tap(undone, { submission_id: id, here: false, takes_back: undone.id });
  expect((await door.people()).people).toMatchObject([{ id, since: null }]);
});

test('ATD-8: people who are here cannot cancel on the self-service page, and a cancellation by staff ends the check-in', async () => {
  const door = await openedDoor(server, { date: '2055-01-12T09:30:00Z' });
  await db.updateTable('forms').set({ self_service: true, self_service_cancel: true }).execute();
  const { id } = await addAttendee(server, door.seriesId, door.eventId, { email: 'ada@example.com' });
  const token = await createToken(db, id);
  const deps = { db, notify: notifyNobody, canMail: false, timeZone: 'Europe/London', confirmationsPerHour: 100 };
  await door.phone.tap({ submission_id: id });
  await expect(cancelOwn(deps, token, [door.eventId])).rejects.toMatchObject({ code: 'conflict', message: "you're checked in already" });
  await door.phone.tap({ submission_id: id, here: false });
  const [cancelling] = await db.transaction().execute(async (tx) => {
    await tx.updateTable('registrations').set({ attended_at: new Date() }).where('submission_id', '=', id).execute();
    const call = cancelOwn(deps, token, [door.eventId]);
    await expect.poll(async () => countWaitingForLocks(db)).toBe(1);
    return [call];
  });
  await expect(cancelling).rejects.toMatchObject({ code: 'conflict' });
  await db.updateTable('registrations').set({ attended_at: null }).execute();
  await cancelOwn(deps, token, [door.eventId]);
  await server.post(`${door.path}/submission/${id}/restore`, {});
  await door.phone.tap({ submission_id: id });
  await server.post(`${door.path}/submission/${id}/cancel`, {});
  await server.post(`${door.path}/submission/${id}/restore`, {});
  expect((await door.people()).people).toMatchObject([{ id, status: 'confirmed', since: null }]);
  const { changes } = (await server.get(`${door.path}/submission/${id}/history`)).body.data;
  expect(changes.map(({ kind }: { kind: string }) => kind)).toEqual([
    'restored',
    'cancelled',
    'here',
    'restored',
    'cancelled',
    'not_here',
    'here',
  ]);
});

test('ATD-13, ATD-44: the statistics have the people who came to past events, with walk-ins and the mean of the feedback', async () => {
  const door = await openedDoor(server);
  const id = await door.person();
  await door.person();
  await door.phone.tap({ submission_id: id });
  await door.addWalkIn(nameless);
  const attendance = async () => (await server.get(`/event_series/${door.seriesId}/statistics`)).body.data.attendance;
  expect(await attendance()).toBeUndefined();
  await server.post(`${door.path}/edit`, { date: '2026-01-12T09:30:00Z' });
  const row = { event_id: door.eventId, date: '2026-01-12T09:30:00.000Z', confirmed: 3, came: 2, walk_ins: 1 };
  expect(await attendance()).toMatchObject([{ ...row, rating: null }]);
  const { id: list_id } = (await server.post('/website-feedback/add', { title: 'After the event' })).body.data;
  for (const rating of [4, 5, 5])
    await db.insertInto('feedback_entries').values({ id: crypto.randomUUID(), list_id, rating, event_id: door.eventId }).execute();
  expect(await attendance()).toMatchObject([{ rating: { mean: expect.closeTo(4.667, 2), count: 3 } }]);
  expect([ofConfirmed(112, 249, false), ofConfirmed(231, 249, true)]).toEqual(['of 249 here', 'of 249 came (92.77%)']);
});
