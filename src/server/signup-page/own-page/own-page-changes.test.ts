import { setTimeout } from 'node:timers/promises';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { lockForm } from '#server/db/form-lock.ts';
import { buildEvent } from '#server/testing/form-rows.ts';
import { buildRegistration } from '#server/testing/registrations.ts';
import { createSignUpPageServer } from '#server/testing/sign-up-page-server.ts';
import { createToken } from '#server/writes/registration-tokens.ts';

const server = await createSignUpPageServer();
const { db, url } = server;

async function build(series: Record<string, unknown> = {}, values: Omit<Parameters<typeof buildRegistration>[1], 'series'> = {}) {
  const built = await buildRegistration(db, { ...values, series: { title: 'Spring', self_service: true, ...series } });
  return { ...built, path: `/registration/${await createToken(db, built.submissionId)}` };
}

const get = (path: string): Promise<Response> => fetch(url + path, { redirect: 'manual' });
const pageOf = async (path: string): Promise<string> => (await get(path)).text();
const post = (path: string, values: Record<string, string> = {}, headers: Record<string, string> = {}): Promise<Response> =>
  fetch(url + path, { method: 'POST', redirect: 'manual', body: new URLSearchParams(values), headers });

async function withTwoMore() {
  const built = await build();
  const { seriesId, submissionId } = built;
  const further = [await buildEvent(db, seriesId, { title: 'First aid' }), await buildEvent(db, seriesId, { title: 'Knots' })] as const;
  for (const event of further)
    await sql`insert into submission_events (event_id, submission_id, submitted_at, status)
    values (${event}, ${submissionId}, now(), 'cancelled')`.execute(db);
  const read = async (): Promise<Record<string, string>> => {
    const rows = await db
      .selectFrom('submission_events')
      .select(['event_id', 'status'])
      .where('submission_id', '=', submissionId)
      .execute();
    return Object.fromEntries(rows.map(({ event_id: id, status }) => [id, status]));
  };
  const restore = (event: string) => sql`update submission_events set status = 'confirmed' where event_id = ${event}`.execute(db);
  return { ...built, further, read, restore };
}

test('SLF-16: places that are taken at the same time are all kept', async () => {
  const { path, eventId, seriesId, further, read } = await withTwoMore();
  const posts = await db.transaction().execute(async (tx) => {
    await lockForm(tx, { kind: 'series', id: seriesId });
    const both = further.map((event) => post(`${path}/join?event=${event}`));
    await setTimeout(300);
    return { both };
  });
  const answers = await Promise.all(posts.both);
  expect(answers.map(({ status }) => status)).toEqual([303, 303]);
  expect(await read()).toEqual(Object.fromEntries([eventId, ...further].map((event) => [event, 'confirmed'])));
});

test('SLF-13: an event that is added or taken away while events are chosen stays so', async () => {
  const { path, eventId, further, read, restore } = await withTwoMore();
  const [restored, chosen] = further;
  const form = await pageOf(`${path}/events`);
  const held = [...form.matchAll(/name="_held" value="([^"]+)"/g)].map(([, id]) => id);
  expect(held).toEqual([eventId]);
  await restore(restored);
  const again = await (await post(`${path}/events`, { _held: eventId, events: crypto.randomUUID() })).text();
  expect(again).toContain(`checked="" value="${restored}"`);
  expect(again).toContain(`name="_held" value="${restored}"`);
  expect(again).not.toContain(`checked="" value="${eventId}"`);
  await post(`${path}/events`, { _held: eventId, events: chosen });
  expect(await read()).toEqual({ [eventId]: 'cancelled', [restored]: 'confirmed', [chosen]: 'confirmed' });
  await post(`${path}/events`, { _held: eventId, events: eventId });
  expect(await read()).toMatchObject({ [eventId]: 'cancelled' });
});
