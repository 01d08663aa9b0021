import { sql } from 'kysely';
import { expect, test } from 'vitest';
import * as words from '#contract/texts/door.ts';
import type { Tx } from '#server/db/connection.ts';
import { checkInCode } from '#server/registrations/check-in-codes.ts';
import { repairCounters } from '#server/registrations/counters.ts';
import { settleSignUps } from '#server/registrations/repeats/settle-sign-ups.ts';
import { countWaitingForLocks } from '#server/testing/database.ts';
import { addDoorLink, openDoor, openedDoor } from '#server/testing/door.ts';
import { createTestServer } from '#server/testing/server.ts';
import { addAttendee, addEvent, signUp } from '#server/testing/staff-calls.ts';
import { writesTo } from '#server/testing/writes.ts';

const server = await createTestServer();
const { db } = server;

const soon = (hours: number): string => new Date(Date.now() + hours * 3_600_000).toISOString();

/** A limited event with a waiting list. */
const LIMITED = { close_when_full: true, maximum_participants: 3, waiting_list: 'manual' };

/** The people who are here by the stored times, and by the history. */
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

test('ATD-1, ATD-2, ATD-3, ATD-6, ATD-51: two phones check in the same person; Undo reverts one tap, Not here all of them', async () => {
  const door = await openedDoor(server, LIMITED);
  const side = await openDoor(server, (await addDoorLink(server, door, { label: 'Side entrance' })).token);
  const id = await door.person();
  const first = { id: crypto.randomUUID(), submission_id: id };
  expect(await door.phone.tap(first)).toMatchObject([{ id: first.id, outcome: 'done', reason: null, person: { id, by: 'Front door' } }]);
  const [second] = await side.tap({ submission_id: id });
  expect(second).toMatchObject({ outcome: 'already', person: { by: 'Front door' } });
  // The same call again, as after a lost answer.
  expect(await door.phone.tap(first)).toMatchObject([{ outcome: 'already', person: { by: 'Front door' } }]);
  expect(await door.phone.tap({ submission_id: id, here: false, takes_back: first.id })).toMatchObject([
    { outcome: 'done', person: { by: 'Side entrance' } },
  ]);
  expect(await door.phone.tap({ submission_id: id, here: false })).toMatchObject([{ outcome: 'done', person: { since: null, by: null } }]);
  // An undo may arrive before its tap.
  const late = { id: crypto.randomUUID(), submission_id: id };
  await door.phone.tap({ submission_id: id, here: false, takes_back: late.id });
  expect(await door.phone.tap(late)).toMatchObject([{ outcome: 'done', person: { since: null } }]);
  const other = await door.person();
  expect(await door.phone.tap({ id: first.id, submission_id: other }, { submission_id: crypto.randomUUID() })).toMatchObject([
    { outcome: 'refused', reason: words.ID_IN_USE, person: { id: other, since: null } },
    { outcome: 'refused', reason: 'Deleted', person: null },
  ]);
  const waiting = await db.selectFrom('registration_changes').select('id').where('awaiting_fan_out', '=', true).execute();
  expect(waiting).toEqual([]);
});

test('ATD-4: a tap is as old as its phone says, but neither in the future nor older than the link', async () => {
  const door = await openedDoor(server, LIMITED);
  await db
    .updateTable('door_links')
    .set({ created_at: soon(-2) })
    .execute();
  const sent = soon(48);
  const ages = [1, -5, 1_000_000];
  const people = await Promise.all(ages.map(async () => door.person()));
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

test('ATD-7, ATD-52, ATD-20: people who wait, have an offer or are cancelled are refused with the reason, and let in over the maximum without a mail', async () => {
  const door = await openedDoor(server, { ...LIMITED, maximum_participants: 1 });
  await door.person();
  const [waits, offered] = [await door.person({ _registration: 'waiting' }), await door.person({ _registration: 'waiting' })];
  await db.updateTable('registrations').set({ status: 'offered' }).where('submission_id', '=', offered).execute();
  await sql`update event_places set taken = taken + 1, waiting = waiting - 1`.execute(db);
  const gone = await door.person();
  await door.call(gone, 'cancel');
  const reasons = async (more: object = {}) =>
    (await door.phone.tap(...[waits, offered, gone].map((submission_id) => ({ submission_id, ...more })))).map(({ reason }) => reason);
  const day = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short' }).format(new Date());
  expect(await reasons()).toEqual(['On the waiting list, position 1', 'Has an offer of a place', `Cancelled on ${day}`]);
  const { people } = await door.people(`?ids=${gone},${waits}`);
  const cancelled = people.map((each: { cancelled_at: string | null }) => each.cancelled_at !== null);
  expect(cancelled.toSorted()).toEqual([false, true]);
  const bare = await openDoor(server, (await addDoorLink(server, door, { label: 'Side', may_add: false })).token);
  const tap = { id: crypto.randomUUID(), at: soon(0), submission_id: waits, here: true, let_in: true };
  expect((await bare.post('/taps', { sent_at: soon(0), taps: [tap] })).status).toBe(403);
  expect((await door.phone.post('/taps', { sent_at: soon(0), taps: [{ ...tap, here: false }] })).status).toBe(422);
  await db.deleteFrom('registration_changes').where('kind', '=', 'cancelled').execute();
  expect(await reasons()).toEqual(['On the waiting list, position 1', 'Has an offer of a place', 'Cancelled']);
  expect(await reasons({ let_in: true })).toEqual([null, null, null]);
  expect((await attendance()).stored).toHaveLength(3);
  const { places } = await door.people();
  expect(places).toEqual({ taken: 4, maximum: 1 });
  const kinds = await db
    .selectFrom('registration_changes')
    .select(['kind', 'asks_for'])
    .where('kind', 'in', ['promoted', 'restored'])
    .execute();
  expect(kinds.map(({ asks_for }) => asks_for)).toEqual([0, 0, 0]);
});

test('ATD-1, ATD-6, ATD-8: after random taps, undos, cancellations and restores the stored times agree with the history', async () => {
  const door = await openedDoor(server);
  const phones = [door.phone, await openDoor(server, door.link.token), await openDoor(server, (await addDoorLink(server, door)).token)];
  const people = await Promise.all(Array.from({ length: 4 }, async () => door.person()));
  const made: { id: string; submission_id: string }[] = [];
  const pick = <T>(list: readonly T[]): T => list[Math.floor(Math.random() * list.length)]!;
  const step = async (): Promise<unknown> => {
    const [submission_id, chance] = [pick(people), Math.random()];
    if (chance < 0.12) return door.call(submission_id, 'cancel');
    if (chance < 0.3) return door.call(submission_id, 'restore');
    if (chance < 0.4) return pick(phones).tap({ submission_id, here: false });
    if (chance < 0.5 && made.length > 0) return pick(phones).tap(pick(made));
    if (chance < 0.6) return server.post(`${door.path}/attendance`, { ids: people, here: chance < 0.55 });
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
    const kept = await door.people();
    expect(kept.people.filter((each: { since: string | null }) => each.since !== null)).toHaveLength(stored.length);
  }
  const { stored } = await attendance();
  await sql`update registrations set attended_at = case when attended_at is null then now() end`.execute(db);
  for await (const { wrongEvents } of repairCounters(db)) expect(wrongEvents).toEqual([door.eventId]);
  expect((await attendance()).stored).toEqual(stored);
});

test('ATD-65: at a cancelled event nobody is checked in, added or let in; once it is reinstated, the link works again', async () => {
  const door = await openedDoor(server, LIMITED);
  const id = await door.person();
  await server.post(`${door.path}/cancel`, {});
  const walkIn = { sent_at: soon(0), id: crypto.randomUUID(), at: soon(0), last_name: 'Li' };
  expect((await openDoor(server, door.link.token)).opened.body.data.event.is_cancelled).toBe(true);
  expect(await door.phone.tap({ submission_id: id })).toMatchObject([{ outcome: 'refused', reason: words.EVENT_CANCELLED }]);
  expect((await door.phone.post('/walk_in', walkIn)).body.data).toMatchObject({ outcome: 'refused', reason: words.EVENT_CANCELLED });
  expect((await server.post(`${door.path}/attendance`, { ids: [id], here: true })).status).toBe(409);
  await server.post(`${door.path}/reinstate`, {});
  expect(await door.phone.tap({ submission_id: id })).toMatchObject([{ outcome: 'done' }]);
});

test('ATD-1: someone who is removed from an event and signed up for it again is not here', async () => {
  const door = await openedDoor(server);
  const id = await door.person();
  const other = await addEvent(server, door.seriesId, { date: soon(30) });
  const setEvents = async (...events: string[]) => {
    const path = `${door.path}/submission/${id}/events`;
    const { version } = (await server.get(path)).body.data;
    return server.post(path, { events }, { headers: { 'if-match': String(version) } });
  };
  expect((await setEvents(door.eventId, other.id)).status).toBe(200);
  await door.phone.tap({ submission_id: id });
  expect((await door.call(id, 'delete')).status).toBe(200);
  const again = await server.post(`/event_series/${door.seriesId}/event/${other.id}/submission/${id}/events`, {
    events: [door.eventId, other.id],
  });
  expect(again.status).toBe(200);
  expect((await door.people()).people).toMatchObject([{ id, since: null }]);
  expect(await attendance()).toEqual({ stored: [], told: [] });
});

test.each(['refuse', 'update'])(
  'ATD-1: taps on a sign-up that repeats an earlier one move to the earlier one: %s',
  async (duplicate_policy) => {
    const door = await openedDoor(server);
    await server.post(`/event_series/${door.seriesId}/edit`, { duplicate_policy });
    const settle = async () => settleSignUps({ ...writesTo({ db }), canMail: false, confirmationsPerHour: 100, consentText: '' });
    const other = await addEvent(server, door.seriesId, { date: soon(30), show_on_form: true });
    const first = await signUp(server, door.seriesId, [door.eventId]);
    await settle();
    for (const events of [[door.eventId], [door.eventId, other.id]]) {
      const again = await signUp(server, door.seriesId, events);
      expect(await door.phone.tap({ submission_id: again })).toMatchObject([{ outcome: 'done' }]);
      await settle();
      const { people } = await door.people();
      expect(people.filter(({ since }: { since: string | null }) => since !== null)).toMatchObject([{ id: first, by: 'Front door' }]);
      const { stored, told } = await attendance();
      expect(stored).toEqual(told);
      await door.phone.tap({ submission_id: first, here: false });
    }
  },
);

test('ATD-33, ATD-65: a call that waits while the event is cancelled, or the link ended, is refused', async () => {
  const door = await openedDoor(server, LIMITED);
  const waits = await door.person({ _registration: 'waiting' });
  const tap = { id: crypto.randomUUID(), at: soon(0), submission_id: waits, here: true, let_in: true };
  const walkIn = { sent_at: soon(0), id: crypto.randomUUID(), at: soon(0), last_name: 'Li' };
  const callsWhile = async (change: (tx: Tx) => Promise<unknown>) => {
    const calls = await db.transaction().execute(async (tx) => {
      await sql`select pg_advisory_xact_lock(hashtextextended(${door.seriesId}::text, 0))`.execute(tx);
      const made = [door.phone.post('/taps', { sent_at: soon(0), taps: [tap] }), door.phone.post('/walk_in', walkIn)];
      await expect.poll(async () => countWaitingForLocks(db)).toBe(2);
      await change(tx);
      return made;
    });
    return Promise.all(calls);
  };
  const cancelled = await callsWhile((tx) => tx.updateTable('events').set({ cancelled_at: new Date() }).execute());
  expect(cancelled.map(({ body }) => (body.data.taps?.[0] ?? body.data).reason)).toEqual([words.EVENT_CANCELLED, words.EVENT_CANCELLED]);
  await db.updateTable('events').set({ cancelled_at: null }).execute();
  const ended = await callsWhile((tx) => tx.updateTable('door_links').set({ ended_at: new Date() }).execute());
  expect(ended.map(({ status, body }) => [status, body.detail])).toEqual([
    [401, words.LINK_HAS_ENDED],
    [401, words.LINK_HAS_ENDED],
  ]);
  expect((await attendance()).stored).toEqual([]);
});

test('ATD-49: a tap that waits for its link, as while the event moves, locks no registration', async () => {
  const door = await openedDoor(server);
  const id = await door.person();
  await db
    .updateTable('door_links')
    .set({ last_used_at: soon(-1) })
    .execute();
  const tapped = await db.transaction().execute(async (tx) => {
    await sql`select from door_links where id = ${door.link.id} for update`.execute(tx);
    const tap = door.phone.tap({ submission_id: id });
    await expect.poll(async () => countWaitingForLocks(db)).toBe(1);
    await sql`select from registrations where submission_id = ${id} for update nowait`.execute(tx);
    return [tap];
  });
  expect(await tapped[0]).toMatchObject([{ outcome: 'done' }]);
});

test('ATD-49: taps do not wait for sign-ups, nor sign-ups for taps', async () => {
  const door = await openedDoor(server);
  const id = await door.person();
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
  const door = await openedDoor(server, LIMITED);
  const id = await door.person();
  const elsewhere = await addEvent(server, door.seriesId, { event_title: 'Looms', date: soon(30) });
  const other = (await addAttendee(server, door.seriesId, elsewhere.id, { email: 'other@example.com' })).id;
  await db.updateTable('forms').set({ check_in_codes: true }).execute();
  const { code_key: key } = await db.selectFrom('forms').select('code_key').where('id', '=', door.seriesId).executeTakeFirstOrThrow();
  const [mine, theirs] = [checkInCode(key, id), checkInCode(key, other)];
  expect(mine).toMatch(/^T1[0-9A-HJKMNP-TV-Z]{26}$/);
  const digest = Buffer.from(await crypto.subtle.digest('SHA-256', Buffer.from(mine))).toString('hex', 0, 6);
  expect((await door.people()).people).toMatchObject([{ id, code: digest }]);
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
    ...codes.slice(2).map(() => 'Not one of our codes'),
  ]);
  // People who were moved to another event while a phone was offline get that text too; their undo is refused as deleted.
  const moved = await door.phone.tap({ submission_id: other }, { submission_id: other, here: false });
  expect(moved.map(({ reason }) => reason)).toEqual([expect.stringMatching(/^Signed up for another event: Looms/), words.DELETED]);
  const long = await door.phone.tap(...Array.from({ length: 50 }, () => ({ code: `${mine}${'x'.repeat(10_000)}`, how: 'scan' })));
  expect(new Set(long.map(({ reason }) => reason))).toEqual(new Set(['Not one of our codes']));
});
