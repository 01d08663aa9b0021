import { once } from 'node:events';
import net, { type AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';
import { newId } from '#server/db/new-id.ts';
import { createTestDatabase } from '#server/testing/database.ts';
import { buildMarketingForm } from '#server/testing/form-rows.ts';
import { buildSignUp, runWorker, until } from '#server/testing/worker.ts';
import { pauseService, takeTurns } from './pace.ts';

const { db } = await createTestDatabase();

const PACE = { perMinute: 1_200, max: 4 };
const SECONDS = 3;

test('MLG-31: all workers together keep the rate limit of mailings, use none of it if nothing is due, and pause while the mail server is down', async () => {
  expect(await takeTurns(db, 'mailings', PACE)).toBeUndefined();
  const steps = Array.from(
    { length: 10 },
    () => ({ submission_id: newId(), mailing_person_id: newId(), step: 'mailing', state: 'waiting', next_try_at: new Date(0) }) as const,
  );
  await db.insertInto('submission_steps').values(steps).execute();
  const ends = performance.now() + SECONDS * 1_000;
  const worker = async (): Promise<number> => {
    let taken = 0;
    while (performance.now() < ends) {
      const turns = await takeTurns(db, 'mailings', PACE);
      await sleep(turns?.waitMs ?? 100);
      if (performance.now() < ends) taken += turns?.count ?? 0;
    }
    return taken;
  };
  const taken = (await Promise.all([worker(), worker(), worker()])).reduce((sum, count) => sum + count, 0);
  const allowed = (PACE.perMinute / 60) * SECONDS;
  expect(taken).toBeLessThanOrEqual(allowed + PACE.max);
  expect(taken).toBeGreaterThan(allowed * 0.7);
  await pauseService(db, 'mailings', 60_000);
  expect(await takeTurns(db, 'mailings', PACE)).toBeUndefined();
});

/** A mail server that accepts no password. */
async function startRefusing(): Promise<string> {
  const server = net.createServer((socket) => {
    socket.on('error', () => undefined).write('220 ready\r\n');
    socket.on('data', (line) =>
      socket.write(String(line).startsWith('EHLO') ? '250-here\r\n250 AUTH PLAIN\r\n' : '535 5.7.8 Not accepted\r\n'),
    );
  });
  onTestFinished(() => void server.close());
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return `smtp://user:word@127.0.0.1:${(server.address() as AddressInfo).port}`;
}

test('MLG-32: while the mail server does not accept our sign-in, nobody is refused, and mailings pause', async () => {
  const database = await createTestDatabase();
  const [form_id, id, personId] = [await buildMarketingForm(database.db), newId(), newId()];
  const submission_id = await buildSignUp(database.db, { form_id }, { awaiting_fan_out: false });
  const mailing = { id, form_id, kind: 'mailing', audience: '{}', subject: 'Parking', template: 'Hello', begins_at: new Date() } as const;
  await database.db
    .insertInto('mailings')
    .values({ ...mailing, part: 1, is_written: true })
    .execute();
  const person = { id: personId, mailing_id: id, submission_id, part: 1, address: sql<Buffer>`sha256('ada@example.com')` };
  await database.db.insertInto('mailing_people').values(person).execute();
  const step = { submission_id, mailing_person_id: personId, step: 'mailing', state: 'waiting', next_try_at: new Date() } as const;
  await database.db.insertInto('submission_steps').values(step).execute();
  await runWorker(database, { SMTP_URL: await startRefusing() });
  const read = () => database.db.selectFrom('submission_steps').select(['state', 'cause', 'attempts']).executeTakeFirstOrThrow();
  await until('an attempt', async () => (await read()).cause !== '');
  expect(await read()).toEqual({ state: 'waiting', cause: 'mail_sign_in', attempts: 0 });
  expect(await takeTurns(database.db, 'mailings', PACE)).toBeUndefined();
});
