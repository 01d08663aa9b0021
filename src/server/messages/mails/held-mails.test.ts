import { sql } from 'kysely';
import { describe, expect, onTestFinished, test } from 'vitest';
import { recordChanges } from '#server/registrations/changes.ts';
import { buildEvent, buildMarketingForm, buildSeries } from '#server/testing/form-rows.ts';
import { lastMail } from '#server/testing/mails/last-mail.ts';
import { filesOf } from '#server/testing/mails/mail-files.ts';
import { buildRegistration, recordChange } from '#server/testing/registrations.ts';
import { createServerWithWorker } from '#server/testing/server-with-worker.ts';
import { ASKS_FOR_ALL, atRest, buildSignUp, makeDue, pathOfStep, stepsOf, until } from '#server/testing/worker.ts';
import { inWrite } from '#server/testing/writes.ts';

const { server, db, smtp } = await createServerWithWorker();
const { lastText, lastSubject } = lastMail(smtp);

const { email_from, email_subject, email_template } = ASKS_FOR_ALL;
const MAIL = { email_from, email_subject, email_template };
const EVENT = { title: 'Fire safety', starts_at: new Date('2055-01-12T09:30:00Z') };
const HELD = /^Held back until \d\d:\d\d: this address got 3 emails within an hour\. Retry sends it now\.$/;

/** Signs colleagues up one after the other, all with one address. */
async function signUpAll(formId: string, names: readonly string[], events: string[] = []): Promise<string[]> {
  const ids: string[] = [];
  for (const [index, first_name] of names.entries()) {
    const submitted_at = new Date(Date.now() - (names.length - index) * 1_000);
    ids.push(
      await buildSignUp(db, { form_id: formId }, { first_name, last_name: 'Lee', email: 'office@example.com', events, submitted_at }),
    );
    if (index < 4) await atRest(db);
  }
  await atRest(db);
  return ids;
}

/** As if an hour had passed. */
async function anHourLater(): Promise<void> {
  await db
    .updateTable('mail_reservations')
    .set({ reserved_at: sql`reserved_at - interval '1 hour'` })
    .execute();
  await db
    .updateTable('submission_steps')
    .set({ first_tried_at: sql`first_tried_at - interval '1 hour'` })
    .execute();
  await makeDue(db, 'email');
  await atRest(db);
}

const messagesOf = async (ids: readonly string[]) => {
  const steps = await stepsOf(db);
  return ids.map((id) => steps.find(({ submission_id, change_id }) => submission_id === id && change_id === null)?.message);
};

/** Runs this in the database right before a step changes in this way, until the test ends. */
async function beforeChange(of: string, statement: string): Promise<void> {
  await sql
    .raw(
      `create sequence changes;
      create function at_change() returns trigger language plpgsql as $$ begin ${statement}; return new; end $$;
      create trigger at_change before update on submission_steps for each row when (${of}) execute function at_change()`,
    )
    .execute(db);
  onTestFinished(async () => void (await sql.raw('drop function at_change cascade; drop sequence changes').execute(db)));
}

const colleagues = (count: number): string[] =>
  Array.from({ length: count }, (_, index) => `Colleague${String(index + 1).padStart(2, '0')}`);

async function buildSeriesWithEvent(series: object = {}) {
  const seriesId = await buildSeries(db, { ...MAIL, self_service: true, ...series });
  return { seriesId, events: [await buildEvent(db, seriesId, EVENT)] };
}

describe('MAIL-16: a mail beyond the third of an hour waits', () => {
  test('five colleagues with one address: the last two are confirmed in one mail, by name, with their events and links', async () => {
    const { seriesId, events } = await buildSeriesWithEvent();
    const ids = await signUpAll(seriesId, colleagues(5), events);
    expect(smtp.mails).toHaveLength(3);
    const [fourth, fifth] = (await messagesOf(ids)).slice(3);
    expect([fourth, fifth]).toEqual([expect.stringMatching(HELD), expect.stringMatching(HELD)]);
    await anHourLater();
    expect(smtp.mails).toHaveLength(4);
    expect(lastText()).toMatch(/^Hello Colleague04,/);
    expect(lastText()).toContain(
      'Also registered with this email address:\n\nColleague05 Lee\nFire safety – Tuesday 12 January 2055, 09:30 GMT\n{link}',
    );
    expect((await messagesOf(ids)).slice(3)).toContain('Sent together with 1 other');
    expect((await stepsOf(db)).every(({ state }) => state === 'succeeded')).toBe(true);
  });

  test('for forty, the mail names twenty others and says how many more there are; no other mail follows', async () => {
    const { seriesId, events } = await buildSeriesWithEvent();
    const ids = await signUpAll(seriesId, colleagues(40), events);
    expect(smtp.mails).toHaveLength(3);
    await anHourLater();
    await anHourLater();
    expect(smtp.mails).toHaveLength(4);
    expect(lastText()).toMatch(/^Hello Colleague04,/);
    expect(lastText().match(/Colleague\d\d Lee/g)).toHaveLength(20);
    expect(lastText()).toContain('and 16 more');
    expect((await messagesOf(ids)).filter((message) => message === 'Sent together with 36 others')).toHaveLength(36);
  });

  test('a new sign-up includes the waiting ones in its mail, as a confirmation if any has a place, with the calendar files of all', async () => {
    const { seriesId, events } = await buildSeriesWithEvent({ calendar_entries: true });
    const ids = await signUpAll(seriesId, colleagues(4), events);
    await db.updateTable('registrations').set({ status: 'waiting' }).where('submission_id', '=', ids[3]!).execute();
    const other = await buildEvent(db, seriesId, { ...EVENT, title: 'First aid' });
    const fifth = await signUpAll(seriesId, ['Colleague05'], [other, ...events]);
    await db
      .updateTable('mail_reservations')
      .set({ reserved_at: sql`reserved_at - interval '1 hour'` })
      .execute();
    const sixth = await signUpAll(seriesId, ['Colleague06'], events);
    expect(smtp.mails).toHaveLength(4);
    expect(lastText()).toMatch(/^Hello Colleague05,/);
    expect(lastText()).toContain('Colleague04 Lee\nOn the waiting list: Fire safety – Tuesday 12 January 2055, 09:30 GMT – position 1\n');
    expect(lastText()).toContain('Colleague06 Lee\nFire safety – ');
    const files = await filesOf(smtp.mails.at(-1)!.raw);
    expect(new Set(files.map(({ filename }) => filename))).toEqual(new Set(['Fire safety.ics', 'First aid.ics']));
    expect(await messagesOf([ids[3]!, ...fifth, ...sixth])).toEqual(
      expect.arrayContaining(Array.from({ length: 2 }, () => 'Sent together with 2 others')),
    );
  });

  test('for a marketing form the newest mail counts for all', async () => {
    const formId = await buildMarketingForm(db, MAIL);
    await signUpAll(formId, colleagues(6));
    await anHourLater();
    expect(smtp.mails).toHaveLength(4);
    expect(lastText()).toMatch(/^Hello Colleague06,/);
    expect(lastText()).not.toContain('Also registered');
  });

  test('each form sends its own', async () => {
    const [one, other] = [await buildSeriesWithEvent(), await buildSeriesWithEvent()];
    await signUpAll(one.seriesId, colleagues(5), one.events);
    await signUpAll(other.seriesId, ['Bea', 'Cy'], other.events);
    await anHourLater();
    expect(smtp.mails).toHaveLength(5);
  });

  test('a cancelled sign-up is in no mail', async () => {
    const { seriesId, events } = await buildSeriesWithEvent();
    const ids = await signUpAll(seriesId, colleagues(6), events);
    await db.updateTable('registrations').set({ status: 'cancelled' }).where('submission_id', '=', ids[4]!).execute();
    await anHourLater();
    expect(smtp.mails).toHaveLength(4);
    expect(lastText()).toContain('Colleague06 Lee');
    expect(lastText()).not.toContain('Colleague05');
    expect((await messagesOf(ids))[4]).toBe('Not sent: has no place');
  });
});

test('MAIL-16: if the mail server fails for a while, the others wait too; a refused mail has failed for all', async () => {
  const { seriesId, events } = await buildSeriesWithEvent();
  const ids = await signUpAll(seriesId, colleagues(5), events);
  smtp.behaviours.set({ kind: 'wait', retryAfterSeconds: 1 });
  await anHourLater();
  expect((await stepsOf(db)).filter(({ state }) => state === 'waiting')).toHaveLength(2);
  smtp.behaviours.set({ kind: 'work' });
  await sql`update submission_steps set next_try_at = now() where state = 'waiting' and cause <> 'address_limit'`.execute(db);
  await makeDue(db, 'crm');
  await atRest(db);
  expect(smtp.mails).toHaveLength(4);
  expect(lastText()).toContain('Colleague05 Lee');

  const more = await signUpAll(seriesId, ['Dora', 'Emil', 'Finn', 'Gus', 'Hal'], events);
  smtp.refused.set('office@example.com', '550 5.1.1 No such user');
  await anHourLater();
  const failed = (await stepsOf(db)).filter(({ state }) => state === 'failed');
  expect(failed.length).toBeGreaterThan(1);
  expect(new Set(failed.map(({ cause, sent_with }) => `${cause} ${sent_with}`))).toEqual(new Set(['mailbox null']));
  expect([...ids, ...more]).toHaveLength(10);
});

describe('MAIL-16: a mail for several', () => {
  test.each([
    ['a deadlock', "if nextval('changes') = 1 then raise 'no' using errcode = '40P01'; end if", ['succeeded', 'succeeded']],
    ['any other error', "raise 'no'", ['succeeded', 'waiting']],
  ])('is not repeated, and its links stay, after %s while the others are recorded', async (_what, statement, states) => {
    const { seriesId, events } = await buildSeriesWithEvent();
    const ids = await signUpAll(seriesId, colleagues(5), events);
    await beforeChange("old.state = 'waiting' and new.state = 'succeeded'", statement);
    await anHourLater();
    expect(smtp.mails).toHaveLength(4);
    expect(await db.selectFrom('registration_tokens').select('submission_id').execute()).toHaveLength(5);
    const steps = (await stepsOf(db)).filter(({ submission_id: id }) => ids.indexOf(id!) > 2);
    expect(steps.map(({ state }) => state).toSorted()).toEqual(states);
  });

  test('omits a person whose address was corrected in the meantime, who gets a separate one', async () => {
    const { seriesId, events } = await buildSeriesWithEvent();
    await signUpAll(seriesId, colleagues(5), events);
    await beforeChange(
      "new.claims > old.claims and new.state = 'waiting'",
      "update submissions set email = 'right@example.com', email_key = 'right@example.com' where id = new.submission_id",
    );
    await anHourLater();
    const mails = smtp.mails.slice(3).map(({ recipients, parsed }) => [recipients.join(), parsed.text?.includes('Also registered')]);
    expect(mails).toEqual([
      ['office@example.com', false],
      ['right@example.com', false],
    ]);
    expect((await stepsOf(db)).every(({ state, message }) => state === 'succeeded' && !message.includes('together'))).toBe(true);
  });

  test('does not count as the confirmation that staff asked for while it was sent', async () => {
    const { seriesId, events } = await buildSeriesWithEvent();
    await signUpAll(seriesId, colleagues(5), events);
    smtp.behaviours.set({ kind: 'slow', ms: 1_500 });
    const later = anHourLater();
    const findClaimed = async () => (await stepsOf(db)).find(({ state, claims }) => state === 'waiting' && claims > 1);
    await until('the claim', async () => (await findClaimed()) !== undefined);
    const { id, submission_id: signUpId } = (await findClaimed())!;
    await sql`insert into sending_pause (backup_taken_at) values (now())`.execute(db);
    expect((await server.post(`/step/${id}/retry`)).body.data).toEqual({ retried: 1 });
    await until('the mail', async () => (await stepsOf(db)).filter(({ state }) => state === 'succeeded').length === 4);
    expect(await stepsOf(db, signUpId!)).toMatchObject([{ state: 'waiting', message: '' }]);
    await sql`delete from sending_pause`.execute(db);
    await makeDue(db);
    await later;
    expect(smtp.mails).toHaveLength(5);
  });
});

test('MAIL-17: after three hours a held mail has failed; Retry of all makes it wait again, and its own Retry sends it', async () => {
  const { seriesId, events } = await buildSeriesWithEvent();
  const ids = await signUpAll(seriesId, colleagues(4), events);
  await db
    .updateTable('submission_steps')
    .set({ first_tried_at: sql`now() - interval '3 hours'` })
    .execute();
  await makeDue(db, 'email');
  await atRest(db);
  expect((await messagesOf(ids))[3]).toBe('Held back: this address got 3 emails within an hour. Retry sends it now.');
  const { as_of: asOf } = (await server.get('/steps/causes')).body.data;
  const cause = { service: 'mail', cause: 'address_limit', as_of: asOf };
  expect((await server.post('/steps/cause/retry', { ...cause, retrying: false })).body.data.steps).toBe(1);
  await atRest(db);
  expect([smtp.mails.length, (await messagesOf(ids))[3]]).toEqual([3, expect.stringMatching(HELD)]);
  const { as_of: now } = (await server.get('/steps/causes')).body.data;
  expect((await server.post('/steps/cause/retry', { ...cause, as_of: now, retrying: true })).body.data.steps).toBe(0);
  for (const path of ['/steps/retry', `/event_series/${seriesId}/steps/retry`])
    expect((await server.post(path)).body.data).toEqual({ retried: 0 });
  await server.post(`${await pathOfStep(db, ids[3]!, 'email')}/retry`);
  await atRest(db);
  expect(smtp.mails).toHaveLength(4);
});

test('SLF-35: of held mails about one sign-up the newest of a kind is sent, and only while it applies', async () => {
  const registration = await buildRegistration(db, { series: { self_service: true }, email: 'office@example.com' });
  const correct = async (now: string) => {
    const details = { tell: true, changes: [{ label: 'Diet', before: 'None', now }] };
    const { seriesId, submissionId } = registration;
    await inWrite(db, (w) => recordChanges(w, [{ seriesId, submissionId, eventId: null, kind: 'corrected', actor: 'staff', details }]));
    await atRest(db);
  };
  for (const now of ['A', 'B', 'C', 'D', 'E']) await correct(now);
  await recordChange(db, { ...registration, kind: 'cancelled', actor: 'visitor' });
  await atRest(db);
  expect(smtp.mails).toHaveLength(3);
  await anHourLater();
  expect(smtp.mails).toHaveLength(4);
  expect(lastSubject()).toBe('Your registration has changed: Spring training');
  expect(lastText()).toContain('Diet: E');
  expect((await stepsOf(db)).map(({ message }) => message)).toEqual(
    expect.arrayContaining(['Not sent: a later email says the same', 'Not sent: the person has a place now']),
  );
});
