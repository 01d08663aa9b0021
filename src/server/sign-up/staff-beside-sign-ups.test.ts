import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { describe, expect, test } from 'vitest';
import type { FormRef } from '#contract/forms/form-ref.ts';
import { EVENT_CLOSED } from '#contract/texts/words/form.ts';
import { openDatabase } from '#server/db/connection.ts';
import { newId } from '#server/db/new-id.ts';
import { countWaitingForLocks } from '#server/testing/database.ts';
import { newSignUp } from '#server/testing/form-rows.ts';
import { createTestServer } from '#server/testing/server.ts';
import { addEvent, addFields, addForm, addSeries, signUp, signUpOnForm } from '#server/testing/staff-calls.ts';
import { until } from '#server/testing/worker.ts';
import { SIGN_UP_STATEMENT } from './statements.ts';

const server = await createTestServer();
const { db, pool } = server;
const log = { warn: () => undefined };

interface BusyForm extends FormRef {
  readonly events: readonly string[];
}

async function storeOne(client: pg.ClientBase, { id, events }: BusyForm): Promise<void> {
  const { rows } = await client.query<{ version: number }>('select form_version as version from forms where id = $1', [id]);
  const person = newSignUp({ events, email_key: 'ada@example.com', answers: {}, source: {} });
  const row = { ...person, id: newId(), form_version: rows[0]?.version };
  await client.query(SIGN_UP_STATEMENT, [JSON.stringify([row]), id]);
}

/** Signs up one visitor after the other until stopped, on a server whose disk takes 20 ms per commit. */
async function signUpWithoutEnd(from: pg.Pool, form: BusyForm, ending: AbortSignal): Promise<void> {
  const client = await from.connect();
  while (!ending.aborted) {
    await client.query('begin');
    await storeOne(client, form);
    await client.query('select pg_sleep(0.02)');
    await client.query('commit');
  }
  client.release();
}

/** Three servers with many sign-ups each, while `work` is done. */
async function inARush(form: BusyForm, work: () => Promise<void>): Promise<void> {
  const ending = new AbortController();
  const servers = [1, 2, 3].map(() => openDatabase({ url: server.databaseUrl, pool: 4, log }));
  const rush = servers.flatMap((one) => [1, 2, 3, 4].map(() => signUpWithoutEnd(one.pool, form, ending.signal)));
  try {
    await sleep(200);
    await work();
  } finally {
    ending.abort();
    await Promise.all(rush);
    await Promise.all(servers.map((one) => one.close()));
  }
}

/** Milliseconds that a successful staff call took. */
async function timed(path: string, body?: unknown): Promise<number> {
  const startedAt = performance.now();
  const answer = await server.post(path, body);
  expect([path, answer.status]).toEqual([path, 200]);
  return performance.now() - startedAt;
}

describe('REL-21: staff are not starved by sign-ups from several servers on a slow disk', () => {
  test('each change of a busy series is made within two seconds', { timeout: 60_000 }, async () => {
    const { id } = await addSeries(server);
    const [event, other] = [await addEvent(server, id), await addEvent(server, id)];
    const [field] = await addFields(server, id, 'Diet');
    const attendee = await signUp(server, id, [event.id]);
    await inARush({ kind: 'series', id, events: [event.id] }, async () => {
      const path = `/event_series/${id}`;
      const times = [
        await timed(`${path}/edit`, { title: 'Summer training' }),
        await timed(`${path}/event/${other.id}/edit`, { show_on_form: false }),
        await timed(`${path}/event/add`, { event_title: 'More', google_calendar_id: 'c', date: '2050-01-01' }),
        await timed(`/events-series/${id}/addeventseriesformfields`, [{ label: 'Shoes', type: 'input' }]),
        await timed(`${path}/eventseriesformfield/${field!.id}/edit`, { label: 'Food' }),
        await timed(`${path}/event/${event.id}/submission/${attendee}/edit`, { first_name: 'Grace' }),
        await timed(`${path}/event/${event.id}/submission/${attendee}/delete`),
      ];
      expect(Math.max(...times)).toBeLessThan(2_000);
    });
  });

  test('each change of a busy marketing form is made within two seconds', { timeout: 60_000 }, async () => {
    const { id } = await addForm(server);
    const attendee = await signUpOnForm(server, id);
    await inARush({ kind: 'marketing', id, events: [] }, async () => {
      const times = [
        await timed(`/form/${id}/edit`, { title: 'Green paper' }),
        await timed(`/form/${id}/addformfields`, { formId: id, formFields: [{ label: 'Diet', type: 'input' }] }),
        await timed(`/form/${id}/submission/${attendee}/delete`),
      ];
      expect(Math.max(...times)).toBeLessThan(2_000);
    });
  });

  test('a sign-up that comes after a waiting edit waits behind it, and is checked against the edited form', async () => {
    const { id } = await addSeries(server);
    const event = await addEvent(server, id);
    await signUp(server, id, [event.id]); // Loads the form into memory.
    const client = await pool.connect();
    await client.query('begin');
    await storeOne(client, { kind: 'series', id, events: [event.id] });
    const hidden = server.post(`/event_series/${id}/event/${event.id}/edit`, { show_on_form: false });
    await until('the edit to wait for the sign-up', async () => (await countWaitingForLocks(db)) === 1);
    const later = server.post(`/event_series/${id}/submit`, newSignUp({ events: [event.id] }), { as: 'visitor' });
    await until('the later sign-up to wait for the edit', async () => (await countWaitingForLocks(db)) === 2);
    await client.query('commit');
    client.release();
    expect((await hidden).status).toBe(200);
    const refused = await later;
    expect([refused.status, refused.body.errors]).toEqual([422, [{ path: 'events', message: EVENT_CLOSED }]]);
    expect(await db.selectFrom('submissions').select('id').execute()).toHaveLength(2);
    expect(await db.selectFrom('address_counts').selectAll().execute()).toEqual([]);
  });

  test('a sign-up that waited while its form was deleted stores nothing', async () => {
    const { id } = await addSeries(server);
    const event = await addEvent(server, id);
    await signUp(server, id, [event.id]);
    const client = await pool.connect();
    await client.query('begin');
    await storeOne(client, { kind: 'series', id, events: [event.id] });
    const deleted = server.post(`/event_series/${id}/delete`);
    await until('the deletion to wait for the sign-up', async () => (await countWaitingForLocks(db)) === 1);
    const later = server.post(`/event_series/${id}/submit`, newSignUp({ events: [event.id] }), { as: 'visitor' });
    await until('the later sign-up to wait for the deletion', async () => (await countWaitingForLocks(db)) === 2);
    await client.query('commit');
    client.release();
    expect([(await deleted).status, (await later).status]).toEqual([200, 404]);
    expect(await db.selectFrom('submissions').select('id').execute()).toEqual([]);
  });
});

test('sign-ups for several forms at once and staff who change these forms never end in a deadlock', { timeout: 60_000 }, async () => {
  const all = await Promise.all(
    [1, 2, 3, 4, 5].map(async (number) => {
      const { id } = await addSeries(server, `Series ${number}`);
      return { id, event: (await addEvent(server, id)).id };
    }),
  );
  const statements = Array.from({ length: 300 }, async (_, number) => {
    const { id, event } = all[number % 5]!;
    const person = newSignUp({ events: [event], email_key: `p${number % 20}@example.com`, answers: {}, source: {} });
    const rows = [1, 2].map((half) => ({ ...person, id: newId(), form_version: 1, idempotency_key: `${half} of ${number % 7}` }));
    await pool.query(SIGN_UP_STATEMENT, [JSON.stringify(number % 2 === 0 ? rows : rows.toReversed()), id]);
  });
  const edits = Array.from({ length: 60 }, (_, number) =>
    server.post(`/event_series/${all[number % 5]!.id}/edit`, { title: `Series at ${number}` }),
  );
  await Promise.all(statements);
  expect(new Set((await Promise.all(edits)).map(({ status }) => status))).toEqual(new Set([200]));
  const { rows } = await pool.query<{ deadlocks: number }>('select deadlocks from pg_stat_database where datname = current_database()');
  expect(rows[0]?.deadlocks).toBe(0);
});
