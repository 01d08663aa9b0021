import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { allCalls } from '#contract/all-calls.ts';
import * as words from '#contract/texts/door.ts';
import { checkInCode } from '#server/registrations/check-in-codes.ts';
import { repairCounters } from '#server/registrations/counters.ts';
import { addDoorLink, openDoor, type TestPhone } from '#server/testing/door.ts';
import { addTree, pathIn, validBodies } from '#server/testing/processes/call-tree.ts';
import { createTestServer } from '#server/testing/server.ts';
import { addAttendee, addEvent, addSeries, signUp } from '#server/testing/staff-calls.ts';

const server = await createTestServer();
const { db } = server;

const soon = (hours: number): string => new Date(Date.now() + hours * 3_600_000).toISOString();

/** A limited event with a waiting list, which begins in an hour, and its door open on a phone. */
async function openedDoor(values: object = {}) {
  const { id: seriesId } = await addSeries(server);
  const limits = { close_when_full: true, maximum_participants: 3, waiting_list: 'manual' };
  const event = await addEvent(server, seriesId, { date: soon(1), show_on_form: true, ...limits, ...values });
  const path = { seriesId, eventId: event.id };
  const link = await addDoorLink(server, path);
  const call = async (submissionId: string, verb: string, body: object = {}) =>
    server.post(`/event_series/${seriesId}/event/${event.id}/submission/${submissionId}/${verb}`, body);
  return { ...path, link, phone: await openDoor(server, link.token), call };
}

const person = async ({ seriesId, eventId }: { seriesId: string; eventId: string }, values: object = {}): Promise<string> =>
  (await addAttendee(server, seriesId, eventId, { email: `${crypto.randomUUID()}@example.com`, ...values })).id;

const peopleAt = async (phone: TestPhone, query = '') => (await phone.get(`/people${query}`)).body.data;

/** Who is here by the stored times, and by the history. */
async function attendance(): Promise<{ stored: unknown[]; told: unknown[] }> {
  const stored = await sql`
    select submission_id as id, extract(epoch from attended_at)::text as at from registrations where attended_at is not null order by 1`.execute(
    db,
  );
  const told = await sql`
    select submission_id as id, min(extract(epoch from at))::text as at from registration_changes as tap
    where kind = 'here' and not exists (
      select from registration_changes as undo cross join jsonb_array_elements_text(undo.details -> 'takes_back') as taken (id)
      where undo.kind = 'not_here' and taken.id = tap.id::text)
    group by submission_id order by 1`.execute(db);
  return { stored: stored.rows, told: told.rows };
}

describe('taps', () => {
  test('ATD-1, ATD-2, ATD-3, ATD-6, ATD-51: two phones check in the same person; an undo takes back one tap, Not here all of them', async () => {
    const door = await openedDoor();
    const side = await openDoor(server, (await addDoorLink(server, door, { label: 'Side entrance' })).token);
    const id = await person(door);
    const first = { id: crypto.randomUUID(), submission_id: id };
    expect(await door.phone.tap(first)).toMatchObject([{ id: first.id, outcome: 'done', reason: null, person: { id, by: 'Front door' } }]);
    const [second] = await side.tap({ submission_id: id });
    expect(second).toMatchObject({ outcome: 'already', person: { by: 'Front door' } });
    // The same call again, as when its answer was lost.
    expect(await door.phone.tap(first)).toMatchObject([{ outcome: 'already', person: { by: 'Front door' } }]);
    expect(await door.phone.tap({ submission_id: id, here: false, takes_back: first.id })).toMatchObject([
      { outcome: 'done', person: { by: 'Side entrance' } },
    ]);
    expect(await door.phone.tap({ submission_id: id, here: false })).toMatchObject([
      { outcome: 'done', person: { since: null, by: null } },
    ]);
    // An undo may come before its tap.
    const late = { id: crypto.randomUUID(), submission_id: id };
    await door.phone.tap({ submission_id: id, here: false, takes_back: late.id });
    expect(await door.phone.tap(late)).toMatchObject([{ outcome: 'done', person: { since: null } }]);
    const other = await person(door);
    expect(await door.phone.tap({ id: first.id, submission_id: other }, { submission_id: crypto.randomUUID() })).toMatchObject([
      { outcome: 'refused', reason: words.ID_IN_USE, person: { id: other, since: null } },
      { outcome: 'refused', reason: 'Deleted', person: null },
    ]);
    const waiting = await db.selectFrom('registration_changes').select('id').where('awaiting_fan_out', '=', true).execute();
    expect(waiting).toEqual([]);
  });

  test('ATD-4: a tap is as old as its phone says, and neither ahead nor older than the link', async () => {
    const door = await openedDoor();
    await db
      .updateTable('door_links')
      .set({ created_at: soon(-2) })
      .execute();
    const sent = soon(48);
    const ages = [1, -5, 1_000_000];
    const people = await Promise.all(ages.map(async () => person(door)));
    const taps = people.map((submission_id, index) => {
      const at = new Date(Date.parse(sent) - ages[index]! * 3_600_000).toISOString();
      return { id: crypto.randomUUID(), at, submission_id, here: true };
    });
    const { body } = await door.phone.post('/taps', { sent_at: sent, taps });
    const hoursAgo = body.data.taps.map((tap: { person: { since: string } }) =>
      Math.round((Date.now() - Date.parse(tap.person.since)) / 3_600_000),
    );
    expect(hoursAgo).toEqual([1, 0, 2]);
  });

  test('ATD-7, ATD-52, ATD-20: who waits, has an offer or is cancelled is refused by name, and is let in over the maximum without a mail', async () => {
    const door = await openedDoor({ maximum_participants: 1 });
    await person(door);
    const [waits, offered] = [await person(door, { _registration: 'waiting' }), await person(door, { _registration: 'waiting' })];
    await db.updateTable('registrations').set({ status: 'offered' }).where('submission_id', '=', offered).execute();
    await sql`update event_places set taken = taken + 1, waiting = waiting - 1`.execute(db);
    const gone = await person(door);
    await door.call(gone, 'cancel');
    const reasons = async (more: object = {}) =>
      (await door.phone.tap(...[waits, offered, gone].map((submission_id) => ({ submission_id, ...more })))).map(({ reason }) => reason);
    const day = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short' }).format(new Date());
    expect(await reasons()).toEqual(['On the waiting list, position 1', 'Has an offer of a place', `Cancelled on ${day}`]);
    const bare = await openDoor(server, (await addDoorLink(server, door, { label: 'Side', may_add: false })).token);
    const tap = { id: crypto.randomUUID(), at: soon(0), submission_id: waits, here: true, let_in: true };
    expect((await bare.post('/taps', { sent_at: soon(0), taps: [tap] })).status).toBe(403);
    expect(await reasons({ let_in: true })).toEqual([null, null, null]);
    expect((await attendance()).stored).toHaveLength(3);
    const { places } = await peopleAt(door.phone);
    expect(places).toEqual({ taken: 4, maximum: 1 });
    const kinds = await db
      .selectFrom('registration_changes')
      .select(['kind', 'asks_for'])
      .where('kind', 'in', ['promoted', 'restored'])
      .execute();
    expect(kinds.map(({ asks_for }) => asks_for)).toEqual([0, 0, 0]);
  });

  test('ATD-1, ATD-6, ATD-8: after random taps, undos, cancellations and restores the stored times are what the history says', async () => {
    const door = await openedDoor({ close_when_full: false, waiting_list: 'off' });
    const phones = [door.phone, await openDoor(server, door.link.token), await openDoor(server, (await addDoorLink(server, door)).token)];
    const people = await Promise.all(Array.from({ length: 4 }, async () => person(door)));
    const made: { id: string; submission_id: string }[] = [];
    const pick = <T>(list: readonly T[]): T => list[Math.floor(Math.random() * list.length)]!;
    const step = async (): Promise<unknown> => {
      const [submission_id, chance] = [pick(people), Math.random()];
      if (chance < 0.12) return door.call(submission_id, 'cancel');
      if (chance < 0.3) return door.call(submission_id, 'restore');
      if (chance < 0.4) return pick(phones).tap({ submission_id, here: false });
      if (chance < 0.5 && made.length > 0) return pick(phones).tap(pick(made));
      if (chance < 0.6)
        return server.post(`/event_series/${door.seriesId}/event/${door.eventId}/attendance`, { ids: people, here: chance < 0.55 });
      const tap = { id: crypto.randomUUID(), submission_id };
      made.push(tap);
      if (chance < 0.75) {
        // The undo may arrive first.
        const undo = { submission_id, here: false, takes_back: tap.id };
        return Promise.all([pick(phones).tap(tap), pick(phones).tap(undo)]);
      }
      return pick(phones).tap(tap, { submission_id: pick(people) });
    };
    for (let round = 0; round < 25; round += 1) {
      await Promise.all([step(), step(), step()]);
      const { stored, told } = await attendance();
      expect(stored).toEqual(told);
      const kept = await peopleAt(door.phone);
      expect(kept.people.filter((each: { since: string | null }) => each.since !== null)).toHaveLength(stored.length);
    }
    const { stored } = await attendance();
    await sql`update registrations set attended_at = case when attended_at is null then now() end`.execute(db);
    for await (const { wrongEvents } of repairCounters(db)) expect(wrongEvents).toEqual([door.eventId]);
    expect((await attendance()).stored).toEqual(stored);
  });

  test('ATD-65: at a cancelled event nobody is checked in, added or let in; reinstated, the link goes on', async () => {
    const door = await openedDoor();
    const id = await person(door);
    const path = `/event_series/${door.seriesId}/event/${door.eventId}`;
    await server.post(`${path}/cancel`, {});
    const walkIn = { sent_at: soon(0), id: crypto.randomUUID(), at: soon(0), last_name: 'Li' };
    expect((await openDoor(server, door.link.token)).opened.body.data.event.is_cancelled).toBe(true);
    expect(await door.phone.tap({ submission_id: id })).toMatchObject([{ outcome: 'refused', reason: words.EVENT_CANCELLED }]);
    expect((await door.phone.post('/walk_in', walkIn)).body.data).toMatchObject({ outcome: 'refused', reason: words.EVENT_CANCELLED });
    expect((await server.post(`${path}/attendance`, { ids: [id], here: true })).status).toBe(409);
    await server.post(`${path}/reinstate`, {});
    expect(await door.phone.tap({ submission_id: id })).toMatchObject([{ outcome: 'done' }]);
  });

  test('ATD-49: taps wait for no sign-up, and no sign-up for taps', async () => {
    const door = await openedDoor({ close_when_full: false, waiting_list: 'off' });
    const id = await person(door);
    await db.transaction().execute(async (tx) => {
      await sql`select pg_advisory_xact_lock(hashtextextended(${door.seriesId}::text, 0))`.execute(tx);
      expect(await door.phone.tap({ submission_id: id })).toMatchObject([{ outcome: 'done' }]);
    });
    await db.transaction().execute(async (tx) => {
      await sql`select from registrations where submission_id = ${id} for update`.execute(tx);
      await signUp(server, door.seriesId, [door.eventId]);
    });
  });

  test('ATD-3, ATD-15: a code of the series is read at all of its doors, and any other text is refused', async () => {
    const door = await openedDoor();
    const id = await person(door);
    const elsewhere = await addEvent(server, door.seriesId, { event_title: 'Looms', date: soon(30) });
    const other = await person({ ...door, eventId: elsewhere.id });
    await db.updateTable('forms').set({ check_in_codes: true }).execute();
    const { code_key: key } = await db.selectFrom('forms').select('code_key').where('id', '=', door.seriesId).executeTakeFirstOrThrow();
    const [mine, theirs] = [checkInCode(key, id), checkInCode(key, other)];
    expect(mine).toMatch(/^T1[0-9A-HJKMNP-TV-Z]{26}$/);
    const digest = Buffer.from(await crypto.subtle.digest('SHA-256', Buffer.from(mine))).toString('hex', 0, 6);
    expect((await peopleAt(door.phone)).people).toMatchObject([{ id, code: digest }]);
    const codes = [
      mine,
      theirs,
      mine.slice(0, -1),
      'https://example.com',
      '\uD800',
      'T1ZZZZZZZZZZZZZZZZZZZZZZZZZZ',
      checkInCode(crypto.randomUUID(), id),
    ];
    const taps = await door.phone.tap(...codes.map((code) => ({ code, how: 'scan' })));
    expect(taps.map(({ outcome, reason }) => reason ?? outcome)).toEqual([
      'done',
      expect.stringMatching(/^Signed up for another event: Looms, \d+ \w+$/),
      ...codes.slice(2).map(() => words.NO_CODE),
    ]);
  });
});

describe('door links', () => {
  const headersOf = (token: string, phone: string = crypto.randomUUID()) => ({ authorization: `Door ${token}`, phone });

  test('ATD-30, ATD-32, ATD-33, ATD-60: a link opens its own door on twenty phones, until it has ended', async () => {
    const door = await openedDoor();
    const id = await person(door);
    const phones = await Promise.all(Array.from({ length: 20 }, async () => openDoor(server, door.link.token)));
    const refused = phones.filter(({ opened }) => opened.status === 409);
    expect(refused.map(({ opened }) => opened.body.detail)).toEqual([words.TOO_MANY_PHONES]);
    expect((await refused[0]!.get('/people')).status).toBe(409);
    expect((await server.get('/door/people', { headers: { authorization: `Door ${door.link.token}` } })).status).toBe(409);
    await door.phone.tap({ submission_id: id });
    const path = `/event_series/${door.seriesId}/event/${door.eventId}`;
    const listed = async () => (await server.get(`${path}/door_links`)).body.data.links;
    expect(await listed()).toMatchObject([
      { label: 'Front door', phones: 20, checked_in: 1, is_own: false, may_add: true, ended_at: null },
    ]);
    const kept = { submission_id: id, here: false };
    const statuses = async () => [(await door.phone.get('/people')).status, (await door.phone.get('/live')).status];
    await db.updateTable('door_links').set({ ends_at: new Date() }).execute();
    expect(await statuses()).toEqual([401, 401]);
    const tap = { ...kept, id: crypto.randomUUID(), at: soon(-1) };
    expect((await door.phone.post('/taps', { sent_at: soon(0), taps: [tap] })).body.data.taps).toMatchObject([{ outcome: 'done' }]);
    await sleep(10);
    expect(await door.phone.tap({ submission_id: id })).toMatchObject([{ outcome: 'refused', reason: words.LINK_HAS_ENDED }]);
    await server.post(`${path}/door_link/${door.link.id}/end`, {});
    expect(await listed()).toMatchObject([{ ended_by: 'Ada Marsh' }]);
    const after = await door.phone.post('/taps', { sent_at: soon(0), taps: [{ ...tap, id: crypto.randomUUID() }] });
    expect([after.status, after.body.detail]).toEqual([401, words.LINK_HAS_ENDED]);
    const own = await addDoorLink(server, door, { own: true });
    await server.post(`${path}/delete`, {});
    for (const token of [own.token, 'unknown', '', 'a'.repeat(22)])
      expect((await server.get('/door/people', { as: 'visitor', headers: headersOf(token) })).status).toBe(401);
  });

  test('ATD-30, ATD-15: a token of a door opens no other call of the API, and no answer of the door has an address', async () => {
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

  test('ATD-31, ATD-53, ATD-59: a link ends some hours after its event and moves with it; the own one is replaced by the next', async () => {
    const door = await openedDoor({ date: '2055-03-01T09:00:00Z', end_date: '2055-03-01T17:00:00Z' });
    const path = `/event_series/${door.seriesId}/event/${door.eventId}`;
    const ends = async () => (await server.get(`${path}/door_links`)).body.data.links.map((each: { ends_at: string }) => each.ends_at);
    expect(await ends()).toEqual(['2055-03-01T23:00:00.000Z']);
    await server.post(`${path}/edit`, { date: '2055-03-02T10:00:00Z', end_date: '2055-03-02T17:00:00Z' });
    expect(await ends()).toEqual(['2055-03-03T00:00:00.000Z']);
    const add = async (ends_at: string) => (await server.post(`${path}/door_link/add`, { label: 'Back', ends_at })).status;
    expect([await add('2055-03-10T00:00:00Z'), await add('2000-01-01T00:00:00Z'), await add('2055-03-09T00:00:00Z')]).toEqual([
      422, 422, 200,
    ]);
    const [first, second] = [await addDoorLink(server, door, { own: true }), await addDoorLink(server, door, { own: true })];
    const opened = await Promise.all([first, second].map(async ({ token }) => openDoor(server, token)));
    expect(opened.map((phone) => phone.opened.status)).toEqual([401, 200]);
    expect(opened[1]?.opened.body.data).toMatchObject({ label: 'Ada Marsh', may_add: true, event: { date: '2055-03-02T10:00:00.000Z' } });
  });

  test('ATD-60: each phone makes 120 calls a minute', async () => {
    const door = await openedDoor();
    const statuses = await Promise.all(Array.from({ length: 130 }, async () => (await door.phone.get('/people')).status));
    expect(new Set(statuses)).toEqual(new Set([200, 429]));
  });
});
