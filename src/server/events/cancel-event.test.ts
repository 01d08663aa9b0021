import { randomUUID } from 'node:crypto';
import { afterEach, describe, expect, test } from 'vitest';
import { expireOffers } from '#server/registrations/waiting-list.ts';
import { buildEvent, buildSeries, newSignUp } from '#server/testing/form-rows.ts';
import { filesOf, readEntry } from '#server/testing/mails/mail-files.ts';
import { setRegistration } from '#server/testing/registrations.ts';
import { selfService, textOf } from '#server/testing/self-service.ts';
import { createServerWithWorker } from '#server/testing/server-with-worker.ts';
import { createSignUpPageServer } from '#server/testing/sign-up-page-server.ts';
import { addAttendee } from '#server/testing/staff-calls.ts';
import { atRest, buildSignUp } from '#server/testing/worker.ts';
import { writesTo } from '#server/testing/writes.ts';
import { SERVER } from '#server/write.ts';
import { cancelEvent } from './commands.ts';

const { server, db, smtp } = await createServerWithWorker(createSignUpPageServer);
const { linkOf, pageOf, post, get, statusesOf } = selfService(server);

// Mails of one test must not arrive in the next.
afterEach(async () => {
  await atRest(db);
  smtp.mails.length = 0;
});

const DETAILS = { title: 'Fire safety', starts_at: '2050-01-11T09:00:00Z', join_url: 'https://meet.example/1' };
const LIMITS = { closes_when_full: true, maximum_participants: 1, waiting_list: 'offer' } as const;
const REINSTATE_FIRST = 'This event has been cancelled. Reinstate it first.';

/** A limited event with a person of each of these statuses, whose mails about signing up have been sent. */
async function buildFull(...statuses: ('confirmed' | 'waiting' | 'offered' | 'cancelled')[]) {
  const settings = {
    title: 'Spring',
    calendar_entries: true,
    self_service: true,
    self_service_events: false,
    email_from: 'team@example.com',
  };
  const seriesId = await buildSeries(db, { ...settings, email_subject: 'Welcome', email_template: 'Hello' });
  const eventId = await buildEvent(db, seriesId, { ...DETAILS, ...LIMITS });
  const people = [];
  for (const [index, status] of statuses.entries()) {
    const email = `${status}${index}@example.com`;
    const submissionId = await buildSignUp(db, { form_id: seriesId }, { events: [eventId], email, awaiting_fan_out: false });
    people.push({ seriesId, eventId, submissionId });
    await setRegistration(db, { seriesId, eventId, submissionId }, status, index + 1);
  }
  const taken = statuses.filter((status) => status === 'confirmed' || status === 'offered').length;
  const waiting = statuses.filter((status) => status === 'waiting').length;
  await db.updateTable('event_places').set({ taken, waiting }).where('event_id', '=', eventId).execute();
  const url = `/event_series/${seriesId}/event/${eventId}`;
  return { seriesId, eventId, people, url, page: `/spring/events-series/${seriesId}/view` };
}

const cancel = async (url: string, body: object = {}) => server.post(`${url}/cancel`, { tell: false, note: null, ...body });
const reinstate = async (url: string, body: object = {}) => server.post(`${url}/reinstate`, { tell: false, note: null, ...body });
const submit = async (seriesId: string, events: string[], more = {}) =>
  server.post(`/event_series/${seriesId}/submit`, newSignUp({ events, ...more }), { as: 'visitor' });
const recipients = () => smtp.mails.flatMap((mail) => mail.recipients).toSorted();
const mailTo = (address: string) => smtp.mails.find((mail) => mail.recipients.includes(address))!;
const textTo = (address: string): string => (mailTo(address).parsed.text ?? '').replaceAll('\u00a0', ' ');
const entryTo = async (address: string) => {
  const [file] = await filesOf(mailTo(address).raw);
  return file && readEntry(file.content);
};
const refusal = async (answer: ReturnType<typeof server.post>) => {
  const { status, body } = await answer;
  return [status, body.detail];
};

describe('while an event is cancelled', () => {
  test('PLC-63: it keeps its sign-ups and counts, staff read when it was cancelled, and edits leave that alone', async () => {
    const { url, eventId } = await buildFull('confirmed', 'waiting');
    const before = (await server.get(url)).body.data;
    const { body } = await cancel(url);
    expect(body.data).toMatchObject({ id: eventId, cancelled_at: expect.any(String), told: 0, version: before.version + 1 });
    const again = await cancel(url);
    expect(again.body.data).toMatchObject({ cancelled_at: body.data.cancelled_at, version: body.data.version });
    await server.post(`${url}/edit`, { venue: 'Harbour House', cancelled_at: null });
    const { data } = (await server.get(url)).body;
    expect([data.cancelled_at, data._unannounced.confirmed]).toEqual([body.data.cancelled_at, 1]);
    const kept = await db.selectFrom('registrations').select('status').where('event_id', '=', eventId).orderBy('status').execute();
    expect(kept.map(({ status }) => status)).toEqual(['confirmed', 'waiting']);
    const copy = await server.post(`${url}/copy`, { dates: ['2050-02-11T09:00:00Z'] });
    expect(copy.body.data.events[0].cancelled_at).toBeNull();
  });

  test('PLC-64: visitors cannot choose it on the form, through the API or from a page that was open, and are told why', async () => {
    const { url, seriesId, eventId, page } = await buildFull();
    await buildEvent(db, seriesId, { title: 'First aid', starts_at: '2050-02-11T09:00:00Z' });
    expect((await submit(seriesId, [eventId])).status).toBe(200);
    await cancel(url);
    const html = await (await fetch(server.url + page)).text();
    expect(html).toMatch(/class="event off">.*Fire safety.*Event cancelled/s);
    const { status, body } = await submit(seriesId, [eventId]);
    expect([status, body.errors]).toEqual([422, [{ path: 'events', message: '‘Fire safety’ has been cancelled. Please choose again.' }]]);
    expect((await submit(seriesId, [], { _waiting_list: [eventId] })).status).toBe(422);
    const { events } = (await server.get(`/event_series/${seriesId}`, { as: 'visitor' })).body.data;
    expect(events.map((event: object) => 'is_cancelled' in event)).toEqual([true, false]);
    await server.post(`${url}/edit`, { closes_at: '2050-01-10T09:00:00Z' });
    const [closing] = (await server.get(`/event_series/${seriesId}`, { as: 'visitor' })).body.data.events;
    expect(closing).toMatchObject({ is_cancelled: true, closes_at: '2050-01-10T09:00:00.000Z' });
  });

  test('PLC-65: nobody is promoted, no offer ends or is accepted, and nobody is added, uploaded or restored', async () => {
    const { url, people } = await buildFull('confirmed', 'waiting', 'offered', 'cancelled');
    const [confirmed, waiting, offered, gone] = people;
    await cancel(url);
    await db
      .updateTable('waiting_entries')
      .set({ offer_ends_at: new Date(Date.now() - 60_000) })
      .where('submission_id', '=', offered!.submissionId)
      .execute();
    await expireOffers(writesTo({ db }));
    await server.post(`${url}/submission/${confirmed!.submissionId}/cancel`, { tell: false, note: null });
    const statusOf = async ({ submissionId }: { submissionId: string }) => (await statusesOf({ id: submissionId }))[0];
    expect([await statusOf(waiting!), await statusOf(offered!)]).toEqual(['waiting', 'offered']);
    const accepted = await post(`${await linkOf({ id: offered!.submissionId })}/accept?event=${offered!.eventId}`);
    expect([accepted.status, textOf(await accepted.text())]).toEqual([409, expect.stringContaining('‘Fire safety’ has been cancelled.')]);
    await expect(addAttendee(server, waiting!.seriesId, waiting!.eventId)).rejects.toThrow(REINSTATE_FIRST);
    const answers = [
      server.post(`${url}/submission/${waiting!.submissionId}/promote`, { as: 'confirmed' }),
      server.post(`${url}/promote`, { count: 1, as: 'confirmed' }),
      server.post(`${url}/submission/${gone!.submissionId}/restore`, {}),
      server.post(`${url}/import/add`, { file_name: 'list.csv', rows: 1 }),
    ];
    for (const answer of answers) expect(await refusal(answer)).toEqual([409, REINSTATE_FIRST]);
  });

  test('PLC-66: it is not the next event, not in the facts, cancelled for search engines, and has no calendar link', async () => {
    const { url, seriesId, eventId, page } = await buildFull('confirmed');
    await db.updateTable('forms').set({ description: 'Looms' }).execute();
    await db.updateTable('events').set({ venue: 'Hall' }).execute();
    const later = await buildEvent(db, seriesId, { title: 'First aid', starts_at: '2050-02-11T09:00:00Z', venue: 'Dock' });
    await cancel(url);
    const { next_events: next } = (await server.get('/overview')).body.data;
    expect(next.map(({ id }: { id: string }) => id)).toEqual([later]);
    const [card] = (await server.get('/event_series')).body.data;
    expect(card.next_event_date).toBe('2050-02-11T09:00:00.000Z');
    const html = await (await fetch(server.url + page)).text();
    expect(/<dl class="facts">(.*?)<\/dl>/s.exec(html)?.[1]).not.toContain('Hall');
    expect(html).toContain('"eventStatus":"https://schema.org/EventCancelled"');
    expect((await fetch(`${server.url}/api/event_series/${seriesId}/event/${eventId}/calendar`)).status).toBe(404);
  });

  test('PLC-67: the self-service page says so, without calendar and join link, and another date is taken in one click, even if changing events is off', async () => {
    const { url, seriesId, people } = await buildFull('confirmed');
    const other = await buildEvent(db, seriesId, { title: 'First aid', starts_at: '2050-02-11T09:00:00Z' });
    const full = await buildEvent(db, seriesId, { title: 'Full', starts_at: '2050-03-11T09:00:00Z', ...LIMITS, maximum_participants: 0 });
    const third = await buildEvent(db, seriesId, { title: 'Third', starts_at: '2050-04-11T09:00:00Z' });
    const path = await linkOf({ id: people[0]!.submissionId });
    const refused = await post(`${path}/take?event=${other}`);
    expect(refused.status).toBe(409);
    await cancel(url);
    const html = await pageOf(path);
    const text = textOf(html);
    expect(text).toContain('This event has been cancelled');
    expect(text).not.toMatch(/meet\.example|Calendar file/);
    expect(text).toContain('Choose another date First aid, Friday 11 February 2050, 09:00 GMT Take this place Full,');
    expect((await get(`${path}/calendar?event=${people[0]!.eventId}`)).status).toBe(404);
    const moved = await post(`${path}/take?event=${other}&date=2050-02-10T09:00:00.000Z`);
    expect([moved.status, textOf(await moved.text())]).toEqual([409, expect.stringContaining('Friday 11 February 2050')]);
    const taken = await post(`${path}/take?event=${other}&date=2050-02-11T09:00:00.000Z`);
    expect([taken.status, taken.headers.get('location')]).toEqual([303, `${path}?done=taken&event=${other}`]);
    const joined = await post(`${path}/take?event=${full}&was=full`);
    expect(joined.headers.get('location')).toBe(`${path}?done=joined&event=${full}`);
    expect(html).toContain(`/take?event=${full}&amp;date=2050-03-11T09:00:00.000Z&amp;was=full"`);
    expect(textOf(await pageOf(`${path}?done=filled&event=${full}`))).toContain(
      '‘Full’ has filled up in the meantime. You’re on its waiting list now.',
    );
    expect((await statusesOf({ id: people[0]!.submissionId })).toSorted()).toEqual(['confirmed', 'confirmed', 'waiting']);
    expect((await post(`${path}/take?event=nonsense`)).status).toBe(409);
    const begun = { starts_at: new Date(Date.now() - 60_000), ends_at: '2050-01-01T09:00:00Z' };
    await db.updateTable('events').set(begun).where('id', '=', people[0]!.eventId).execute();
    expect(textOf(await pageOf(path))).toContain('Choose another date Third,');
    expect((await post(`${path}/take?event=${third}`)).status).toBe(303);
  });
});

describe('telling people', () => {
  test('PLC-68: everyone registered is mailed why, with a CANCEL for a place and the way to other dates, but not people who cancelled', async () => {
    const { url, seriesId } = await buildFull('confirmed', 'waiting', 'offered', 'cancelled');
    await db.updateTable('waiting_entries').set({ offer_ends_at: '2050-01-10T09:00:00Z' }).where('list_order', '=', 3).execute();
    await buildEvent(db, seriesId, { title: 'First aid', starts_at: '2050-02-11T09:00:00Z' });
    const { mail, ...counts } = (await server.get(`${url}/change?cancelled=true`)).body.data;
    expect(counts).toMatchObject({ confirmed: 1, offered: 1, waiting: 1 });
    expect(mail).toMatchObject({
      subject: 'Event cancelled: %EVENT%',
      file: 'Fire safety.ics',
      values: { LINK: 'http://localhost/registration/…' },
    });
    expect((await server.get(url)).body.data.cancelled_at).toBeNull();
    expect((await cancel(url, { tell: true, note: 'The trainer is ill.' })).body.data.told).toBe(3);
    await atRest(db);
    expect(recipients()).toEqual(['confirmed0@example.com', 'offered2@example.com', 'waiting1@example.com']);
    const text = textTo('confirmed0@example.com');
    expect(text).toContain("We're sorry, but this event has been cancelled:\n\nFire safety");
    expect(text).toMatch(/The trainer is ill\.\n\nWould another date suit you\?\nhttp:\/\/localhost(:\d+)?\/registration\//);
    expect(mailTo('confirmed0@example.com').parsed.html).toContain('See other dates');
    const { sequence, ...entry } = (await entryTo('confirmed0@example.com'))!;
    expect(entry).toMatchObject({ method: 'CANCEL', status: 'CANCELLED' });
    expect(await entryTo('waiting1@example.com')).toBeUndefined();

    await server.post(`${url}/edit`, { date: '2050-03-20T14:00', join_url: 'https://meet.example/x' });
    smtp.mails.length = 0;
    const { subject, values } = (await server.get(`${url}/change?cancelled=false`)).body.data.mail;
    expect([subject, values.CHANGES.length]).toEqual(['Going ahead after all: %EVENT%', 2]);
    expect((await reinstate(url, { tell: true, note: 'She is well again.' })).body.data).toMatchObject({ told: 3, cancelled_at: null });
    await atRest(db);
    const back = textTo('confirmed0@example.com');
    expect(back).toContain('‘Fire safety’ is going ahead after all, and you still have your place:\n\nFire safety');
    const changes = /Some details have changed:\n\nDate and time: .* 20 March 2050.* \(was .*\)\nJoin link: .*\n\nShe is well again\./;
    expect(back).toMatch(changes);
    expect(textTo('waiting1@example.com')).toMatch(/you're still on the waiting list:[^]*\n\nDate and time: .*\n\nShe is well/);
    expect(textTo('offered2@example.com')).toMatch(/we're still holding a place for you\.\n\nPlease reply by \w+ 1\d January 2050/);
    const again = (await entryTo('confirmed0@example.com'))!;
    expect(again).toMatchObject({ method: 'REQUEST', uid: entry.uid });
    expect(Number(again.sequence)).toBeGreaterThan(Number(sequence));
  });

  test.each([
    ['without another open event there is no link', false],
    ['without self-service pages it leads to the form', true],
  ])('PLC-68: %s', async (_, hasOther) => {
    const { url, seriesId } = await buildFull('confirmed');
    await db.updateTable('forms').set({ self_service: false }).execute();
    if (hasOther) await buildEvent(db, seriesId, { title: 'First aid', starts_at: '2050-02-11T09:00:00Z' });
    await cancel(url, { tell: true });
    await atRest(db);
    const way = /another date suit you\?\nhttp:\/\/localhost(:\d+)?\/spring\/events-series\/[\w-]+\/view/;
    expect(way.test(textTo('confirmed0@example.com'))).toBe(hasOther);
    expect(textTo('confirmed0@example.com').includes('another date')).toBe(hasOther);
  });

  test('PLC-69: people who were not notified are counted on the card, and not notified once it is reversed', async () => {
    const { url } = await buildFull('confirmed');
    expect((await cancel(url)).body.data._unannounced).toMatchObject({
      confirmed: 1,
      changes: { now: { cancelled_at: expect.any(String) } },
    });
    expect((await reinstate(url, { tell: true })).body.data).toMatchObject({ told: 0, cancelled_at: null });
    await atRest(db);
    expect(smtp.mails).toEqual([]);
  });

  test('PLC-69: only people notified of the cancellation are notified and counted, with this text whatever the series has for changes', async () => {
    const { url, seriesId } = await buildFull('confirmed', 'waiting');
    const own = { form_id: seriesId, kind: 'event_changed', subject: 'Changed', template: 'It was changed.' } as const;
    await db.insertInto('form_mails').values(own).execute();
    await cancel(url);
    const headers = { 'idempotency-key': randomUUID() };
    await server.post(`${url}/change/tell`, { audience: ['confirmed'], note: null }, { headers });
    await atRest(db);
    expect(recipients()).toEqual(['confirmed0@example.com']);
    smtp.mails.length = 0;
    expect((await server.get(`${url}/change?cancelled=false`)).body.data).toMatchObject({
      confirmed: 1,
      waiting: 0,
      mail: { subject: 'Going ahead after all: %EVENT%' },
    });
    expect((await reinstate(url, { tell: true })).body.data.told).toBe(1);
    await atRest(db);
    expect(smtp.mails.map(({ parsed }) => parsed.subject)).toEqual(['Going ahead after all: Fire safety']);
    expect(textTo('confirmed0@example.com')).not.toContain('changed');
    expect(recipients()).toEqual(['confirmed0@example.com']);
  });

  test('PLC-69: a repeated call announces the cancellation if that was not done yet, but no other waiting change', async () => {
    const { url } = await buildFull('confirmed');
    await server.post(`${url}/edit`, { venue: 'Harbour House' });
    expect((await reinstate(url, { tell: true })).body.data).toMatchObject({ told: 0, _unannounced: { confirmed: 1 } });
    await cancel(url);
    expect((await cancel(url, { tell: true })).body.data.told).toBe(1);
    await server.post(`${url}/edit`, { venue: 'Dock' });
    expect((await cancel(url, { tell: true })).body.data.told).toBe(0);
    await atRest(db);
    expect(recipients()).toEqual(['confirmed0@example.com']);
  });
});

test('PLC-69: once reinstated it takes sign-ups, offers have the time they had left, and the next people are promoted', async () => {
  const { url, seriesId, eventId, people } = await buildFull('confirmed', 'waiting');
  await cancel(url);
  expect((await server.post(`${url}/submission/${people[0]!.submissionId}/cancel`, { tell: false, note: null })).status).toBe(200);
  expect(await statusesOf({ id: people[1]!.submissionId })).toEqual(['waiting']);
  // As on a server that sends mail.
  await cancelEvent(writesTo({ db }), SERVER, { seriesId, eventId }, false, { tell: false, note: null });
  expect(await statusesOf({ id: people[1]!.submissionId })).toEqual(['offered']);
  await server.post(`${url}/edit`, { maximum_participants: 5 });
  expect((await submit(seriesId, [eventId])).status).toBe(200);
});

test('PLC-63: a past event can be neither cancelled nor reinstated, and an unknown event is a 404', async () => {
  const { url, seriesId } = await buildFull();
  await db.updateTable('events').set({ starts_at: '2001-01-11T09:00:00Z' }).execute();
  expect([await refusal(cancel(url)), await refusal(reinstate(url))]).toEqual([
    [409, 'This event is over.'],
    [409, 'This event is over.'],
  ]);
  expect((await cancel(`/event_series/${seriesId}/event/${seriesId}`)).status).toBe(404);
});
