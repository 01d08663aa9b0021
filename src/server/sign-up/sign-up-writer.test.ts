import { setTimeout as sleep } from 'node:timers/promises';
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import type { FormRef } from '#contract/forms/form-ref.ts';
import { EVENT_CLOSED } from '#contract/texts/words/form.ts';
import { openDatabase } from '#server/db/connection.ts';
import type { AppError } from '#server/errors.ts';
import { bumpFormVersion } from '#server/form-store/form-rows.ts';
import { notifyNobody } from '#server/live/notice.ts';
import { removeNextPart } from '#server/registrations/deletions.ts';
import { createTestDatabase, openTestDatabase, type TestDatabase } from '#server/testing/database.ts';
import { buildEvent, buildField, buildMarketingForm, buildSeries, newSignUp } from '#server/testing/form-rows.ts';
import { TEST_SECRET } from '#server/testing/server.ts';
import { writesTo } from '#server/testing/writes.ts';
import { signUp } from './commands.ts';
import { createSignUpService } from './sign-up-service.ts';

const database = await openTestDatabase();
const { db } = database;
const log = { warn: () => undefined };
const newService = (at: TestDatabase = database) =>
  createSignUpService({ database: at, secret: TEST_SECRET, timeZone: 'Europe/London', canMail: true, notify: notifyNobody, log });

let seriesId = '';
let eventId = '';
let series: FormRef = { kind: 'series', id: '' };
let service = newService();
beforeEach(async () => {
  seriesId = await buildSeries(db);
  eventId = await buildEvent(db, seriesId);
  series = { kind: 'series', id: seriesId };
  service = newService();
});

const submit = (values: Record<string, unknown> = {}, key?: string, at = service) =>
  signUp(at, series, newSignUp({ events: [eventId], ...values }), key);
const countRows = async (at = db) => (await at.selectFrom('submissions').select('id').execute()).length;

/** The codes of the refusals, and how many were stored. */
async function settle(signUps: readonly Promise<{ id: string }>[]) {
  const settled = await Promise.allSettled(signUps);
  const ids = settled.flatMap((result) => (result.status === 'fulfilled' ? [result.value.id] : []));
  const reasons = settled.flatMap((result) => (result.status === 'rejected' ? [result.reason as AppError] : []));
  return { ids, reasons };
}

describe('many at once', () => {
  test('one that the database refuses does not fail the others', async () => {
    await buildField(db, { form_id: seriesId }, { label: 'Note' });
    await database.pool.query(`alter table submissions add constraint no_thirteen check (last_name <> 'L13')`);
    try {
      const { ids, reasons } = await settle(Array.from({ length: 100 }, (_, number) => submit({ last_name: `L${number}` })));
      expect([ids.length, reasons.length]).toEqual([99, 1]);
      expect(await countRows()).toBe(99);
      expect(await db.selectFrom('address_counts').select('registrations').execute()).toEqual([{ registrations: 99 }]);
    } finally {
      await database.pool.query('alter table submissions drop constraint no_thirteen');
    }
  });

  test('two servers with the same people and keys in another order neither deadlock nor store a row twice', async () => {
    const other = newService();
    const numbers = Array.from({ length: 60 }, (_, number) => number);
    const send = (number: number, at: typeof service) => submit({ email: `p${number % 20}@example.com` }, `k${number}`, at);
    const { ids, reasons } = await settle([
      ...numbers.map((number) => send(number, service)),
      ...numbers.toReversed().map((number) => send(number, other)),
    ]);
    expect(reasons).toEqual([]);
    expect([new Set(ids).size, await countRows()]).toEqual([60, 60]);
    expect(await db.selectFrom('form_counts').select('signups').execute()).toEqual([{ signups: 20 }]);
  });
});

describe('the form changes', () => {
  /** Runs `change` in a transaction that is still open when the sign-ups arrive. */
  async function whileStaff(
    change: (tx: Parameters<typeof bumpFormVersion>[0]) => Promise<unknown>,
    signUps: () => Promise<{ id: string }>[],
  ) {
    await submit({ email: 'before@example.com' }); // Loads the form into memory.
    const arrived = await db.transaction().execute(async (tx) => {
      await bumpFormVersion(tx, seriesId);
      await change(tx);
      const waiting = settle(signUps());
      await sleep(50);
      return { waiting };
    });
    return arrived.waiting;
  }

  const closed = [{ path: 'events', message: EVENT_CLOSED }];

  test('a sign-up for an event that is hidden in the meantime is 422 at events, and nothing is stored', async () => {
    const open = await buildEvent(db, seriesId);
    const { ids, reasons } = await whileStaff(
      (tx) => tx.updateTable('events').set({ is_on_form: false }).where('id', '=', eventId).execute(),
      () => [submit(), submit({ events: [eventId, open] }), submit({ events: [open] })],
    );
    expect(reasons.map(({ code, details }) => [code, details.errors])).toEqual([
      ['invalid', closed],
      ['invalid', closed],
    ]);
    expect(ids).toHaveLength(1);
    const places = await db.selectFrom('registrations').select('event_id').where('submission_id', 'in', ids).execute();
    expect(places).toEqual([{ event_id: open }]);
    expect(await countRows()).toBe(2);
  });

  test('a field that becomes required in the meantime must be answered', async () => {
    const { reasons } = await whileStaff(
      (tx) => buildField(tx, { form_id: seriesId }, { label: 'Diet', is_required: true }),
      () => [submit(), submit({ diet: 'Vegan' })],
    );
    expect(reasons.map(({ details }) => details.errors)).toEqual([[{ path: 'diet', message: 'This field is required' }]]);
    const answers = await db.selectFrom('submissions').select('answers').where('email_key', '=', 'ada@example.com').execute();
    expect(answers).toEqual([{ answers: { diet: 'Vegan' } }]);
  });

  test('a series or form that is deleted while people sign up leaves no submissions', async () => {
    const formId = await buildMarketingForm(db);
    const toForm = () => signUp(service, { kind: 'marketing', id: formId }, newSignUp(), undefined);
    const waiting = settle(Array.from({ length: 300 }, (_, number) => (number % 2 === 0 ? submit() : toForm())));
    await expect.poll(async () => countRows(), { interval: 1 }).toBeGreaterThan(1);
    await db.deleteFrom('forms').where('id', '=', seriesId).execute();
    await db.deleteFrom('forms').where('id', '=', formId).execute();
    const late = await settle([submit(), toForm()]);
    const { reasons } = await waiting;
    expect(new Set([...reasons, ...late.reasons].map(({ code }) => code))).toEqual(new Set(['not_found']));
    for (let part = 0; part < 2; part += 1) await removeNextPart(writesTo({ db }));
    expect([await countRows(), await db.selectFrom('registrations').selectAll().execute()]).toEqual([0, []]);
  });

  test('an event that is hidden without a new form version is refused too', async () => {
    await submit();
    await db.updateTable('events').set({ is_on_form: false }).execute();
    await expect(submit()).rejects.toMatchObject({ code: 'unavailable' });
    expect(await countRows()).toBe(1);
  });
});

describe('around the statement', () => {
  test('workers are notified after the commit', async () => {
    // In a separate database, where no service of an earlier test notifies late.
    const quiet = await createTestDatabase();
    onTestFinished(quiet.destroy);
    const id = await buildSeries(quiet.db);
    const event = await buildEvent(quiet.db, id);
    const client = await quiet.pool.connect();
    onTestFinished(() => client.release(true));
    const heard = Promise.withResolvers<number>();
    client.on('notification', () => void countRows(quiet.db).then(heard.resolve, heard.reject));
    await client.query('listen sign_up');
    await signUp(newService(quiet), { kind: 'series', id }, newSignUp({ events: [event] }), undefined);
    expect(await heard.promise).toBe(1);
  });

  test('while the database is down all waiting calls fail immediately, and sign-ups work again when it is back', async () => {
    const away = openDatabase({ url: database.url.replace(/:\d+\//, ':1/'), pool: 2, log });
    const lost = createSignUpService({
      database: { db, pool: away.pool },
      secret: TEST_SECRET,
      timeZone: 'Europe/London',
      canMail: true,
      notify: notifyNobody,
      log,
    });
    const { reasons } = await settle([submit({}, undefined, lost), submit({}, undefined, lost), submit({}, undefined, lost)]);
    expect(reasons.map((reason) => String(reason.code))).toEqual(['ECONNREFUSED', 'ECONNREFUSED', 'ECONNREFUSED']);
    await away.close();
    await expect(submit()).resolves.toMatchObject({ id: expect.any(String) });
  });
});
