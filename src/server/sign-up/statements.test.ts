import { readFileSync } from 'node:fs';
import { describe, expect, onTestFinished, test } from 'vitest';
import { openDatabase } from '#server/db/connection.ts';
import { newId } from '#server/db/new-id.ts';
import { lockKeyOf } from '#server/form-store/form-rows.ts';
import { notifyNobody } from '#server/live/notice.ts';
import { RAISE_COUNTERS } from '#server/registrations/counters.ts';
import { GRANTED_PARTS } from '#server/registrations/places.ts';
import { asksFor } from '#server/steps/fan-out.ts';
import { openTestDatabase } from '#server/testing/database.ts';
import { buildEvent, buildSeries, newSignUp } from '#server/testing/form-rows.ts';
import { TEST_SECRET } from '#server/testing/server.ts';
import { signUp } from './commands.ts';
import { createSignUpService } from './sign-up-service.ts';
import { LIMITED_STATEMENT, SIGN_UP_STATEMENT } from './statements.ts';

const database = await openTestDatabase();
const { db } = database;
const log = { warn: () => undefined };

describe.each([
  { kind: 'an open', name: 'sign-up', text: SIGN_UP_STATEMENT, limits: {} },
  {
    kind: 'a limited',
    name: 'sign-up-limited',
    text: LIMITED_STATEMENT,
    limits: { closes_when_full: true, maximum_participants: 50 },
  },
])('the statement of sign-ups to $kind series', ({ name, text, limits }) => {
  /** Such a series with one event, and a separate connection. */
  async function open() {
    const id = await buildSeries(db);
    const event = await buildEvent(db, id, limits);
    const opened = openDatabase({ url: database.url, pool: 1, log });
    onTestFinished(opened.close);
    return { id, event, ...opened };
  }

  test('PLC-30: is planned once for all batches of a connection, small and large', async () => {
    const { id, event, pool } = await open();
    const given = { secret: TEST_SECRET, timeZone: 'Europe/London', canMail: true, notify: notifyNobody, log };
    const service = createSignUpService({ database: { db, pool }, ...given });
    const submit = (email: string) => signUp(service, { kind: 'series', id }, newSignUp({ events: [event], email }), undefined);
    for (let pair = 0; pair < 5; pair += 1) {
      await Promise.all(['ada', 'grace', 'mary'].map((person) => submit(`${person}${pair}@example.com`)));
    }
    const plans = 'select custom_plans::integer, generic_plans::integer from pg_prepared_statements where name = $1';
    // PostgreSQL tries five plans before it compares them with one for all values. A busy machine may need more batches.
    const generic: unknown = expect.toSatisfy((times: number) => times >= 5);
    expect((await pool.query(plans, [name])).rows).toEqual([{ custom_plans: 5, generic_plans: generic }]);
  });

  test('PLC-30: has no cheaper plan for single values, by which PostgreSQL would plan each batch of a large database again', async () => {
    const { id, pool } = await open();
    await pool.query(`prepare sign_ups as ${text}`);
    const costOf = async (mode: string): Promise<number> => {
      await pool.query(`set plan_cache_mode = ${mode}`);
      const { rows } = await pool.query<{ 'QUERY PLAN': string }>(`explain execute sign_ups('[]', '${id}')`);
      return Number(/cost=[\d.]+\.\.([\d.]+)/.exec(rows[0]?.['QUERY PLAN'] ?? '')?.[1]);
    };
    expect(await costOf('force_generic_plan')).toBeLessThan(1.05 * (await costOf('force_custom_plan')));
  });

  test('PLC-16: can be pasted from its file, where only the steps requested by settings are filled in', async () => {
    const { id, event, pool } = await open();
    const source = readFileSync(new URL('statements.ts', import.meta.url), 'utf8');
    const printed = [...source.matchAll(/(?<=`)\n {2}-- [^`]*/g)].map(([each]) =>
      each.replace("${asksFor('forms')}", () => asksFor('forms')),
    );
    expect(printed).toContain(text);
    const person = newSignUp({ events: [event], waits: [], email_key: 'ada@example.com', answers: {}, source: {} });
    const signUps = JSON.stringify([{ ...person, n: 0, id: newId(), form_version: 1 }]);
    await pool.query(`prepare pasted as ${text}; execute pasted('${signUps}', '${id}')`);
    expect(await db.selectFrom('registrations').select('event_id').execute()).toEqual([{ event_id: event }]);
    expect(await db.selectFrom('form_counts').select('signups').execute()).toEqual([{ signups: 1 }]);
  });

  test('takes the same lock as staff', () => {
    expect(text).toContain(`pg_advisory_xact_lock_shared(${lockKeyOf('$2::uuid')})`);
  });
});

test('PLC-19: sign-ups to a limited series get places, and are counted, exactly like attendees added by staff', () => {
  expect(LIMITED_STATEMENT).toContain(`${GRANTED_PARTS},`);
  expect(LIMITED_STATEMENT).toContain(`${RAISE_COUNTERS},`);
});
