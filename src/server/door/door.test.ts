import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, onTestFinished, test } from 'vitest';
import { allCalls } from '#contract/all-calls.ts';
import * as words from '#contract/texts/door.ts';
import { LiveStreams } from '#server/live/streams.ts';
import { addDoorLink, openDoor, openedDoor } from '#server/testing/door.ts';
import { readLive } from '#server/testing/live-reader.ts';
import { addTree, pathIn, validBodies } from '#server/testing/processes/call-tree.ts';
import { createTestServer } from '#server/testing/server.ts';
import { addAttendee, addEvent } from '#server/testing/staff-calls.ts';

const server = await createTestServer();
const { db } = server;

const soon = (hours: number): string => new Date(Date.now() + hours * 3_600_000).toISOString();

/** A limited event with a waiting list. */
const LIMITED = { close_when_full: true, maximum_participants: 3, waiting_list: 'manual' };

describe('at the door', () => {
  test('ATD-9, ATD-15: a door knows the days of its event, and lists everyone by last name, then by first name', async () => {
    const door = await openedDoor(server, { date: '2055-03-01T09:00:00Z' });
    expect(door.phone.opened.body.data.event).toMatchObject({ on_from: '2055-03-01T00:00:00.000Z', on_until: '2055-03-02T00:00:00.000Z' });
    for (const [date, end_date, until] of [
      ['2055-03-01T21:00:00Z', '2055-03-02T01:30:00Z', '2055-03-03T00:00:00.000Z'],
      ['2055-03-01T00:00:00Z', null, '2055-03-02T00:00:00.000Z'],
      ['2055-06-01T09:00:00Z', '2055-06-01T17:00:00Z', '2055-06-01T23:00:00.000Z'],
    ])
      expect((await openedDoor(server, { date, end_date })).phone.opened.body.data.event.on_until).toBe(until);
    for (const [first_name, last_name] of [
      ['Zoë', 'Abel'],
      ['Bo', 'zorn'],
      ['Änne', 'Abel'],
      ['', 'Ångström'],
    ])
      await door.person({ first_name, last_name });
    const { people, time } = await door.people();
    expect(people.map((each: { first_name: string }) => each.first_name)).toEqual(['Änne', 'Zoë', '', 'Bo']);
    expect(Math.abs(Date.now() - Date.parse(time))).toBeLessThan(60_000);
    const gone = crypto.randomUUID();
    expect(await door.people(`?ids=${people[1].id},${gone}`)).toMatchObject({ people: [{ first_name: 'Zoë' }], gone: [gone] });
    for (const wrong of ['', 'x', `${gone},`.repeat(51)]) expect((await door.phone.get(`/people?ids=${wrong}`)).status).toBe(422);
  });

  test('ATD-2, ATD-3, ATD-4: forty check-ins that a phone kept for twenty minutes all arrive once, although others have checked in the same people in the meantime', async () => {
    const door = await openedDoor(server);
    const side = await openDoor(server, (await addDoorLink(server, door, { label: 'Side entrance' })).token);
    await db
      .updateTable('door_links')
      .set({ created_at: soon(-2) })
      .execute();
    const people = await Promise.all(Array.from({ length: 40 }, async () => door.person()));
    const seen = people.slice(20).map((submission_id) => ({ id: crypto.randomUUID(), submission_id }));
    await door.phone.tap(...seen);
    const at = new Date(Date.now() - 20 * 60_000).toISOString();
    const taps = people.map((submission_id) => ({ id: crypto.randomUUID(), at, submission_id, here: true }));
    const send = async () => (await side.post('/taps', { sent_at: soon(0), taps })).body.data.taps;
    const outcomes = (await send()).map(({ outcome }: { outcome: string }) => outcome);
    expect(outcomes).toEqual([...Array(20).fill('done'), ...Array(20).fill('already')]);
    // Again, as after a lost answer.
    await send();
    const { count } = await db
      .selectFrom('registration_changes')
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .where('kind', '=', 'here')
      .where('submission_id', 'in', people)
      .executeTakeFirstOrThrow();
    expect(count).toBe(60);
    await door.phone.tap(...seen.map(({ id, submission_id }) => ({ submission_id, here: false, takes_back: id })));
    const minutes = (await door.people()).people.map(({ since, by }: { since: string; by: string }) => [
      Math.round((Date.now() - Date.parse(since)) / 60_000),
      by,
    ]);
    expect(minutes).toEqual(Array(40).fill([20, 'Side entrance']));
  });

  test('ATD-51: a hundred taps are stored for one person at one event, and others still work', async () => {
    const door = await openedDoor(server);
    const [id, other] = [await door.person(), await door.person()];
    const taps = Array.from({ length: 50 }, (_, index) => ({
      submission_id: id,
      ...(index % 2 === 0 ? {} : { here: false, takes_back: crypto.randomUUID() }),
    }));
    for (const _ of [1, 2]) expect(new Set((await door.phone.tap(...taps)).map(({ outcome }) => outcome))).not.toContain('refused');
    const outcomes = await door.phone.tap({ submission_id: id }, { submission_id: id, here: false }, { submission_id: other });
    const no = { outcome: 'refused', reason: 'Checked in and undone too many times. Please ask the organiser.' };
    expect(outcomes).toMatchObject([no, no, { outcome: 'done' }]);
    const { body } = await server.post(`${door.path}/attendance`, { ids: [id], here: false });
    expect(body.data.changed).toEqual([id]);
  });

  test('ATD-21, ATD-33: a phone is only notified about its own event, without the name of a member of staff, until its link is ended', async () => {
    const live = new LiveStreams({ database: server, log: { warn: () => undefined }, max: 10, commentMs: 50, pauseMs: 20 });
    const quick = await createTestServer({}, { live }, server);
    const door = await openedDoor(server, LIMITED);
    const other = await openedDoor(server, LIMITED);
    const id = await door.person();
    await sleep(250);
    const reader = await readLive(quick.url, '', '', door.phone.headers);
    await other.phone.tap({ submission_id: await other.person() });
    await door.phone.tap({ submission_id: id });
    await expect.poll(() => reader.notices(`event/${door.eventId}`).ids).toContain(id);
    await door.call(id, 'cancel');
    await expect.poll(() => reader.notices(`event/${door.eventId}`).ids.length).toBeGreaterThan(1);
    const added = await door.person();
    await expect.poll(() => reader.notices(`event/${door.eventId}`).ids).toContain(added);
    const { id: elsewhere } = await addEvent(server, door.seriesId, { show_on_form: true });
    const guest = await addAttendee(server, door.seriesId, elsewhere);
    const events = `/event_series/${door.seriesId}/event/${elsewhere}/submission/${guest.id}/events`;
    expect((await server.post(events, { events: [elsewhere, door.eventId], tell: false })).status).toBe(200);
    await expect.poll(() => reader.notices(`event/${door.eventId}`).ids).toContain(guest.id);
    expect(reader.notices(`event/${door.eventId}`).ids).not.toContain(null);
    const topics = new Set(reader.events.flatMap(({ data }) => data.topics ?? []).map(({ topic, by, name }) => [topic, by, name].join()));
    expect([...topics]).toEqual([`event/${door.eventId},,`]);
    await server.post(`${door.path}/door_link/${door.link.id}/end`, {});
    await expect.poll(reader.names).toContain('bye');
  });
});

describe('door links', () => {
  const headersOf = (token: string, phone: string = crypto.randomUUID()) => ({ authorization: `Door ${token}`, phone });

  test('ATD-30, ATD-32, ATD-33, ATD-60: a link opens its own door on twenty phones, until it has ended', async () => {
    const door = await openedDoor(server, LIMITED);
    const id = await door.person();
    const phones = await Promise.all(Array.from({ length: 20 }, async () => openDoor(server, door.link.token)));
    const refused = phones.filter(({ opened }) => opened.status === 409);
    expect(refused.map(({ opened }) => opened.body.detail)).toEqual([words.TOO_MANY_PHONES]);
    expect((await refused[0]!.get('/people')).status).toBe(409);
    expect((await server.get('/door/people', { headers: { authorization: `Door ${door.link.token}` } })).status).toBe(409);
    await door.phone.tap({ submission_id: id });
    const listed = async () => (await server.get(`${door.path}/door_links`)).body.data.links;
    expect(await listed()).toMatchObject([
      { label: 'Front door', phones: 20, checked_in: 1, is_own: false, may_add: true, ended_at: null },
    ]);
    await door.phone.tap({ submission_id: id, here: false });
    expect(await listed()).toMatchObject([{ checked_in: 0 }]);
    const kept = { submission_id: id, here: false };
    const statuses = async () => [(await door.phone.get('/people')).status, (await door.phone.get('/live')).status];
    await db.updateTable('door_links').set({ ends_at: new Date() }).execute();
    expect(await statuses()).toEqual([401, 401]);
    const tap = { ...kept, id: crypto.randomUUID(), at: soon(-1) };
    expect((await door.phone.post('/taps', { sent_at: soon(0), taps: [tap] })).body.data.taps).toMatchObject([{ outcome: 'done' }]);
    await sleep(10);
    expect(await door.phone.tap({ submission_id: id })).toMatchObject([{ outcome: 'refused', reason: words.LINK_HAS_ENDED }]);
    await server.post(`${door.path}/door_link/${door.link.id}/end`, {});
    expect(await listed()).toMatchObject([{ ended_by: 'Ada Marsh' }]);
    const after = await door.phone.post('/taps', { sent_at: soon(0), taps: [{ ...tap, id: crypto.randomUUID() }] });
    expect([after.status, after.body.detail]).toEqual([401, words.LINK_HAS_ENDED]);
    const own = await addDoorLink(server, door, { own: true });
    await server.post(`${door.path}/delete`, {});
    for (const token of [own.token, 'unknown', '', 'a'.repeat(22)])
      expect((await server.get('/door/people', { as: 'visitor', headers: headersOf(token) })).status).toBe(401);
  });

  test('ATD-30, ATD-15: a door’s token is not valid for any other call of the API, and no answer of the door has an address', async () => {
    const tree = await addTree(server);
    const others = Object.entries(allCalls).filter(([, { access }]) => access === 'staff');
    const bodies: Partial<Record<string, unknown>> = validBodies(tree);
    for (const [name, { method, path }] of others) {
      const [to, headers] = [pathIn(path, tree), tree.door];
      const { status } = method === 'GET' ? await server.get(to, { headers }) : await server.post(to, bodies[name], { headers });
      expect([name, status]).toEqual([name, 401]);
    }
    const [{ address }] = (await db.selectFrom('submissions').select('email as address').where('id', '=', tree.submissionId).execute()) as [
      { address: string },
    ];
    const phone = await openDoor(server, tree.door.authorization.slice(5), tree.door.phone);
    const answers = [
      phone.opened,
      await phone.get('/people'),
      await phone.post('/taps', bodies.sendTaps),
      await phone.post('/walk_in', bodies.addWalkIn),
    ];
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    expect(answers[1]?.body.data.people).toHaveLength(1);
    for (const { text } of answers) expect(text).not.toMatch(new RegExp(`${address}|@|${tree.door.authorization.slice(5)}`));
  });

  test('ATD-31, ATD-53, ATD-59: a link ends some hours after its event and moves with it; a personal one is replaced by the next', async () => {
    const door = await openedDoor(server, { ...LIMITED, date: '2055-03-01T09:00:00Z', end_date: '2055-03-01T17:00:00Z' });
    const ends = async () => (await server.get(`${door.path}/door_links`)).body.data.links.map((each: { ends_at: string }) => each.ends_at);
    expect(await ends()).toEqual(['2055-03-01T23:00:00.000Z']);
    const move = async (date: string, end_date: string | null) => server.post(`${door.path}/edit`, { date, end_date });
    await move('2055-03-02T10:00:00Z', '2055-03-02T18:00:00Z');
    expect(await ends()).toEqual(['2055-03-03T00:00:00.000Z']);
    await move('2055-03-02T10:00:00Z', null);
    expect(await ends()).toEqual(['2055-03-02T22:00:00.000Z']);
    await move('2055-03-02T10:00:00Z', '2055-03-02T17:00:00Z');
    expect(await ends()).toEqual(['2055-03-02T23:00:00.000Z']);
    const add = async (ends_at: string) => (await server.post(`${door.path}/door_link/add`, { label: 'Back', ends_at })).status;
    const { ends: offered } = (await server.get(`${door.path}/door_links`)).body.data;
    expect(offered).toEqual(['02T23', '03T17', '05T17', '09T17'].map((at) => `2055-03-${at}:00:00.000Z`));
    expect([await add('2055-03-10T00:00:00Z'), await add('2000-01-01T00:00:00Z'), await add(offered.at(-1))]).toEqual([422, 422, 200]);
    const refused = await server.post(`${door.path}/door_link/add`, { label: 'Back\ndoor' });
    expect(refused.body.errors).toEqual([{ path: 'label', message: 'Please use one line only' }]);
    const ending = { label: 'Side door', may_add: false, ends_at: offered[1] };
    await addDoorLink(server, door, { own: false, ...ending });
    expect((await server.get(`${door.path}/door_links`)).body.data.links[0]).toMatchObject({ ...ending, is_own: false });
    const [first, second] = [await addDoorLink(server, door, { own: true }), await addDoorLink(server, door, { own: true })];
    const opened = await Promise.all([first, second].map(async ({ token }) => openDoor(server, token)));
    expect(opened.map((phone) => phone.opened.status)).toEqual([401, 200]);
    expect(door.phone.opened.body.data.links_page).toBeNull();
    await move('2055-03-03T10:00:00Z', '2055-03-03T17:00:00Z');
    expect((await openDoor(server, first.token)).opened.status).toBe(401);
    await move('2055-03-02T10:00:00Z', '2055-03-02T17:00:00Z');
    expect(opened[1]?.opened.body.data).toMatchObject({
      label: 'Ada Marsh',
      may_add: true,
      links_page: expect.stringMatching(`/events-series/${door.seriesId}[?]doors#event-${door.eventId}$`),
      event: { date: '2055-03-02T10:00:00.000Z' },
    });
    await Promise.all(Array.from({ length: 5 }, async () => addDoorLink(server, door, { own: true })));
    const ownFor = async (as: 'staff' | 'colleague') =>
      (await server.get(`${door.path}/door_links`, { as })).body.data.links.filter((each: { is_own: boolean }) => each.is_own);
    expect(await ownFor('staff')).toMatchObject([{ is_mine: true }]);
    expect(await ownFor('colleague')).toMatchObject([{ is_mine: false }]);
    const allDay = await openedDoor(server, { date: '2055-03-01' });
    expect((await allDay.phone.post('/open', {})).body.data.ends_at).toBe('2055-03-02T06:00:00.000Z');
  });

  test('ATD-60: each phone makes 120 calls a minute', async () => {
    const door = await openedDoor(server, LIMITED);
    // Calls are counted by clock minutes, one of which may end in the meantime.
    const statuses = await Promise.all(Array.from({ length: 250 }, async () => (await door.phone.get('/people')).status));
    expect(new Set(statuses)).toEqual(new Set([200, 429]));
  });

  test('ATD-60: all phones of a link make 1,200 calls a minute', async () => {
    const { phone } = await openedDoor(server, LIMITED);
    const stranger = { headers: { authorization: phone.headers.authorization } };
    const call = async () => (await server.get('/door/people', stranger)).status;
    const statuses: number[] = [];
    // Calls are counted by clock minutes, one of which may end in the meantime.
    while (!statuses.includes(429) && statuses.length < 3_000) statuses.push(...(await Promise.all(Array.from({ length: 100 }, call))));
    expect([new Set(statuses), (await phone.get('/people')).status]).toEqual([new Set([409, 429]), 429]);
    expect(statuses.filter((status) => status === 409).length).toBeGreaterThanOrEqual(1_198);
  });

  test('ATD-60: the phones of a link add 120 walk-ins a minute', async () => {
    const door = await openedDoor(server);
    const phones = [door.phone, await openDoor(server, door.link.token)];
    const body = () => ({ sent_at: soon(0), at: soon(0), id: crypto.randomUUID(), last_name: 'Li' });
    const statuses: number[] = [];
    // Calls are counted by clock minutes, one of which may end in the meantime on a slow machine.
    while (!statuses.includes(429) && statuses.length < 500) {
      const calls = phones.flatMap((phone) => Array.from({ length: 5 }, async () => (await phone.post('/walk_in', body())).status));
      statuses.push(...(await Promise.all(calls)));
    }
    expect(new Set(statuses)).toEqual(new Set([200, 429]));
  });

  test('ATD-60: repeats of one walk-in do not use up the link’s limit', async () => {
    const door = await openedDoor(server);
    const phones = await Promise.all(Array.from({ length: 3 }, async () => openDoor(server, door.link.token)));
    const body = () => ({ sent_at: soon(0), at: soon(0), id: crypto.randomUUID(), last_name: 'Li' });
    const same = body();
    for (const phone of phones.slice(0, 2)) await Promise.all(Array.from({ length: 70 }, async () => phone.post('/walk_in', same)));
    expect((await phones[2]?.post('/walk_in', body()))?.status).toBe(200);
    expect((await door.people()).people).toHaveLength(2);
  });

  test('ATD-60: a network that guesses tokens is refused, except for the doors that are open there, and others are not', async () => {
    const guarded = await createTestServer({ PUBLIC_RATE_LIMIT: '5' }, {}, server);
    const door = await openedDoor(server, LIMITED);
    const call = async (token: string) =>
      (await guarded.get('/door/people', { as: 'visitor', headers: { ...door.phone.headers, authorization: `Door ${token}` } })).status;
    const open = await openedDoor(server, LIMITED);
    const callOpen = async () => (await guarded.get('/door/people', { as: 'visitor', headers: open.phone.headers })).status;
    expect(await callOpen()).toBe(200);
    const statuses: number[] = [];
    for (let time = 0; time < 12; time += 1) statuses.push(await call('a'.repeat(22)));
    expect(new Set(statuses)).toEqual(new Set([401, 429]));
    expect([await call(door.link.token), await callOpen(), (await door.phone.get('/people')).status]).toEqual([200, 200, 200]);
    await db.deleteFrom('door_links').execute();
    expect(await callOpen()).toBe(401);
    await expect.poll(callOpen, { timeout: 5_000 }).toBe(429); // A valid token is cached for a second.
  });

  test('SEC-30: HEAD opens no stream, which nobody would close', async () => {
    const door = await openedDoor(server, LIMITED);
    for (const [path, headers] of [
      ['/door/live', door.phone.headers],
      ['/live', { authorization: 'Bearer staff' }],
    ] as const)
      expect((await fetch(`${server.url}/api${path}`, { method: 'HEAD', headers })).status).toBe(404);
  });

  test('SEC-30: one link has at most 40 streams, and others are served', async () => {
    onTestFinished(() => server.app.server.closeAllConnections());
    const [door, other] = [await openedDoor(server, LIMITED), await openedDoor(server, LIMITED)];
    const phones = [door.phone, await openDoor(server, door.link.token)];
    const open = async (phone = door.phone) => (await readLive(server.url, '', '', phone.headers)).response.status;
    expect(new Set(await Promise.all(phones.flatMap((phone) => Array.from({ length: 20 }, async () => open(phone)))))).toEqual(
      new Set([200]),
    );
    expect([await open(), await open(other.phone)]).toEqual([503, 200]);
  });
});
