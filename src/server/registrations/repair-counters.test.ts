import { sql } from 'kysely';
import { expect, test } from 'vitest';
import type { Notice } from '#server/live/notice.ts';
import { expectCounted } from '#server/testing/counters.ts';
import { buildEvent, buildMarketingForm, buildSeries, newSignUp } from '#server/testing/form-rows.ts';
import { createTestServer } from '#server/testing/server.ts';
import { writesTo } from '#server/testing/writes.ts';
import { type CounterCorrection, rebuildCounters, recountNextPart, repairCounters } from './counters.ts';

const server = await createTestServer();
const { db } = server;

async function repair(): Promise<CounterCorrection[]> {
  const found: CounterCorrection[] = [];
  for await (const each of repairCounters(db)) found.push(each);
  return found;
}

async function fill() {
  const seriesId = await buildSeries(db);
  const formId = await buildMarketingForm(db);
  const open = await buildEvent(db, seriesId);
  const limited = await buildEvent(db, seriesId, { closes_when_full: true, maximum_participants: 100_000 });
  await buildEvent(db, seriesId, { is_on_form: false });
  await rebuildCounters(db);
  const signUp = async (n: number, events: readonly string[] = [open, limited]) => {
    const { status } = await server.post(`/event_series/${seriesId}/submit`, newSignUp({ email: `p${n}@example.com`, events }), {
      as: 'visitor',
    });
    expect(status).toBe(200);
  };
  const ask = async (n: number) => server.post(`/form/${formId}/submit`, newSignUp({ email: `p${n}@example.com` }), { as: 'visitor' });
  return { seriesId, formId, open, limited, signUp, ask };
}

/** Deletes, adds and falsifies counters. */
async function falsify(): Promise<void> {
  await sql`delete from address_counts where email_key like 'p%3@example.com'`.execute(db);
  await sql`update address_counts set registrations = 9 where email_key like 'p%5@example.com'`.execute(db);
  await sql`insert into address_counts (form_id, email_key, registrations) select id, 'nobody@example.com', 2 from forms where kind = 'series'`.execute(
    db,
  );
  await sql`update event_places set taken = 2`.execute(db);
  await sql`update form_counts set signups = case kind when 'series' then 1 else 70 end from forms where id = form_id`.execute(db);
}

test('OPS-9: counts are right after a repair during sign-ups, and it says what it corrected', async () => {
  const { seriesId, formId, limited, signUp, ask } = await fill();
  for (let n = 0; n < 30; n += 1) await Promise.all([signUp(n), ask(n)]);
  await falsify();
  const ending = new AbortController();
  const visitors = Array.from({ length: 4 }, async (_, visitor) => {
    for (let n = 0; !ending.signal.aborted; n += 1) await Promise.all([signUp(visitor * 1_000 + (n % 50)), ask(n)]);
  });
  const corrections = await repair();
  const again = await repair();
  ending.abort();
  await Promise.all(visitors);
  await expectCounted(db);
  expect(corrections).toMatchObject([
    { kind: 'series', id: seriesId, was: expect.any(Number), wrongEvents: [limited] },
    { kind: 'marketing', id: formId },
  ]);
  expect(corrections[0]?.wrongAddresses).toBeGreaterThanOrEqual(1);
  expect(again).toMatchObject([
    { wrongAddresses: 0, wrongEvents: [] },
    { kind: 'marketing', wrongEvents: [] },
  ]);
  for (const { was, is } of again) expect(is).toBe(was);
}, 60_000);

test('a repair of correct counts corrects nothing', async () => {
  const { seriesId, formId, signUp, ask } = await fill();
  await signUp(1);
  await ask(1);
  expect(await repair()).toEqual([
    { kind: 'series', id: seriesId, title: expect.any(String), was: 1, is: 1, wrongAddresses: 0, wrongEvents: [] },
    { kind: 'marketing', id: formId, title: expect.any(String), was: 1, is: 1, wrongAddresses: 0, wrongEvents: [] },
  ]);
});

test('REL-23: an event with over 1,000 registrations is recounted in parts after it was hidden, and from the start if it is shown in the meantime', async () => {
  const { seriesId, open, limited, signUp } = await fill();
  await sql`
    with person as (
      insert into submissions (id, form_id, first_name, last_name, email, email_key, awaiting_fan_out)
      select gen_random_uuid(), ${seriesId}::uuid, 'Ada', 'Lovelace', 'p' || n || '@example.com', 'p' || n || '@example.com', false
      from generate_series(1, 2500) as n returning id
    )
    insert into registrations (event_id, submission_id, submitted_at) select ${limited}::uuid, id, now() from person`.execute(db);
  await rebuildCounters(db);
  const changes: Notice[] = [];
  const countPart = () => recountNextPart({ ...writesTo({ db }), notify: (...more) => void changes.push(...more) });
  const show = async (isShown: boolean) => server.post(`/event_series/${seriesId}/event/${limited}/edit`, { show_on_form: isShown });
  const signUpsOnCard = async () => (await server.get(`/event_series/${seriesId}`)).body.data.signups_count;

  expect((await show(false)).status).toBe(200);
  expect(await signUpsOnCard()).toBe(2_500);
  for (const n of [1, 2_500, 9_999]) await signUp(n, [open]);
  await countPart();
  expect((await show(true)).status).toBe(200);
  await countPart();
  expect((await show(false)).status).toBe(200);
  expect(changes).toEqual([]);
  while (await countPart());
  expect(changes).toMatchObject([{ topic: 'dashboard' }, { topic: `series/${seriesId}` }]);
  expect(await signUpsOnCard()).toBe(3);
  await expectCounted(db);
});
