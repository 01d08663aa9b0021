import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { findByToken } from '#server/registrations/links.ts';
import { lastMail, tokensIn } from '#server/testing/mails/last-mail.ts';
import { buildRegistration, setRegistration } from '#server/testing/registrations.ts';
import { selfService } from '#server/testing/self-service.ts';
import { createServerWithWorker } from '#server/testing/server-with-worker.ts';
import { createSignUpPageServer } from '#server/testing/sign-up-page-server.ts';
import { atRest, buildSignUp, makeDue, stepsOf } from '#server/testing/worker.ts';

const { server, db, smtp } = await createServerWithWorker(createSignUpPageServer);
const { linkOf, post } = selfService(server);

const ask = async (seriesId: string, email: string) => {
  const answer = await post(`/spring/events-series/${seriesId}/link`, { email });
  return { status: answer.status, page: (await answer.text()).replaceAll(email, '') };
};

test('SLF-18, SLF-19: the mail lists each sign-up of the address in the series with its own link', async () => {
  const { seriesId, eventId, submissionId } = await buildRegistration(db, { series: { self_service: true } });
  const other = await buildSignUp(db, { form_id: seriesId }, { events: [eventId], email: 'ada@example.com', awaiting_fan_out: false });
  const before = smtp.mails.length;
  expect(await ask(seriesId, ' ADA@example.com ')).toMatchObject({ status: 200 });
  await atRest(db);
  expect(smtp.mails).toHaveLength(before + 1);
  const tokens = tokensIn(smtp.mails.at(-1)?.parsed.text);
  const found = await Promise.all(tokens.map((token) => findByToken(db, token)));
  expect(new Set(found.map((link) => link?.submissionId))).toEqual(new Set([submissionId, other]));
  const changes = await db.selectFrom('registration_changes').select(['kind', 'details']).execute();
  expect(changes).toEqual([{ kind: 'link', details: { all: true } }]);
});

test('SLF-18: an address that is not signed up gets the same answer and no mail, and is forgotten', async () => {
  const { seriesId } = await buildRegistration(db, { series: { self_service: true } });
  const before = smtp.mails.length;
  const [known, unknown] = [await ask(seriesId, 'ada@example.com'), await ask(seriesId, 'nobody@example.com')];
  expect(unknown).toEqual(known);
  await atRest(db);
  expect(smtp.mails).toHaveLength(before + 1);
  expect(await db.selectFrom('registration_changes').selectAll().execute()).toHaveLength(1);
});

test('SLF-18, SLF-19: if a text of staff lacks the link it is added below, so that the mail is useful without any sign-up left', async () => {
  const { seriesId } = await buildRegistration(db, { series: { self_service: true }, status: 'cancelled' });
  const own = { kind: 'link', subject: 'Your registration', template: 'Hello %FNAME%,\n\n%EVENTS% %WAITING%\n\nThe team' };
  await server.post(`/event_series/${seriesId}/mails`, own);
  await ask(seriesId, 'ada@example.com');
  await atRest(db);
  expect(lastMail(smtp).lastText()).toBe('Hello Ada,\n\nNeed to change or cancel?\n{link}\n\nThe team');
  expect(await findByToken(db, tokensIn(smtp.mails.at(-1)?.parsed.text)[0] ?? '')).toBeDefined();
});

describe('without self-service pages', () => {
  const WHAT = 'Fire safety\nTuesday 12 January 2055, 09:30 GMT';
  const email_from = 'team@example.com';
  const { lastText } = lastMail(smtp);
  /** An event with a list that can be joined, so that the form offers lost links. */
  const event = { closes_when_full: true, maximum_participants: 5, waiting_list: 'manual' } as const;

  test.each([
    [email_from, "Can't come? Please write to team@example.com."],
    [null, "Can't come? Please contact Our organisation."],
  ])('SLF-1, SLF-19: a person who has a place there reads so, with whom to write to instead of a link: %s', async (from, words) => {
    const { seriesId } = await buildRegistration(db, { event, series: { email_from: from } });
    await ask(seriesId, 'ada@example.com');
    await atRest(db);
    expect(lastText()).toBe(`Hello Ada,\n\nYou have a place at:\n\n${WHAT}\n\n${words}`);
  });

  test('SLF-19: each of several sign-ups has its link if there is one, otherwise whom to write to', async () => {
    const first = await buildRegistration(db, { event, series: { email_from } });
    const { seriesId, eventId } = first;
    const events = [eventId];
    await buildSignUp(db, { form_id: seriesId }, { events, email: 'ada@example.com', awaiting_fan_out: false });
    const last = await buildSignUp(db, { form_id: seriesId }, { events, email: 'ada@example.com', awaiting_fan_out: false });
    await setRegistration(db, { ...first, submissionId: last }, 'waiting');
    await ask(seriesId, 'ada@example.com');
    await atRest(db);
    const without = `\n\nYou have a place at:\n\n${WHAT}\n\nTo change it, write to team@example.com.`;
    const waits = WHAT.replace('\n', '\nPosition 1\n');
    expect(lastText()).toBe(
      `Hello Ada,\n\nYou're on the waiting list for:\n\n${waits}\n\nSee your registration:\n{link}${without}${without}`,
    );
  });

  test('SLF-19: the waiting list of an earlier one is shown as such', async () => {
    const first = await buildRegistration(db, { event, series: { email_from }, status: 'waiting' });
    const { seriesId, eventId } = first;
    await buildSignUp(db, { form_id: seriesId }, { events: [eventId], email: 'ada@example.com', awaiting_fan_out: false });
    await ask(seriesId, 'ada@example.com');
    await atRest(db);
    const lists =
      "You're on the waiting list for:\n\nFire safety\nPosition 1\nTuesday 12 January 2055, 09:30 GMT\n\nSee or manage your registration:\n{link}";
    expect(lastText()).toContain(lists);
  });

  test('SLF-18: people without any sign-up left get no mail', async () => {
    const { seriesId } = await buildRegistration(db, { event, status: 'cancelled' });
    const before = smtp.mails.length;
    await ask(seriesId, 'ada@example.com');
    await atRest(db);
    expect(smtp.mails).toHaveLength(before);
    expect(await stepsOf(db)).toMatchObject([{ state: 'succeeded', message: 'Not sent: the address no longer has a registration' }]);
  });
});

test('SLF-18, SLF-35: someone who asks repeatedly gets three mails an hour, one more waits, and the rest are dropped', async () => {
  const { seriesId } = await buildRegistration(db, { series: { self_service: true } });
  const before = smtp.mails.length;
  await Promise.all(Array.from({ length: 6 }, async () => ask(seriesId, 'ada@example.com')));
  await atRest(db);
  for (let count = 0; count < 2; count += 1) {
    expect(await ask(seriesId, 'ada@example.com')).toMatchObject({ status: 200 });
    await atRest(db);
  }
  expect(smtp.mails).toHaveLength(before + 3);
  expect(await db.selectFrom('registration_changes').selectAll().execute()).toHaveLength(4);
  expect((await stepsOf(db)).filter(({ state }) => state !== 'succeeded')).toMatchObject([{ state: 'waiting', cause: 'address_limit' }]);
});

test('SLF-18: while a link to one sign-up waits for the mailbox, those of all may be requested, and are mailed instead', async () => {
  const { seriesId, eventId } = await buildRegistration(db, { series: { self_service: true } });
  const id = await buildSignUp(db, { form_id: seriesId }, { events: [eventId], email: 'ada@example.com', awaiting_fan_out: false });
  const path = await linkOf({ id });
  const before = smtp.mails.length;
  for (let count = 0; count < 4; count += 1) {
    await post(`${path}/resend`);
    await atRest(db);
  }
  await ask(seriesId, 'ada@example.com');
  await atRest(db);
  expect(smtp.mails).toHaveLength(before + 3);
  await sql`update mail_reservations set reserved_at = reserved_at - interval '1 hour'`.execute(db);
  await makeDue(db, 'email');
  await atRest(db);
  expect(smtp.mails).toHaveLength(before + 4);
  expect(tokensIn(smtp.mails.at(-1)?.parsed.text)).toHaveLength(2);
});
