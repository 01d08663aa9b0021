import { expect, test } from 'vitest';
import { afterAll } from 'vitest';
import { buildRegistration } from '#server/testing/registrations.ts';
import { createTestServer } from '#server/testing/server.ts';
import { atRest, buildSignUp, launchWorker, startWorld } from '#server/testing/worker.ts';
import { findByToken } from '#server/writes/registration-tokens.ts';

const server = await createTestServer();
const { db } = server;
const world = await startWorld();
const { smtp } = world;
const worker = await launchWorker({ ...server, url: server.databaseUrl }, { ...world.settings, TIME_ZONE: 'Europe/London' });
afterAll(worker.stop);

const LINK = /http:\/\/localhost:3000\/registration\/([\w-]{22})/g;
const ask = (seriesId: string, email: string) => server.post(`/event_series/${seriesId}/send_link`, { email }, { as: 'visitor' });

test('SLF-18, SLF-19: the mail lists each sign-up of the address in the series with a link of its own', async () => {
  const { seriesId, eventId, submissionId } = await buildRegistration(db, { series: { self_service: true } });
  const other = await buildSignUp(db, { series_id: seriesId }, { events: [eventId], email: 'ada@example.com', awaiting_fan_out: false });
  const before = smtp.mails.length;
  expect(await ask(seriesId, ' ADA@example.com ')).toMatchObject({ status: 200, body: { data: {} } });
  await atRest(db);
  expect(smtp.mails).toHaveLength(before + 1);
  const tokens = [...(smtp.mails.at(-1)?.parsed.text ?? '').matchAll(LINK)].map(([, token]) => token!);
  const found = await Promise.all(tokens.map((token) => findByToken(db, token)));
  expect(new Set(found)).toEqual(new Set([submissionId, other]));
  const changes = await db.selectFrom('registration_changes').select(['kind', 'details']).execute();
  expect(changes).toEqual([{ kind: 'link', details: { all: true } }]);
});

test('SLF-18: an address that is not signed up has the same answer, gets nothing and is forgotten', async () => {
  const { seriesId } = await buildRegistration(db, { series: { self_service: true } });
  const before = smtp.mails.length;
  const [known, unknown] = [await ask(seriesId, 'ada@example.com'), await ask(seriesId, 'nobody@example.com')];
  expect([unknown.status, unknown.text]).toEqual([known.status, known.text]);
  await atRest(db);
  expect(smtp.mails).toHaveLength(before + 1);
  expect(await db.selectFrom('registration_changes').selectAll().execute()).toHaveLength(1);
});

test('SLF-18: what is no address is refused at its field', async () => {
  const { seriesId } = await buildRegistration(db, { series: { self_service: true } });
  expect(await ask(seriesId, 'nobody')).toMatchObject({ status: 422, body: { errors: [{ path: 'email' }] } });
  expect(await ask(crypto.randomUUID(), 'ada@example.com')).toMatchObject({ status: 404 });
});
