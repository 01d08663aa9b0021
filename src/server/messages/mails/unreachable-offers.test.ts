import { sql } from 'kysely';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { newId } from '#server/db/new-id.ts';
import { createToken } from '#server/registrations/links.ts';
import { answerOffer, cancelOwn } from '#server/registrations/own/commands.ts';
import { expireOffers } from '#server/registrations/waiting-list.ts';
import { reserveMail } from '#server/steps/mail-limits.ts';
import { limitedSeries } from '#server/testing/limited-series.ts';
import { createTestServer } from '#server/testing/server.ts';
import { type SmtpStandIn, startSmtp } from '#server/testing/services/smtp.ts';
import { waitingList } from '#server/testing/waiting-list.ts';
import { launchWorker, makeDue, startWorld, stepsOf, takeMails, until } from '#server/testing/worker.ts';
import { writesTo } from '#server/testing/writes.ts';

const server = await createTestServer();
const { db } = server;
const { settings } = await startWorld();
let smtp: SmtpStandIn = await startSmtp();
const worker = await launchWorker({ ...server, url: server.databaseUrl }, { ...settings, SMTP_URL: smtp.url, TIME_ZONE: 'Europe/London' });
afterAll(async () => {
  await worker.stop();
  await smtp.close();
});
beforeEach(() => {
  smtp.refused.clear();
  smtp.mails.length = 0;
});
const ownDeps = { ...writesTo({ db }), timeZone: 'UTC', confirmationsPerHour: 9 };
const series = limitedSeries(server);
const { addEvent, submitTo, readPlaces, seriesId } = series;
const { fill, call, statusOf, readList } = waitingList(server, series);

const HOUR_MS = 3_600_000;
const OFFER = 'A place has opened up: Fire safety';

const readMails = (): Promise<string[]> => takeMails(db, smtp);

/** An event with one place, which is taken, and three people waiting for a timed offer, who have had their mails. */
async function buildFull() {
  const event = await addEvent(1, { waiting_list: 'offer' });
  const { placed, list } = await fill(event, { places: 1, waiting: 3 });
  expect(await readMails()).toHaveLength(3);
  const [first, second, third] = list;
  if (placed[0] === undefined || first === undefined || second === undefined || third === undefined) throw new Error('nobody');
  return { event, placed: placed[0], first, second, third };
}

/** An hour passes: what is stored about mails is that much older. */
async function passHour(): Promise<void> {
  await sql`update registration_changes set at = at - interval '1 hour'`.execute(db);
  await sql`update submission_steps set next_try_at = next_try_at - interval '1 hour', first_tried_at = first_tried_at - interval '1 hour'`.execute(
    db,
  );
}

const readEnd = async ({ id }: { id: string }): Promise<Date | null> =>
  (await db.selectFrom('waiting_entries').select('offer_ends_at').where('submission_id', '=', id).executeTakeFirstOrThrow()).offer_ends_at;

const expectEndIn = (end: Date | null, hours: number) =>
  expect(Math.abs((end?.getTime() ?? 0) - Date.now() - hours * HOUR_MS)).toBeLessThan(120_000);

describe('WTL-38: all promotions of a sign-up in one transaction are one mail', () => {
  /** Someone has the only place of three events, and someone else waits for all of them. */
  async function buildThree(waiting_list: 'offer' | 'direct') {
    const events: string[] = [];
    for (const event_title of ['Day one', 'Day two', 'Day three']) events.push(await addEvent(1, { waiting_list, event_title }));
    const holder = await submitTo(events, [], { email: 'holder@example.com' });
    const waiter = await submitTo([], events, { email: 'waiter@example.com' });
    await readMails();
    await db.updateTable('forms').set({ self_service: true }).execute();
    await cancelOwn(ownDeps, await createToken(db, holder.id), 'all');
    return { waiter };
  }

  const mailToWaiter = async () => {
    const find = () => smtp.mails.find(({ recipients }) => recipients.includes('waiter@example.com'));
    await until('the mail', () => find() !== undefined);
    return find()!.parsed;
  };

  test('for offers it says until when to reply to each, and each has its own end', async () => {
    const { waiter } = await buildThree('offer');
    const { text = '', subject } = await mailToWaiter();
    expect(await readMails()).toEqual([
      'holder: Registration cancelled: Spring training',
      'waiter: Places have opened up: Spring training',
    ]);
    expect(subject).toContain('Spring training');
    for (const title of ['Day one', 'Day two', 'Day three'])
      expect(text).toMatch(new RegExp(`${title}\n[^\n]*\n\nPlease reply by [^\n]*\\.\n`));
    const ends = await db.selectFrom('waiting_entries').select('offer_ends_at').where('submission_id', '=', waiter.id).execute();
    expect(ends.map(({ offer_ends_at: end }) => end === null)).toEqual([false, false, false]);
  });

  test('for places it lists all', async () => {
    await buildThree('direct');
    const { text } = await mailToWaiter();
    expect(await readMails()).toEqual(['holder: Registration cancelled: Spring training', 'waiter: You have places: Spring training']);
    expect(text).toMatch(/You now have places at:\s+Day one[^]*Day two[^]*Day three/);
  });

  test('when the mail cannot arrive, all of them go to the next', async () => {
    smtp.refused.set('waiter@example.com', 'No such user');
    await buildThree('offer');
    await until('the places to be free again', async () =>
      (await readPlaces()).every(({ taken, unreachable }) => taken === 0 && unreachable === 1),
    );
    expect(await readMails()).toEqual(['holder: Registration cancelled: Spring training']);
  });
});

test('WTL-39: an offer to a mailbox at its limit waits three hours at most, then the next person is promoted', async () => {
  const { event, placed, first, second } = await buildFull();
  for (let count = 0; count < 6; count += 1)
    await reserveMail(db, { id: newId(), kind: 'place', email: 'w0@example.com', formId: seriesId() }, 1);
  await call(event, placed, 'delete');
  await until('the offer to be held back', async () => (await stepsOf(db, first.id)).some(({ cause }) => cause === 'address_limit'));
  expect(await readMails()).toEqual([]);
  expect([await statusOf(first, second), await readEnd(first)]).toEqual([['offered', 'waiting'], null]);
  await db
    .updateTable('submission_steps')
    .set({ first_tried_at: sql`now() - interval '3 hours'` })
    .execute();
  await makeDue(db, 'email');
  await until('the next offer', async () => (await statusOf(second))[0] === 'offered');
  expect(await readMails()).toEqual([`w1: ${OFFER}`]);
  const readFirst = async () =>
    (await server.get(`/event_series/${seriesId()}/event/${event}?registration=waiting`)).body.data.submissions[0]._registration;
  expect(await readFirst()).toMatchObject({ position: 1, mail_failed: true, mail_held_back: true });
  await call(event, first, 'edit', { email: 'right@example.com' });
  expect(await readFirst()).toMatchObject({ position: 1, mail_failed: false, mail_held_back: false });
});

describe('an address that the receiving server refuses', () => {
  test('WTL-13, FACE-57: is passed over, the next is offered the place, and newcomers may overtake; once it is corrected it is next', async () => {
    const { event, placed, first, second, third } = await buildFull();
    smtp.refused.set('w0@example.com', 'No such user');
    await call(event, placed, 'delete');
    await until('the next offer', async () => (await statusOf(second))[0] === 'offered');
    expect(await readMails()).toEqual([`w1: ${OFFER}`]);
    expect(await statusOf(first, second, third)).toEqual(['waiting', 'offered', 'waiting']);
    expectEndIn(await readEnd(second), 24);
    expect([await readList(event), await readPlaces()]).toMatchObject([['w0', 'w2'], [{ taken: 1, waiting: 2, unreachable: 1 }]]);
    const { body } = await server.get(`/event_series/${seriesId()}/event/${event}?registration=waiting`);
    expect(body.data.submissions.map((row: { _registration: unknown }) => row._registration)).toMatchObject([
      { position: 1, mail_failed: true },
      { position: 2 },
    ]);
    const offers = (await stepsOf(db, first.id)).filter(({ cause }) => cause !== '');
    expect(offers).toMatchObject([{ state: 'failed', cause: 'mailbox', attempts: 1 }]);
    await call(event, third, 'delete');
    // Only an unreachable person is waiting, whom newcomers may overtake, but there is no place.
    await expect(submitTo([event])).rejects.toMatchObject({ code: 'invalid' });
    await call(event, first, 'edit', { email: 'right@example.com' });
    await answerOffer(ownDeps, await createToken(db, second.id), event, 'decline');
    expect(await readMails()).toContain(`right: ${OFFER}`);
    expect(await readPlaces()).toMatchObject([{ taken: 1, waiting: 0, unreachable: 0 }]);
  });

  test('WTL-13: when all are refused the place is free, and a newcomer gets it', async () => {
    const { event, placed } = await buildFull();
    const answers = { w0: '5.4.1 Recipient address rejected', w1: '5.2.1 The mailbox is disabled', w2: '5.2.2 Over quota' };
    for (const [name, words] of Object.entries(answers)) smtp.refused.set(`${name}@example.com`, words);
    await call(event, placed, 'delete');
    await until('everyone to be unreachable', async () => (await readPlaces())[0]?.unreachable === 3);
    expect(await readMails()).toEqual([]);
    expect([await readList(event), await readPlaces()]).toMatchObject([['w0', 'w1', 'w2'], [{ taken: 0, waiting: 3 }]]);
    expect((await submitTo([event])).registrations).toMatchObject([{ status: 'confirmed' }]);
  });
});

test('WTL-13: an offer stays if the server refuses the sender or by its policy, since the next would be refused too', async () => {
  const { event, placed, first, second } = await buildFull();
  smtp.refused.set('w0@example.com', '5.7.1 Relaying denied');
  await call(event, placed, 'delete');
  await until('the refusal', async () => (await stepsOf(db, first.id)).some(({ cause }) => cause === 'mail_refused'));
  expect(await readMails()).toEqual([]);
  expect(await statusOf(first, second)).toEqual(['offered', 'waiting']);
});

test('WTL-11: while the mail server is down for two hours the offer stays with its person; its 24 hours begin when the mail is sent', async () => {
  const { event, placed, first, second, third } = await buildFull();
  const untilTried = (tries: number) =>
    until(`${tries} failed attempts`, async () =>
      (await stepsOf(db, first.id)).some(({ attempts, state }) => attempts >= tries && state === 'waiting'),
    );
  await smtp.close();
  await call(event, placed, 'delete');
  await untilTried(1);
  expect(await readEnd(first)).toBeNull();
  for (const hours of [1, 2]) {
    await passHour();
    await makeDue(db);
    await untilTried(1 + hours);
    await expireOffers(writesTo({ db }));
    expect(await statusOf(first, second, third)).toEqual(['offered', 'waiting', 'waiting']);
    expect(await readEnd(first)).toBeNull();
  }
  smtp = await startSmtp(smtp.port);
  await makeDue(db);
  await until('the mail', () => smtp.mails.length > 0);
  const text = smtp.mails[0]?.parsed.text ?? '';
  expect(await readMails()).toEqual([`w0: ${OFFER}`]);
  const end = await readEnd(first);
  expectEndIn(end, 24);
  const inLondon = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit', timeZone: 'Europe/London' });
  expect(text).toContain(inLondon.format(end ?? undefined));
  expect(await statusOf(first, second, third)).toEqual(['offered', 'waiting', 'waiting']);
  expect(await readPlaces()).toMatchObject([{ taken: 1, waiting: 2 }]);
});
