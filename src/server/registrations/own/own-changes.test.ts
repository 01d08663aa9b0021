import { setTimeout } from 'node:timers/promises';
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { limitedSeries } from '#server/testing/limited-series.ts';
import { readLive } from '#server/testing/live-reader.ts';
import { setRegistration } from '#server/testing/registrations.ts';
import { inTenDays, selfService, textOf } from '#server/testing/self-service.ts';
import { createSignUpPageServer } from '#server/testing/sign-up-page-server.ts';
import { waitingList } from '#server/testing/waiting-list.ts';
import { rebuildCounters } from '../counters.ts';

const server = await createSignUpPageServer();
const { db } = server;
const limited = limitedSeries(server);
const { addEvent, submitTo, editEvent, seriesId } = limited;
const { fill, statusOf, readChanges } = waitingList(server, limited);
const { pageOf, post, linkOf, choose, statusesOf } = selfService(server);

const LATER = '2055-03-01T09:30:00Z';

async function letSelfServe(values: Record<string, unknown> = {}): Promise<void> {
  const { status, text } = await server.post(`/event_series/${seriesId()}/edit`, { self_service: true, ...values });
  expect([status, text]).toEqual([200, expect.anything()]);
}

/** A full event with an offer, and one person waiting behind it. */
async function offered() {
  const event = await addEvent(1, { waiting_list: 'manual' });
  const [first, next] = (await fill(event, { places: 1, waiting: 2 })).list;
  await setRegistration(db, { seriesId: seriesId(), eventId: event, submissionId: first!.id }, 'offered');
  await rebuildCounters(db);
  return { event, person: first!, next: next!, path: await linkOf(first!) };
}

test('SLF-1: without self-service pages someone who waits sees a position and can leave, and nothing else', async () => {
  const event = await addEvent(1, { waiting_list: 'manual' });
  const { list } = await fill(event, { places: 1, waiting: 2 });
  const path = await linkOf(list[1]!);
  const page = textOf(await pageOf(path));
  expect(page).toContain('Waiting list, position 2 Leave the waiting list');
  expect(page).not.toMatch(/Change events|Correct/);
  expect((await post(`${path}/edit`, { first_name: 'Bea' })).status).toBe(409);
  expect((await post(`${path}/cancel?event=${event}`)).status).toBe(303);
  expect(await statusesOf(list[1]!)).toEqual(['cancelled']);
});

describe('giving up', () => {
  test('SLF-26: a place is freed and passed on, in the history, with a new version', async () => {
    await letSelfServe();
    const event = await addEvent(1, { waiting_list: 'direct' });
    const { placed, list } = await fill(event, { places: 1, waiting: 1 });
    expect((await post(`${await linkOf(placed[0]!)}/cancel?event=${event}`)).status).toBe(303);
    expect(await statusOf(...placed, ...list)).toEqual(['cancelled', 'confirmed']);
    const versions = await db.selectFrom('submissions').select('version').orderBy('id').execute();
    expect(versions).toEqual([{ version: 2 }, { version: 1 }]);
    expect((await readChanges()).map(({ kind, actor }) => [kind, actor])).toEqual(
      expect.arrayContaining([
        ['cancelled', 'visitor'],
        ['promoted', 'automatic'],
      ]),
    );
  });

  test('SLF-9: everything together, all or nothing', async () => {
    await letSelfServe({ self_service_hours: 720, email_from: 'courses@example.com' });
    const near = await addEvent(2, { date: inTenDays() });
    const far = await addEvent(2, { date: '2056-01-12T09:00:00Z' });
    const person = await submitTo([near, far]);
    const path = await linkOf(person);
    const refused = await post(`${path}/cancel?event=all`);
    expect(refused.status).toBe(409);
    expect(textOf(await refused.text())).toMatch(
      /This was not possible: Changes were possible until \w+day \d+ \w+ \d{4}, \d\d:\d\d \w+\. Please write to courses@example\.com\./,
    );
    expect(await statusesOf(person)).toEqual(['confirmed', 'confirmed']);
    await post(`${path}/cancel?event=${far}`);
    expect(await statusesOf(person)).toEqual(['confirmed', 'cancelled']);
  });

  test('SLF-15: leaving a list and declining never end, an undated place can be given up at any time', async () => {
    await letSelfServe({ self_service_hours: 720 });
    const event = await addEvent(1, { waiting_list: 'manual', date: inTenDays() });
    const { list } = await fill(event, { places: 1, waiting: 1 });
    const undated = await addEvent(3);
    await editEvent(undated, { date: null });
    const other = await submitTo([undated], [], { email: 'other@example.com' });
    await post(`${await linkOf(list[0]!)}/cancel?event=${event}`);
    await post(`${await linkOf(other)}/cancel?event=${undated}`);
    expect(await statusOf(list[0]!, other)).toEqual(['cancelled', 'cancelled']);
  });

  test('SLF-22: a submission has 20 changes an hour', async () => {
    await letSelfServe();
    const event = await addEvent(2);
    const path = await linkOf(await submitTo([event]));
    for (let index = 0; index < 20; index += 1) expect((await post(`${path}/edit`, { first_name: `Ada${index % 2}` })).status).toBe(303);
    const refused = await post(`${path}/cancel?event=${event}`);
    expect([refused.status, textOf(await refused.text())]).toEqual([
      429,
      expect.stringContaining('Too many changes. Please try again later.'),
    ]);
    await sql`update registration_changes set at = at - interval '1 hour'`.execute(db);
    expect((await post(`${path}/cancel?event=${event}`)).status).toBe(303);
  });
});

describe('an offer', () => {
  test('WTL-18: it is declined, and the list can be joined again at its end', async () => {
    const { event, person, next, path } = await offered();
    await post(`${path}/decline?event=${event}`);
    expect(await statusesOf(person)).toEqual(['cancelled']);
    await post(`${path}/join?event=${event}`);
    expect(textOf(await pageOf(path))).toContain('Waiting list, position 2');
    expect(await statusOf(next)).toEqual(['waiting']);
  });

  test('WTL-18: someone who declined it can take a place, if one is free', async () => {
    const { event, person, next, path } = await offered();
    await post(`${path}/decline?event=${event}`);
    await server.post(`/event_series/${seriesId()}/event/${event}/submission/${next.id}/cancel`, {});
    await editEvent(event, { maximum_participants: 2 });
    await post(`${path}/join?event=${event}`);
    expect(await statusesOf(person)).toEqual(['confirmed']);
  });

  test('PLC-49, WTL-18: an offer that is not chosen is declined, and its list can be joined again', async () => {
    await letSelfServe();
    const { event: from, person, path } = await offered();
    const to = await addEvent(1, { event_title: 'First aid', date: LATER });
    await choose(path, { events: to });
    expect(await statusesOf(person)).toEqual(['cancelled', 'confirmed']);
    const kinds = (await readChanges()).filter(({ submission_id: id }) => id === person.id).map(({ kind }) => kind);
    expect(kinds.toSorted()).toEqual(['declined', 'events_changed']);
    const { body } = await server.get(`/event_series/${seriesId()}/statistics`);
    expect(body.data.places).toMatchObject([{ offers_not_taken: 1 }, { offers_not_taken: 0 }]);
    const cancelled = await server.get(`/event_series/${seriesId()}/event/${from}?registration=cancelled`);
    expect(cancelled.body.data.submissions[0]._registration).toMatchObject({ cancelled_by: 'Visitor', reason: 'declined' });
    await letSelfServe({ self_service_events: false });
    await post(`${path}/join?event=${from}`);
    expect(await statusesOf(person)).toEqual(['waiting', 'confirmed']);
  });
});

describe('other events', () => {
  test('SLF-13: unchosen events are cancelled, new ones are signed up for, and the next person on the list gets the place', async () => {
    await letSelfServe();
    const [from, to] = [await addEvent(1, { waiting_list: 'direct' }), await addEvent(1, { event_title: 'First aid', date: LATER })];
    const { placed, list } = await fill(from, { places: 1, waiting: 1 });
    await choose(await linkOf(placed[0]!), { events: to });
    expect(await statusesOf(placed[0]!)).toEqual(['cancelled', 'confirmed']);
    expect(await statusOf(list[0]!)).toEqual(['confirmed']);
    const changes = await db
      .selectFrom('registration_changes')
      .select(['kind', 'event_id', 'details'])
      .where('kind', '=', 'events_changed')
      .execute();
    expect(changes).toEqual([
      {
        kind: 'events_changed',
        event_id: null,
        details: {
          changes: [{ label: 'Events', before: 'Fire safety', now: 'First aid' }],
          titles: { added: ['First aid'], removed: ['Fire safety'] },
          reason: 'visitor',
          left: [from],
          added: [to],
        },
      },
    ]);
    const cancelled = await server.get(`/event_series/${seriesId()}/event/${from}?registration=cancelled`);
    expect(cancelled.body.data.submissions[0]._registration).toMatchObject({ cancelled_by: 'Visitor', reason: 'moved' });
  });

  test('SLF-13: a swap to a full event keeps the old one', async () => {
    await letSelfServe();
    const [from, to] = [await addEvent(1), await addEvent(0, { event_title: 'First aid', date: LATER })];
    const person = await submitTo([from]);
    const refused = await choose(await linkOf(person), { events: to });
    expect([refused.status, textOf(await refused.text())]).toEqual([
      422,
      expect.stringContaining('‘First aid’ is now full. Please choose again.'),
    ]);
    expect(await statusesOf(person)).toEqual(['confirmed']);
    expect(await readChanges()).toEqual([]);
  });

  test('SLF-13, SLF-27: a person who asks for it waits for a full event with a list, and the change says so', async () => {
    await letSelfServe();
    const [from, to] = [await addEvent(1), await addEvent(0, { event_title: 'First aid', waiting_list: 'manual', date: LATER })];
    const person = await submitTo([from]);
    await choose(await linkOf(person), { events: from, _waiting_list: to });
    expect(await statusesOf(person)).toEqual(['confirmed', 'waiting']);
    const changes = await db.selectFrom('registration_changes').select(['kind', 'event_id', 'details']).orderBy('kind').execute();
    const moved = [{ label: 'Events', before: 'Fire safety', now: 'Fire safety, First aid (waiting list)' }];
    expect(changes).toEqual([
      {
        kind: 'events_changed',
        event_id: null,
        details: { changes: moved, titles: { added: [], removed: [], waiting: ['First aid'] }, tell: false },
      },
      { kind: 'joined', event_id: to, details: { tell: true, position: 1 } },
    ]);
  });

  test('SLF-14: required answers of new events are asked, those of events given up are dropped', async () => {
    await letSelfServe();
    const brunch = await addEvent(5, { brunch_event: true });
    const other = await addEvent(5, { brunch_event: true, event_title: 'First aid', date: LATER });
    for (const [label, id] of [
      ['Menu', brunch],
      ['Dish', other],
    ])
      await server.post(`/event_series/${seriesId()}/addeventseriesformfields`, [
        { type: 'input', label, required: true, brunch_event: true, brunch_event_id: id },
      ]);
    const path = await linkOf(await submitTo([brunch], [], { menu: 'Soup' }));
    const asked = await choose(path, { events: other });
    expect([asked.status, textOf(await asked.text())]).toEqual([422, expect.stringContaining('This field is required')]);
    expect((await choose(path, { events: other, dish: 'Pie', menu: 'More' })).status).toBe(303);
    expect(await db.selectFrom('submissions').select('answers').executeTakeFirst()).toEqual({ answers: { dish: 'Pie' } });
  });

  test('SLF-15: an event whose changes are over stays, whatever is chosen', async () => {
    await letSelfServe({ self_service_hours: 720 });
    const near = await addEvent(2, { date: inTenDays() });
    const [far, other] = [await addEvent(2, { date: '2056-01-12T09:00:00Z' }), await addEvent(2, { date: '2056-02-12T09:00:00Z' })];
    const person = await submitTo([near, far]);
    await choose(await linkOf(person), { events: other });
    expect(await statusesOf(person)).toEqual(['confirmed', 'cancelled', 'confirmed']);
  });

  test('SLF-1: with the tick off events cannot be changed', async () => {
    await letSelfServe({ self_service_events: false });
    const [from, to] = [await addEvent(1), await addEvent(1)];
    expect((await post(`${await linkOf(await submitTo([from]))}/events`, { _held: from, events: to })).status).toBe(409);
  });
});

describe('corrections', () => {
  async function signedUp() {
    await letSelfServe();
    const event = await addEvent(5);
    await server.post(`/event_series/${seriesId()}/addeventseriesformfields`, [{ type: 'input', label: 'Diet' }]);
    const person = await submitTo([event], [], { diet: 'None' });
    return { event, person, path: await linkOf(person) };
  }
  const stored = () => db.selectFrom('submissions').selectAll().executeTakeFirstOrThrow();

  test('SLF-11: an answer that is no longer an option stays until the person chooses another', async () => {
    const { path } = await signedUp();
    await sql`update form_fields set type = 'select', options = '["Vegan", "Fish"]'`.execute(db);
    expect(await pageOf(`${path}/edit`)).toContain('<option value="None" selected="">None</option>');
    const person = { first_name: 'Bea', last_name: 'Bell', job_title: 'Chef', organisation: 'Cooks' };
    for (const [diet, status, kept] of [
      ['None', 303, 'None'],
      ['Soup', 422, 'None'],
      ['Fish', 303, 'Fish'],
      ['None', 422, 'Fish'],
    ] as const) {
      expect((await post(`${path}/edit`, { ...person, diet })).status).toBe(status);
      expect(await stored()).toMatchObject({ first_name: 'Bea', answers: { diet: kept } });
    }
  });

  test('SLF-11: details and answers are corrected, with the old ones in the history', async () => {
    const { path } = await signedUp();
    const { email } = await stored();
    await post(`${path}/edit`, { first_name: ' Bea ', diet: 'Vegan', accepts_marketing: 'on', email: 'new@example.com' });
    expect(await stored()).toMatchObject({ first_name: 'Bea', email, accepts_marketing: true, answers: { diet: 'Vegan' }, version: 2 });
    const { details } = await db.selectFrom('registration_changes').select('details').executeTakeFirstOrThrow();
    expect(details).toEqual({
      changes: [
        { label: 'First name', before: 'Ada', now: 'Bea' },
        { label: 'Emails about events', before: 'No', now: 'Yes' },
        { label: 'Diet', before: 'None', now: 'Vegan' },
      ],
      consents: true,
    });
  });

  test('SLF-12: changes made by staff in the meantime are shown, the rest is saved, and open staff screens are notified', async () => {
    const { event, person, path } = await signedUp();
    const staffEdit = { first_name: 'Eve', diet: 'Fish' };
    await server.post(`/event_series/${seriesId()}/event/${event}/submission/${person.id}/edit`, staffEdit);
    await setTimeout(1_700); // Longer than changes are collected.
    const reader = await readLive(server.url);
    const answer = await post(`${path}/edit`, { _version: '1', first_name: 'Bea', last_name: 'Bell', diet: 'Fish' });
    const page = textOf(await answer.text());
    expect([answer.status, page]).toEqual([409, expect.stringContaining('This was changed to ‘Eve’ in the meantime.')]);
    expect(page).not.toContain('This was changed to ‘Fish’');
    expect(await stored()).toMatchObject({ first_name: 'Eve', last_name: 'Bell', answers: { diet: 'Fish' } });
    await expect.poll(() => reader.notices(`event/${event}`).ids, { timeout: 10_000 }).toEqual([person.id]);
  });
});
