import { sql } from 'kysely';
import { expect, test } from 'vitest';
import type { Tx } from '#server/db/connection.ts';
import { newId } from '#server/db/new-id.ts';
import { lockForm } from '#server/form-store/form-rows.ts';
import type { Notice } from '#server/live/notice.ts';
import { rebuildCounters } from '#server/registrations/counters.ts';
import { countWaitingForLocks } from '#server/testing/database.ts';
import { readLive } from '#server/testing/live-reader.ts';
import { createTestServer } from '#server/testing/server.ts';
import { addAttendee, addEvent, addSeries, signUp } from '#server/testing/staff-calls.ts';
import { until } from '#server/testing/worker.ts';
import { undoNextPart } from './uploads.ts';

const server = await createTestServer();

async function newEvent() {
  const series = await addSeries(server);
  const { id: eventId } = await addEvent(server, series.id);
  return { seriesId: series.id, eventId, url: `/event_series/${series.id}/event/${eventId}` };
}

type Target = Awaited<ReturnType<typeof newEvent>>;

const beginUpload = async ({ url }: Target, rows = 3): Promise<string> =>
  (await server.post(`${url}/import/add`, { file_name: 'spring.csv', rows })).body.data.id;

const row = (name: string) => ({ first_name: name, last_name: 'Row', email: `${name.toLowerCase()}@import.example` });

const addRow = async ({ url }: Target, batch: string, name: string) =>
  server.post(`${url}/submission/add`, row(name), { headers: { batch, 'idempotency-key': `csv-${name}` } });

/** Uploads rows; gives the ids of their attendees. */
async function upload(target: Target, names: readonly string[]) {
  const batch = await beginUpload(target, names.length);
  const ids: string[] = [];
  for (const name of names) ids.push((await addRow(target, batch, name)).body.data.id);
  return { batch, ids };
}

const undo = ({ url }: Target, batch: string) => server.post(`${url}/import/${batch}/undo`);
const kept = async ({ url }: Target, batch: string) => (await server.get(`${url}/import/${batch}/kept`)).body.data;
const listed = async ({ url }: Target) => (await server.get(`${url}/imports`)).body.data;
const attendeesOf = async ({ url }: Target, query = '') =>
  (await server.get(`${url}${query}`)).body.data.submissions.map((each: { first_name: string }) => each.first_name);

test('UND-1, UND-3: an upload is begun, its rows name it, and the list says what it added and who did', async () => {
  const target = await newEvent();
  const { batch, ids } = await upload(target, ['Ada', 'Ben']);
  expect(await listed(target)).toEqual([
    {
      id: batch,
      file_name: 'spring.csv',
      by: 'Ada Marsh',
      at: expect.any(String),
      rows: 2,
      updates: 0,
      added: 2,
      untouched: 2,
      state: 'done',
      undone_by: null,
      undone_at: null,
      removed: 0,
      kept: null,
    },
  ]);
  const { submissions } = (await server.get(target.url)).body.data;
  expect(submissions.map((each: Record<string, unknown>) => each._import_id)).toEqual(ids.map(() => batch));
});

test.each([
  [{ file_name: ' ', rows: 1 }, 'file_name'],
  [{ file_name: 'x'.repeat(256), rows: 1 }, 'file_name'],
  [{ file_name: 'a.csv', rows: 0 }, 'rows'],
  [{ file_name: 'a.csv', rows: 20_001 }, 'rows'],
])('UND-1: %j is refused at its field', async (body, path) => {
  const { url } = await newEvent();
  const answer = await server.post(`${url}/import/add`, body);
  expect(answer.status).toBe(422);
  expect(answer.body.errors).toMatchObject([{ path }]);
});

test('UND-1: an upload into no event is a 404, and the same key begins it once', async () => {
  const target = await newEvent();
  expect((await server.post(`/event_series/${target.seriesId}/event/${newId()}/import/add`, { file_name: 'a', rows: 1 })).status).toBe(404);
  const begin = () => server.post(`${target.url}/import/add`, { file_name: 'a', rows: 1 }, { headers: { 'idempotency-key': 'once' } });
  expect((await begin()).body.data).toEqual((await begin()).body.data);
  expect(await listed(target)).toHaveLength(1);
});

test('UND-2: a row that names an upload of another event, or none, is added without one; a malformed name is refused', async () => {
  const [target, other] = [await newEvent(), await newEvent()];
  const foreign = await beginUpload(other);
  for (const [name, batch] of [
    ['Ada', foreign],
    ['Ben', newId()],
  ] as const) {
    expect((await addRow(target, batch, name)).body.data).not.toHaveProperty('_import_id');
  }
  expect((await addRow(target, 'no id', 'Eve')).status).toBe(400);
  expect(await attendeesOf(target)).toHaveLength(2);
});

test('UND-2: a row that an earlier upload added stays with that one', async () => {
  const target = await newEvent();
  const first = await upload(target, ['Ada']);
  const second = await upload(target, ['Ada', 'Ben']);
  expect(second.ids[0]).toBe(first.ids[0]);
  expect((await listed(target)).map((each: { added: number }) => each.added)).toEqual([1, 1]);
});

test('UND-4, UND-6, UND-7: an undo removes untouched rows, and names the others with the reason', async () => {
  const target = await newEvent();
  const { id: otherEvent } = await addEvent(server, target.seriesId);
  const { batch, ids } = await upload(target, ['Ada', 'Ben', 'Cy', 'Dee', 'Eve', 'Fay']);
  await signUp(server, target.seriesId, [target.eventId]); // A visitor named Ada, who stays.
  await server.post(`${target.url}/submission/${ids[1]}/edit`, { organisation: 'Kestrel' });
  await server.db.insertInto('registrations').values({ event_id: otherEvent, submission_id: ids[2]!, submitted_at: new Date() }).execute();
  const steps = [
    { submission_id: ids[3]!, step: 'email', state: 'succeeded' },
    { submission_id: ids[4]!, step: 'slack', state: 'failed' },
  ] as const;
  await server.db.insertInto('submission_steps').values(steps).execute();
  await server.post(`${target.url}/submission/${ids[5]}/cancel`, {});
  expect(await listed(target)).toMatchObject([{ added: 6, untouched: 1 }]);
  expect((await undo(target, batch)).body.data).toEqual({ state: 'undone' });
  expect(await kept(target, batch)).toEqual([
    { id: ids[1], name: 'Ben Row', email: 'ben@import.example', reason: 'edited since' },
    { id: ids[2], name: 'Cy Row', email: 'cy@import.example', reason: 'also in other events' },
    { id: ids[3], name: 'Dee Row', email: 'dee@import.example', reason: 'mail sent' },
    { id: ids[4], name: 'Eve Row', email: 'eve@import.example', reason: 'worked with since' },
    { id: ids[5], name: 'Fay Row', email: 'fay@import.example', reason: 'worked with since' },
  ]);
  expect((await attendeesOf(target)).toSorted()).toEqual(['Ada', 'Ben', 'Cy', 'Dee', 'Eve']);
  expect(await listed(target)).toMatchObject([
    { state: 'undone', undone_by: 'Ada Marsh', added: 6, removed: 1, kept: 5, untouched: 0, undone_at: expect.any(String) },
  ]);
  // If the answer is lost, the call can be repeated.
  expect((await undo(target, batch)).body.data).toEqual({ state: 'undone' });
});

test('UND-4, ATD-49: someone who is checked in while an undo waits for the tap stays', async () => {
  const target = await newEvent();
  const { batch, ids } = await upload(target, ['Ada', 'Ben']);
  const [undoing] = await server.db.transaction().execute(async (tx) => {
    await sql`select from registrations where submission_id = ${ids[0]} for no key update`.execute(tx);
    const call = undo(target, batch);
    await expect.poll(async () => countWaitingForLocks(server.db)).toBe(1);
    const change = { form_id: target.seriesId, submission_id: ids[0]!, event_id: target.eventId, kind: 'here', actor: 'staff' } as const;
    await tx
      .insertInto('registration_changes')
      .values({ id: crypto.randomUUID(), ...change, awaiting_fan_out: false })
      .execute();
    return [call];
  });
  expect((await undoing).body.data).toEqual({ state: 'undone' });
  expect(await attendeesOf(target)).toEqual(['Ada']);
  expect(await listed(target)).toMatchObject([{ removed: 1, kept: 1 }]);
});

test('UND-5: every table that refers to submissions is considered by changed_since_upload, or needs no trace', async () => {
  const { rows } = await sql<{ table_name: string }>`
    select table_name from information_schema.columns where column_name = 'submission_id' and table_schema = 'public' order by 1`.execute(
    server.db,
  );
  const { rows: bodies } = await sql<{ body: string }>`select prosrc as body from pg_proc where proname = 'changed_since_upload'`.execute(
    server.db,
  );
  // Confirmations are counted for a mail, which is a step, as is the mail of a mailing; an entry of a waiting list goes with its registration.
  const untraced = ['mail_reservations', 'mailing_people', 'waiting_entries'];
  const considered = rows.filter(({ table_name: table }) => untraced.includes(table) || bodies[0]?.body.includes(table));
  expect(considered).toEqual(rows);
});

test('UND-8: an undo runs part by part in the background, keeps the counters right, and open screens are notified of each part', async () => {
  const target = await newEvent();
  const batch = await beginUpload(target, 1_200);
  const rows = Array.from({ length: 1_200 }, (_, index) => ({
    id: newId(),
    form_id: target.seriesId,
    first_name: `P${index}`,
    last_name: 'Row',
    email: `p${index}@import.example`,
    email_key: `p${index}@import.example`,
    is_added_by_staff: true,
    upload_id: batch,
  }));
  await server.db.insertInto('submissions').values(rows).execute();
  await server.db
    .insertInto('registrations')
    .values(rows.map(({ id }) => ({ event_id: target.eventId, submission_id: id, submitted_at: new Date() })))
    .execute();
  await rebuildCounters(server.db);
  await addAttendee(server, target.seriesId, target.eventId, { first_name: 'Zoe' });
  const live = await readLive(server.url);
  expect((await undo(target, batch)).body.data).toEqual({ state: 'undoing' });
  expect(await listed(target)).toMatchObject([{ state: 'undoing', undone_by: 'Ada Marsh', removed: 500, untouched: 700 }]);
  expect((await undo(target, batch)).body.data).toEqual({ state: 'undoing' });
  const changes: Notice[] = [];
  const deps = { db: server.db, canMail: false, notify: (...more: Notice[]) => void changes.push(...more) };
  // Two workers at the same time remove each attendee once.
  await Promise.all([undoNextPart(deps), undoNextPart(deps)]);
  expect(changes).toContainEqual(expect.objectContaining({ topic: `event/${target.eventId}`, ids: null }));
  while (await undoNextPart(deps));
  expect(await listed(target)).toMatchObject([{ state: 'undone', added: 1_200, removed: 1_200, kept: 0 }]);
  expect(await attendeesOf(target)).toEqual(['Zoe']);
  expect((await server.get(`/event_series/${target.seriesId}`)).body.data.signups_count).toBe(1);
  await until('the notice', () => live.notices(`event/${target.eventId}`).ids.includes(null));
});

test('UND-8: with two simultaneous undos each attendee is removed once', async () => {
  const target = await newEvent();
  const { batch } = await upload(target, ['Ada', 'Ben']);
  const answers = await Promise.all([undo(target, batch), undo(target, batch)]);
  expect(answers.map(({ body }) => body.data)).toEqual([{ state: 'undone' }, { state: 'undone' }]);
  expect(await listed(target)).toMatchObject([{ state: 'undone', removed: 2 }]);
});

test('UND-9: after 30 days an upload cannot be undone', async () => {
  const target = await newEvent();
  const { batch } = await upload(target, ['Ada']);
  await server.db
    .updateTable('uploads')
    .set({ at: sql<Date>`now() - interval '31 days'` })
    .execute();
  const answer = await undo(target, batch);
  expect(answer.status).toBe(409);
  expect(answer.body.detail).toBe('This upload is more than 30 days old. Choose its attendees and delete them.');
  expect(await listed(target)).toMatchObject([{ added: 1, untouched: 0 }]);
});

test('UND-10: the same rows are added again after an undo', async () => {
  const target = await newEvent();
  await undo(target, (await upload(target, ['Ada'])).batch);
  const { batch } = await upload(target, ['Ada']);
  expect(await attendeesOf(target, `?import=${batch}`)).toEqual(['Ada']);
});

test('an undo of an unknown upload, or of one of another event, is a 404', async () => {
  const [target, other] = [await newEvent(), await newEvent()];
  expect((await undo(target, newId())).status).toBe(404);
  expect((await undo(target, await beginUpload(other))).status).toBe(404);
});

test('UND-13: list, counts and export can be filtered by an upload', async () => {
  const target = await newEvent();
  await addAttendee(server, target.seriesId, target.eventId, { first_name: 'Zoe' });
  const { batch } = await upload(target, ['Ada', 'Ben']);
  expect(await attendeesOf(target, `?import=${batch}`)).toEqual(['Ben', 'Ada']);
  const page = (await server.get(`${target.url}?import=${batch}&limit=1`)).body.data;
  expect(page).toMatchObject({ submissions_count: 3, matches_count: 2 });
  expect((await server.get(`${target.url}/counts?import=${batch}`)).body.data).toMatchObject({ all: 2 });
  const { text } = await server.get(`${target.url}/export?import=${batch}`);
  expect(text).toContain('Ada');
  expect(text).not.toContain('Zoe');
  expect((await server.get(`${target.url}?import=x`)).status).toBe(422);
});

const deleteEventRow = (tx: Tx, { eventId }: Target) => tx.deleteFrom('events').where('id', '=', eventId).execute();

test('an upload of an event that is deleted before its undo is a 404', async () => {
  const target = await newEvent();
  const { batch } = await upload(target, ['Ada']);
  const { answer } = await server.db.transaction().execute(async (tx) => {
    await lockForm(tx, { kind: 'series', id: target.seriesId });
    const waiting = undo(target, batch);
    await expect.poll(async () => countWaitingForLocks(server.db)).toBe(1);
    await deleteEventRow(tx, target);
    return { answer: waiting };
  });
  expect((await answer).status).toBe(404);
});

test('an upload into an event that is being deleted is a 404', async () => {
  const target = await newEvent();
  const { answer } = await server.db.transaction().execute(async (tx) => {
    await deleteEventRow(tx, target);
    const waiting = server.post(`${target.url}/import/add`, { file_name: 'a', rows: 1 });
    await expect.poll(async () => countWaitingForLocks(server.db)).toBe(1);
    return { answer: waiting };
  });
  expect((await answer).status).toBe(404);
});

test('the uploads of an event are deleted with it', async () => {
  const target = await newEvent();
  await upload(target, ['Ada']);
  expect((await server.post(`${target.url}/delete`)).status).toBe(200);
  expect(await server.db.selectFrom('uploads').selectAll().execute()).toEqual([]);
});
