import { expect, test } from 'vitest';
import { DAY_MS, HOUR_MS } from '#contract/time.ts';
import { newId } from '#server/db/new-id.ts';
import { notifyNobody } from '#server/live/notice.ts';
import { createTestServer } from '#server/testing/server.ts';
import { addAttendee, addEvent, addSeries } from '#server/testing/staff-calls.ts';
import { insertNextDue } from './automatic.ts';

const server = await createTestServer();
const { db } = server;

const begun = async (): Promise<string[]> => {
  while (await insertNextDue({ db, notify: notifyNobody, canMail: true }, 'Europe/London'));
  return (await db.selectFrom('mailings').select('kind').orderBy('kind').execute()).map(({ kind }) => kind);
};

test('RMD-3, RMD-20, RMD-30: a new series reminds a day before; its times are settings with their versions, its texts emails of the series', async () => {
  const { id } = await addSeries(server);
  const path = `/event_series/${id}`;
  const read = async () => (await server.get(path)).body.data;
  const { version, ...settings } = await read();
  expect(settings).toMatchObject({ reminder_minutes: 1_440, starting_soon_minutes: 0, thank_you_minutes: 0 });
  const edit = (body: object, ifMatch = version) => server.post(`${path}/edit`, body, { headers: { 'if-match': `"${ifMatch}"` } });
  expect((await edit({ reminder_minutes: 100 })).status).toBe(422);
  expect((await edit({ thank_you_minutes: 60 })).status).toBe(200);
  expect(await edit({ thank_you_minutes: 180 })).toMatchObject({ status: 409, body: { current: { thank_you_minutes: 60 } } });
  const { mails } = (await server.get(`${path}/mails`)).body.data;
  const subjects = mails.slice(-3).map(({ kind, subject }: { kind: string; subject: string }) => [kind, subject]);
  expect(subjects).toEqual([
    ['reminder', 'Reminder: %EVENT%'],
    ['starting_soon', 'Starting soon: %EVENT%'],
    ['thank_you', 'Thank you for coming: %EVENT%'],
  ]);
});

test('RMD-5, RMD-15, RMD-16: an event has the times of its series or its own; a time that had passed when it was set is skipped', async () => {
  const { id } = await addSeries(server);
  const event = await addEvent(server, id, { date: new Date(Date.now() + 20 * HOUR_MS).toISOString() });
  const edit = (body: object) => server.post(`/event_series/${id}/event/${event.id}/edit`, body);
  expect(await begun(), 'its reminder was over when it was added').toEqual([]);
  expect((await edit({ reminder_minutes: 60 })).status).toBe(422);
  expect((await edit({ reminder_note: 'x'.repeat(1_001) })).status).toBe(422);
  expect((await edit({ reminder_minutes: 2_880, reminder_note: 'Bring boots.' })).status).toBe(200);
  expect(await begun()).toEqual([]);
  await db
    .updateTable('events')
    .set({ mails_timed_at: new Date(0) })
    .where('id', '=', event.id)
    .execute();
  expect((await edit({ reminder_minutes: 0 })).status).toBe(200);
  await db
    .updateTable('events')
    .set({ mails_timed_at: new Date(0) })
    .where('id', '=', event.id)
    .execute();
  expect(await begun(), 'it is off').toEqual([]);
  const copies = await server.post(`/event_series/${id}/event/${event.id}/copy`, { dates: ['2055-01-12T09:30'] });
  expect(copies.body.data.events).toMatchObject([{ reminder_minutes: 0, reminder_note: 'Bring boots.' }]);
  expect((await edit({ reminder_minutes: null })).status).toBe(200);
  await db
    .updateTable('events')
    .set({ mails_timed_at: new Date(0) })
    .where('id', '=', event.id)
    .execute();
  await db
    .updateTable('forms')
    .set({ mails_timed_at: new Date(0) })
    .where('id', '=', id)
    .execute();
  expect(await begun()).toEqual(['reminder']);
});

test('RMD-12, RMD-27, RMD-28: an event shows what it sent and to how many, and History that a person got it', async () => {
  const { id } = await addSeries(server);
  const date = new Date(Date.now() + DAY_MS);
  const event = await addEvent(server, id, { date: date.toISOString() });
  const person = await addAttendee(server, id, event.id);
  const [mailing, personId] = [newId(), newId()];
  const begins_at = new Date(Date.now() - HOUR_MS);
  const row = {
    id: mailing,
    form_id: id,
    kind: 'reminder',
    event_id: event.id,
    for_date: date,
    begins_at,
    audience: '{}',
    counts: '{"sent":42}',
  } as const;
  await db
    .insertInto('mailings')
    .values({ ...row, is_written: true, ended_at: new Date() })
    .execute();
  const submission_id = person.id;
  await db
    .insertInto('mailing_people')
    .values({ id: personId, mailing_id: mailing, address: Buffer.from('a'), submission_id, part: 1 })
    .execute();
  const step = { submission_id, mailing_person_id: personId, step: 'mailing', state: 'succeeded', attempts: 1, message: 'Sent' } as const;
  await db.insertInto('submission_steps').values(step).execute();
  const path = `/event_series/${id}/event/${event.id}`;
  const sent = async () => (await server.get(path)).body.data._sent_mails;
  expect(await sent()).toEqual([{ kind: 'reminder', at: begins_at.toISOString(), for_date: date.toISOString(), people: 42 }]);
  await db.updateTable('mailings').set({ ended_at: null, counts: null }).where('id', '=', mailing).execute();
  expect(await sent()).toMatchObject([{ people: 1 }]);
  await db.updateTable('submission_steps').set({ state: 'waiting' }).where('mailing_person_id', '=', personId).execute();
  expect(await sent()).toMatchObject([{ people: 0 }]);
  await db.updateTable('submission_steps').set({ state: 'succeeded' }).where('mailing_person_id', '=', personId).execute();
  // Once the event has moved, the mails of each date are listed.
  const later = new Date(date.getTime() + 3 * HOUR_MS);
  await db.updateTable('events').set({ starts_at: later }).where('id', '=', event.id).execute();
  await db
    .insertInto('mailings')
    .values({ ...row, id: newId(), for_date: later, counts: '{"sent":0}', is_written: true })
    .execute();
  expect(await sent()).toMatchObject([
    { for_date: date.toISOString(), people: 1 },
    { for_date: later.toISOString(), people: 0 },
  ]);
  const { changes } = (await server.get(`${path}/submission/${submission_id}/history`)).body.data;
  expect(changes).toMatchObject([{ kind: 'reminder', actor: 'automatic', steps: [{ step: 'mailing', about: 'reminder', state: 'done' }] }]);
});
