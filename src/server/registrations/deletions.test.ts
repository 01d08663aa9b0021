import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { buildEvent, buildSeries, newSignUp } from '#server/testing/form-rows.ts';
import { createTestServer } from '#server/testing/server.ts';
import { addAttendee, addEvent, addFields, addForm, addFormFields, addSeries, signUp } from '#server/testing/staff-calls.ts';
import { buildSignUp, runWorker, until } from '#server/testing/worker.ts';
import { inWrite, writesTo } from '#server/testing/writes.ts';
import { rebuildCounters } from './counters.ts';
import { removePart, removeNextPart } from './deletions.ts';

const server = await createTestServer();
const { db } = server;

/** More than one part. */
const MANY = 2_500;

/** Submissions with a failed step each; every second one has the second event too. */
async function fill(owner: { series: string; events: readonly string[] } | { form: string }): Promise<void> {
  const formId = 'series' in owner ? owner.series : owner.form;
  const [first, second] = 'series' in owner ? owner.events : [];
  await sql`
    with added as (
      insert into submissions (id, form_id, first_name, last_name, email, email_key, answers)
      select gen_random_uuid(), ${formId}, 'Crowd', 'No' || number, 'p' || number || '@example.com', 'p' || number || '@example.com', '{"diet":"Vegan"}'
      from generate_series(1, ${MANY}::integer) as number returning id, last_name, submitted_at
    ), failed as (
      insert into submission_steps (submission_id, step, state, attempts) select id, 'slack', 'failed', 1 from added
    )
    insert into registrations (event_id, submission_id, submitted_at)
    select chosen::uuid, id, submitted_at from added
    cross join unnest(case when right(last_name, 1)::integer % 2 = 0 then ${[first, second]}::text[] else ${[first]}::text[] end) as chosen
    where chosen is not null`.execute(db);
  await rebuildCounters(db);
}

const count = async (table: 'submissions' | 'registrations' | 'submission_steps' | 'address_counts' | 'deletions') =>
  (
    await db
      .selectFrom(table)
      .select(({ fn }) => fn.countAll<number>().as('rows'))
      .executeTakeFirstOrThrow()
  ).rows;

const rows = async () =>
  Promise.all((['submissions', 'registrations', 'submission_steps', 'address_counts'] as const).map((table) => count(table)));

async function removeAll(): Promise<void> {
  while ((await count('deletions')) > 0) await removeNextPart(writesTo({ db }));
}

/** Everything that staff read about a series and an event. */
async function readAll(seriesId: string, eventId: string) {
  const [series, cards, event, statistics, search, steps, losses, eventLosses, connections] = await Promise.all(
    [
      `/event_series/${seriesId}`,
      '/event_series',
      `/event_series/${seriesId}/event/${eventId}?limit=5&sort=name`,
      `/event_series/${seriesId}/statistics`,
      '/search?q=crowd',
      '/steps/failed',
      `/event_series/${seriesId}/losses`,
      `/event_series/${seriesId}/event/${eventId}/losses`,
      '/connections',
    ].map(async (path) => {
      const { status, body } = await server.get(path);
      return [path, status, body.data];
    }),
  );
  return { series, cards, event, statistics, search, steps, losses, eventLosses, connections };
}

describe('REL-5: deleting something with many submissions hides it immediately, and removes them in parts', () => {
  test('an event: in the meantime its series reads as after the removal of the last part', { timeout: 60_000 }, async () => {
    const { id } = await addSeries(server);
    const [gone, stays] = [await addEvent(server, id), await addEvent(server, id)];
    await addFields(server, id, 'Diet');
    await fill({ series: id, events: [gone.id, stays.id] });
    const answer = await server.post(`/event_series/${id}/event/${gone.id}/delete`);
    expect(answer.body.data).toEqual({ id: gone.id, submissions_deleted: MANY / 2 });
    expect((await server.get(`/event_series/${id}/event/${gone.id}`)).status).toBe(404);
    expect(await count('deletions')).toBe(1);
    const meanwhile = await readAll(id, stays.id);
    await removeAll();
    expect(await readAll(id, stays.id)).toEqual(meanwhile);
    expect(Object.values(meanwhile).map((answer) => answer?.[1])).toEqual(Array.from({ length: 9 }, () => 200));
    expect(await rows()).toEqual([MANY / 2, MANY / 2, MANY / 2, MANY / 2]);
    expect(meanwhile.cards).toMatchObject(['/event_series', 200, [{ signups_count: MANY / 2 }]]);
  });

  test(
    'an event whose sign-ups are edited, deleted and added in the meantime: the counts equal a recount',
    {
      timeout: 60_000,
    },
    async () => {
      const { id } = await addSeries(server);
      const [gone, stays] = [await addEvent(server, id), await addEvent(server, id)];
      await fill({ series: id, events: [gone.id, stays.id] });
      await server.post(`/event_series/${id}/event/${gone.id}/delete`);
      const path = `/event_series/${id}/event/${stays.id}`;
      const { body } = await server.get(`${path}?limit=6`);
      const [edited, deleted, both] = body.data.submissions;
      expect((await server.post(`${path}/submission/${edited.id}/edit`, { email: 'new@example.com' })).status).toBe(200);
      const ofGone = `/event_series/${id}/event/${gone.id}/submission/${deleted.id}`;
      expect([await server.post(`${ofGone}/delete`), await server.post(`${ofGone}/edit`, {})]).toMatchObject([
        { status: 404 },
        { status: 404 },
      ]);
      expect((await server.post(`${path}/submission/${deleted.id}/delete`)).body.data.deleted).toBe(true);
      await addAttendee(server, id, stays.id, { email: both.email });
      await signUp(server, id, [stays.id], { email: 'P1@example.com' });
      await removeAll();
      const counters = await db.selectFrom('address_counts').selectAll().orderBy('email_key').execute();
      const counts = await db.selectFrom('form_counts').selectAll().execute();
      await rebuildCounters(db);
      expect(counters).toEqual(await db.selectFrom('address_counts').selectAll().orderBy('email_key').execute());
      expect(counts).toEqual(await db.selectFrom('form_counts').selectAll().execute());
    },
  );

  test('a series, of which an event was just deleted, and a form', { timeout: 60_000 }, async () => {
    const { id } = await addSeries(server);
    const events = [(await addEvent(server, id)).id, (await addEvent(server, id)).id];
    await fill({ series: id, events });
    const form = await addForm(server);
    await addFormFields(server, form.id, 'Diet');
    await fill({ form: form.id });
    await server.post(`/event_series/${id}/event/${events[0]}/delete`);
    const path = `/event_series/${id}`;
    expect((await server.post(`${path}/delete`)).status).toBe(200);
    expect((await server.post(`/form/${form.id}/delete`)).status).toBe(200);
    const person = newSignUp({ events: [events[1]] });
    expect((await server.post(`${path}/submit`, person, { as: 'visitor' })).status).toBe(404);
    expect((await server.post(`/form/${form.id}/submit`, person, { as: 'visitor' })).status).toBe(404);
    for (const gone of [path, `/form/${form.id}`, `/form/${form.id}/submissions`]) expect((await server.get(gone)).status).toBe(404);
    expect((await server.get('/search?q=crowd')).body.data.people).toEqual([]);
    expect((await server.get('/steps/failed')).body.data.steps).toEqual([]);
    await removeAll();
    expect(await rows()).toEqual([0, 0, 0, 0]);
  });

  test('an interrupted part is repeated, and two simultaneous workers remove the same as one', { timeout: 60_000 }, async () => {
    const { id } = await addSeries(server);
    const [gone, stays] = [await addEvent(server, id), await addEvent(server, id)];
    await fill({ series: id, events: [gone.id, stays.id] });
    await server.post(`/event_series/${id}/event/${gone.id}/delete`);
    const before = await rows();
    const killed = inWrite(db, async (w) => {
      await removePart(w, gone.id);
      throw new Error('the power failed');
    });
    await expect(killed).rejects.toThrow('the power failed');
    expect(await rows()).toEqual(before);
    await Promise.all([removeAll(), removeAll()]);
    expect(await rows()).toEqual([MANY / 2, MANY / 2, MANY / 2, MANY / 2]);
  });

  test('the worker removes deleted submissions', { timeout: 60_000 }, async () => {
    const { id } = await addSeries(server);
    await fill({ series: id, events: [(await addEvent(server, id)).id] });
    await server.post(`/event_series/${id}/delete`);
    await runWorker(server);
    await until('everything to be removed', async () => (await count('deletions')) === 0, 30_000);
    expect(await rows()).toEqual([0, 0, 0, 0]);
  });
});

test('ICS-23: a person registered for many events is notified about each when the series is deleted', { timeout: 60_000 }, async () => {
  const [events, people] = [40, 250];
  const seriesId = await buildSeries(db);
  const eventIds: string[] = [];
  for (let n = 0; n < events; n += 1) eventIds.push(await buildEvent(db, seriesId));
  for (let n = 0; n < people; n += 1) {
    await buildSignUp(db, { form_id: seriesId }, { events: eventIds, email: `p${n}@example.com`, awaiting_fan_out: false });
  }
  expect(await server.post(`/event_series/${seriesId}/delete`, { tell: true })).toMatchObject({
    status: 200,
    body: { data: { id: seriesId, told: events * people } },
  });
  await removeAll();
  const reached = await sql`
    select details -> 'person' ->> 'email' from registration_changes where kind = 'announced' group by 1 having count(distinct event_id) = ${events}`.execute(
    db,
  );
  expect(reached.rows).toHaveLength(people);
});
