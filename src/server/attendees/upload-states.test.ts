import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { newId } from '#server/db/new-id.ts';
import { expectConsistency } from '#server/testing/expect-places.ts';
import { createTestServer } from '#server/testing/server.ts';
import { addEvent, addSeries, signUp } from '#server/testing/staff-calls.ts';

const server = await createTestServer();

async function newEvent(values: Record<string, unknown> = {}) {
  const series = await addSeries(server);
  const { id: eventId } = await addEvent(server, series.id, values);
  return { seriesId: series.id, eventId, url: `/event_series/${series.id}/event/${eventId}` };
}

type Target = Awaited<ReturnType<typeof newEvent>>;

const beginUpload = async ({ url }: Target): Promise<string> =>
  (await server.post(`${url}/import/add`, { file_name: 'spring.csv', rows: 3 })).body.data.id;

test('PLC-46: a row cancelled in another tool is added as cancelled, takes no place, and is undone like others', async () => {
  const target = await newEvent({ close_when_full: true, maximum_participants: 1, waiting_list: 'direct' });
  const batch = await beginUpload(target);
  const add = async (name: string, registration?: string) => {
    const person = { first_name: name, last_name: 'Row', email: `${name.toLowerCase()}@import.example`, _registration: registration };
    return (await server.post(`${target.url}/submission/add`, person, { headers: { batch, 'idempotency-key': name } })).body.data;
  };
  const attendeesIn = async (query: string) =>
    (await server.get(`${target.url}${query}`)).body.data.submissions.map((each: { first_name: string }) => each.first_name);
  expect((await add('Ada', 'cancelled'))._registration).toMatchObject({ status: 'cancelled', cancelled_at: null });
  expect((await add('Ben'))._registration).toMatchObject({ status: 'confirmed' });
  expect((await add('Cy', 'waiting'))._registration).toMatchObject({ status: 'waiting', position: 1 });
  expect((await add('Ada', 'cancelled'))._registration).toMatchObject({ status: 'cancelled' });
  expect(await attendeesIn('?registration=cancelled')).toEqual(['Ada']);
  expect(await attendeesIn('')).toEqual(['Ben']);
  expect((await server.get(`${target.url}/imports`)).body.data).toMatchObject([{ added: 3, untouched: 3 }]);
  await expectConsistency(server.db);
  expect((await server.post(`${target.url}/import/${batch}/undo`)).body.data).toEqual({ state: 'undone' });
  expect(await attendeesIn('?registration=all')).toEqual([]);
});

describe('an upload never undoes an opt-out', () => {
  /** Someone who withdrew consent on the self-service page of a sign-up a day ago. */
  async function withdrawn(target: Target, said: 'No' | 'Yes', accepts = false) {
    const signUpId = await signUp(server, target.seriesId, [target.eventId], { email: 'left@import.example', accepts_marketing: true });
    await server.db
      .updateTable('submissions')
      .set({ accepts_marketing: accepts, submitted_at: sql<Date>`now() - interval '2 days'` })
      .where('id', '=', signUpId)
      .execute();
    const details = { changes: [{ label: 'As it was called then', before: 'Yes', now: said }], consents: said === 'Yes' };
    await sql`insert into registration_changes (id, form_id, submission_id, kind, actor, details, at, awaiting_fan_out)
      values (${newId()}, ${target.seriesId}, ${signUpId}, 'corrected', 'visitor', ${JSON.stringify(details)}, now() - interval '1 day', false)`.execute(
      server.db,
    );
    return signUpId;
  }
  const newSignUp = async (target: Target, name: string) =>
    signUp(server, target.seriesId, [target.eventId], { email: `${name}@import.example`, accepts_marketing: false });
  const left = { first_name: 'Left', last_name: 'Row', email: 'LEFT@import.example', accepts_marketing: true };
  const addLeft = async ({ url }: Target, headers: Record<string, string>) =>
    (await server.post(`${url}/submission/add`, left, { headers })).body.data.accepts_marketing;

  test('IMP-33: people who withdrew consent on their self-service page stay without it, also in an update; staff may turn it on by hand', async () => {
    const target = await newEvent();
    const signUpId = await withdrawn(target, 'No');
    const batch = await beginUpload(target);
    expect(await addLeft(target, { batch, 'idempotency-key': 'a' })).toBe(false);
    expect(await addLeft(target, { batch, 'idempotency-key': 'b' })).toBe(false);
    const edit = async (headers: Record<string, string>) =>
      (await server.post(`${target.url}/submission/${signUpId}/edit`, { accepts_marketing: true, job_title: 'Lead' }, { headers })).body
        .data;
    expect(await edit({ batch })).toMatchObject({ accepts_marketing: false, job_title: 'Lead' });
    expect(await addLeft(target, { 'idempotency-key': 'c' })).toBe(true);
    expect(await edit({})).toMatchObject({ accepts_marketing: true });
    expect(await addLeft(target, { batch, 'idempotency-key': 'd' })).toBe(true);
  });

  test('IMP-33: people who gave it again, on the self-service page or in another sign-up, are imported with consent, and so are those who never ticked the box', async () => {
    const [again, signedUp, never] = [await newEvent(), await newEvent(), await newEvent()];
    await withdrawn(again, 'Yes', true);
    await withdrawn(signedUp, 'No');
    await signUp(server, signedUp.seriesId, [signedUp.eventId], { email: 'left@import.example', accepts_marketing: true });
    await signUp(server, never.seriesId, [never.eventId], { email: 'left@import.example', accepts_marketing: false });
    for (const target of [again, signedUp, never]) {
      expect(await addLeft(target, { batch: await beginUpload(target), 'idempotency-key': target.eventId })).toBe(true);
    }
  });

  test('IMP-33: a withdrawal only counts in its own series', async () => {
    const [here, there] = [await newEvent(), await newEvent()];
    await withdrawn(here, 'No');
    expect(await addLeft(there, { batch: await beginUpload(there), 'idempotency-key': 'a' })).toBe(true);
  });

  test('IMP-33, MLG-7: a withdrawal belongs to its address, in updates and when an address is changed to it', async () => {
    const target = await newEvent();
    await withdrawn(target, 'No');
    const [one, two] = [await newSignUp(target, 'one'), await newSignUp(target, 'two')];
    const edit = async (id: string, values: object, headers = {}) =>
      (await server.post(`${target.url}/submission/${id}/edit`, values, { headers })).body.data.accepts_marketing;
    expect(await edit(one, { accepts_marketing: true }, { batch: await beginUpload(target) })).toBe(true);
    expect(await edit(one, { email: 'other@import.example' })).toBe(true);
    expect(await edit(one, { email: 'left@import.example' })).toBe(false);
    expect(await edit(two, { email: 'Left@Import.example', accepts_marketing: true })).toBe(false);
  });
});
