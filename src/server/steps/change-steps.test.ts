import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import type { ChangeActor, ChangeKind } from '#contract/registrations/registration-changes.ts';
import { cancelEvent } from '#server/events/commands.ts';
import { recordChanges } from '#server/registrations/changes.ts';
import { buildRegistration, recordChange, setRegistration } from '#server/testing/registrations.ts';
import { createServerWithWorker } from '#server/testing/server-with-worker.ts';
import { ASKS_FOR_ALL, atRest, buildSignUp, stepsOf, until } from '#server/testing/worker.ts';
import { inWrite, writesTo } from '#server/testing/writes.ts';
import type { RegistrationPath } from '#server/wire-names.ts';
import { SERVER } from '#server/write.ts';
import { fanOut } from './fan-out.ts';

const { server, db, smtp, slack, copper } = await createServerWithWorker();

const CHANGED = { changes: [{ label: 'Event', before: 'Day 1', now: 'Fire safety' }] };

interface Done {
  readonly kind: ChangeKind;
  readonly actor: ChangeActor;
  readonly details?: object;
}

/** The steps of a change to a confirmed registration in a series with every side effect. */
async function stepsOfChange({ kind, actor, details = {} }: Done): Promise<string[]> {
  const registration = await buildRegistration(db, { series: ASKS_FOR_ALL });
  await recordChange(db, { ...registration, kind, actor, details });
  await atRest(db);
  return (await stepsOf(db, registration.submissionId)).map(({ step }) => step);
}

describe('the steps of a registration change', () => {
  test.each<readonly [ChangeKind, ChangeActor, string[]]>([
    ['offered', 'automatic', ['email']],
    ['promoted', 'automatic', ['crm', 'email', 'forward', 'slack']],
    ['promoted', 'staff', ['crm', 'email']],
    ['cancelled', 'visitor', ['crm', 'email', 'forward', 'slack']],
    ['cancelled', 'staff', ['crm']],
    ['events_changed', 'visitor', ['crm', 'email', 'forward', 'slack']],
    ['corrected', 'visitor', []],
    ['declined', 'visitor', []],
    ['expired', 'automatic', ['email']],
    ['repeated', 'automatic', ['email']],
  ])('WTL-35, SLF-27, SLF-28: %s by %s has %j', async (kind, actor, steps) => {
    expect(await stepsOfChange({ kind, actor })).toEqual(steps);
  });

  test('WTL-35: staff choose whether a change is mailed', async () => {
    expect(await stepsOfChange({ kind: 'cancelled', actor: 'staff', details: { tell: true } })).toEqual(['crm', 'email']);
    expect(await stepsOfChange({ kind: 'offered', actor: 'staff', details: { tell: false } })).toEqual([]);
  });

  test('SLF-27, SLF-28: a person who only joins lists gets a mail with the positions, and the services get the change anyway', async () => {
    expect(await stepsOfChange({ kind: 'events_changed', actor: 'visitor', details: { tell: false } })).toEqual([
      'crm',
      'forward',
      'slack',
    ]);
  });

  test('WTL-35: a series without side effects mails its people anyway, and nothing else', async () => {
    const registration = await buildRegistration(db);
    await recordChange(db, { ...registration, kind: 'cancelled', actor: 'visitor' });
    await atRest(db);
    expect((await stepsOf(db)).map(({ step }) => step)).toEqual(['email']);
  });

  test.each([
    ['asks for all', {}, ASKS_FOR_ALL, ['email']],
    [
      'asks for nothing more',
      ASKS_FOR_ALL,
      { send_notifications_slack: false, email_forward: null, copper_tag: null },
      ['crm', 'email', 'forward', 'slack'],
    ],
  ] as const)(
    'WTL-35: a series that %s after a change was recorded takes nothing from its steps, and adds none',
    async (_what, series, later, steps) => {
      const registration = await buildRegistration(db, { series, status: 'cancelled' });
      await inWrite(db, async (w) => {
        await recordChanges(w, [{ ...registration, kind: 'cancelled', actor: 'visitor' }]);
        await w.updateTable('forms').set(later).where('id', '=', registration.seriesId).execute();
      });
      await atRest(db);
      expect((await stepsOf(db)).map(({ step }) => step)).toEqual(steps);
    },
  );

  test('WTL-35: any number of workers write the steps of a change once, in addition to those of its sign-up', async () => {
    const registration = await buildRegistration(db, { series: { send_notifications_slack: true, slack_channel_id: 'C1' }, isNew: true });
    await atRest(db);
    const id = await recordChange(db, { ...registration, kind: 'cancelled', actor: 'visitor' });
    await Promise.all([fanOut(server.pool, 'changes'), fanOut(server.pool, 'changes'), fanOut(server.pool, 'changes')]);
    await atRest(db);
    const steps = await stepsOf(db);
    const inSlack = steps.filter(({ step }) => step === 'slack').map(({ change_id: changeId }) => changeId);
    expect(new Set(inSlack)).toEqual(new Set([null, id]));
    expect(slack.messages).toHaveLength(2);
  });
});

describe('what services receive about a change', () => {
  test('SLF-27: Slack gets the person and the changes', async () => {
    await stepsOfChange({ kind: 'events_changed', actor: 'visitor', details: CHANGED });
    const text = JSON.stringify(slack.messages);
    for (const words of ['Registration changed: Spring training', 'Ada Lovelace', 'Day 1 → Fire safety']) expect(text).toContain(words);
  });

  test('SLF-27: for a cancelled event the channel gets the date, too, and with a sign-up that it is cancelled', async () => {
    const registration = await buildRegistration(db, { series: ASKS_FOR_ALL });
    await db.updateTable('events').set({ starts_at: '2050-07-12T09:30:00Z', cancelled_at: new Date() }).execute();
    await recordChange(db, { ...registration, kind: 'accepted', actor: 'visitor' });
    await buildSignUp(db, { form_id: registration.seriesId }, { events: [registration.eventId], email: 'ben@example.com' });
    await atRest(db);
    const text = JSON.stringify(slack.messages);
    for (const words of ['"Fire safety – Tuesday 12 July 2050', '"Cancelled: Fire safety – Tuesday 12 July 2050'])
      expect(text).toContain(words);
  });

  test('SLF-28: the lead says what happened, and keeps its tags', async () => {
    await stepsOfChange({ kind: 'promoted', actor: 'staff' });
    const lead = JSON.stringify(copper.leads);
    expect(lead).toMatch(/\d{4}-\d\d-\d\d \d\d:\d\d UTC: took a place from the waiting list: Fire safety \(Spring training\)/);
    expect(lead).toContain('spring');
  });

  test('FACE-41: the reason for giving up a place is in no message and no export, and is deleted with the sign-up', async () => {
    const registration = await buildRegistration(db, { series: ASKS_FOR_ALL, status: 'cancelled' });
    const { seriesId, eventId, submissionId } = registration;
    const details = { reason: 'visitor', why: 'need' } as const;
    await recordChange(db, { ...registration, kind: 'cancelled', actor: 'visitor', details });
    await atRest(db);
    expect((await stepsOf(db, submissionId)).map(({ step }) => step)).toEqual(['crm', 'email', 'forward', 'slack']);
    const event = `/event_series/${seriesId}/event/${eventId}`;
    const { text: file } = await server.get(`${event}/export?registration=cancelled`);
    expect(file).toContain('ada@example.com');
    const mails = smtp.mails.map(({ parsed }) => [parsed.text, parsed.html]);
    expect(JSON.stringify([mails, slack.messages, copper.leads, file])).not.toMatch(/\bneed\b/);
    expect(await server.post(`${event}/submission/${submissionId}/delete`)).toMatchObject({ status: 200 });
    expect(await db.selectFrom('registration_changes').select('details').where('submission_id', '=', submissionId).execute()).toEqual([]);
    expect((await sql`select from deletions where to_jsonb(deletions)::text like '%need%'`.execute(db)).rows).toEqual([]);
  });

  test('SLF-28: the copy names the person, the series and the date that was given up', async () => {
    const registration = await buildRegistration(db, { series: ASKS_FOR_ALL, status: 'cancelled' });
    await db.updateTable('events').set({ starts_at: '2050-07-12T09:30:00Z' }).execute();
    const id = await recordChange(db, { ...registration, kind: 'cancelled', actor: 'visitor' });
    await atRest(db);
    const copy = smtp.mails.find(({ recipients }) => recipients.includes('office@example.com'));
    expect(copy?.parsed).toMatchObject({
      subject: 'Cancelled: Ada Lovelace – Spring training',
      messageId: expect.stringContaining(`<${id}.forward@`),
    });
    expect(copy?.parsed.text).toContain('Event: Fire safety – Tuesday 12 July 2050, 10:30');
    expect(copy?.parsed.text).toMatch(/^Changed: .* \d{4}, \d\d:\d\d/m);
  });
});

describe('a mail that no longer applies', () => {
  test.each([
    ['offered', 'waiting', 'the offer was withdrawn'],
    ['offered', 'confirmed', 'the person has a place now'],
    ['promoted', 'cancelled', 'the registration was cancelled'],
    ['expired', 'waiting', 'the person is on the waiting list again'],
  ] as const)('WTL-37: %s is not mailed to one who is %s', async (kind, status, why) => {
    const registration = await buildRegistration(db, { status });
    await recordChange(db, { ...registration, kind, actor: 'automatic' });
    await atRest(db);
    expect(await stepsOf(db)).toMatchObject([{ step: 'email', state: 'succeeded', is_skipped: true, message: `Not sent: ${why}` }]);
    expect(smtp.mails).toEqual([]);
  });

  test('WTL-22: an offer is not mailed after the event has begun, and no place is given', async () => {
    const event = { starts_at: new Date(Date.now() - 60_000) };
    const registration = await buildRegistration(db, { status: 'offered', event });
    await recordChange(db, { ...registration, kind: 'offered', actor: 'automatic' });
    await atRest(db);
    expect(await stepsOf(db)).toMatchObject([{ step: 'email', state: 'succeeded', message: 'Not sent: the event has started' }]);
    expect(await db.selectFrom('registrations').select('status').execute()).toEqual([{ status: 'offered' }]);
  });

  test('WTL-37: of two offers to the same person the last one is mailed', async () => {
    const registration = await buildRegistration(db, { status: 'offered' });
    await inWrite(db, async (w) => {
      await recordChanges(w, [{ ...registration, kind: 'offered', actor: 'automatic' }]);
      await sql`update registration_changes set at = at - interval '1 minute'`.execute(w);
      await recordChanges(w, [{ ...registration, kind: 'offered', actor: 'staff' }]);
    });
    await atRest(db);
    expect(smtp.mails).toHaveLength(1);
    const [first, last] = await db.selectFrom('registration_changes').select('id').orderBy('at').execute();
    expect(smtp.mails[0]?.parsed.messageId).toContain(`<${last!.id}.email@`);
    const message = (await stepsOf(db)).find((step) => step.change_id === first!.id)?.message;
    expect(message).toBe('Not sent: a later email says the same');
  });

  test.each<readonly [ChangeKind, object | undefined]>([
    ['cancelled', { tell: false }],
    ['cancelled', undefined],
  ])('WTL-37: a later change of the same kind, %s with %j, that is not mailed does not cancel a mail', async (kind, details) => {
    const registration = await buildRegistration(db, { status: 'cancelled' });
    await inWrite(db, async (w) => {
      await recordChanges(w, [{ ...registration, kind, actor: 'staff', details: { tell: true } }]);
      await sql`update registration_changes set at = at - interval '1 minute'`.execute(w);
      await recordChanges(w, [{ ...registration, kind, actor: 'staff', ...(details === undefined ? {} : { details }) }]);
    });
    await atRest(db);
    expect(smtp.mails).toHaveLength(1);
  });

  test('SLF-28: someone who gave up the only event with a tag for another one has a line in the lead', async () => {
    const registration = await buildRegistration(db, { status: 'cancelled', event: { copper_tag: 'fire' } });
    const details = { ...CHANGED, left: [registration.eventId] };
    const change = { ...registration, eventId: null, kind: 'events_changed', actor: 'visitor', details } as const;
    await inWrite(db, (w) => recordChanges(w, [change]));
    await atRest(db);
    expect((await stepsOf(db)).map(({ step }) => step)).toContain('crm');
    expect(JSON.stringify(copper.leads)).toContain('Day 1 → Fire safety');
  });

  test('WTL-35: someone who cancelled before the lead was sent gets no lead if only the event has a tag', async () => {
    const registration = await buildRegistration(db, { status: 'cancelled', event: { copper_tag: 'fire' } });
    await db
      .insertInto('submission_steps')
      .values({ submission_id: registration.submissionId, step: 'crm', state: 'waiting', next_try_at: new Date() })
      .execute();
    await sql`select pg_notify('sign_up', 'steps')`.execute(db);
    await until('the step to end', async () => (await stepsOf(db))[0]?.state === 'succeeded');
    expect(await stepsOf(db)).toMatchObject([{ step: 'crm', message: 'Not sent: has no place' }]);
    expect(copper.leads).toEqual([]);
  });
});

describe('steps skipped while an event was cancelled', () => {
  const setCancelled = async ({ seriesId, eventId }: RegistrationPath, isCancelled: boolean) =>
    cancelEvent(writesTo({ db }), SERVER, { seriesId, eventId }, isCancelled, { tell: false, note: null });
  const addressees = () => smtp.mails.flatMap(({ recipients }) => recipients).toSorted();

  test.each([
    ['a mail of its own', 'offer', {}, ['Not sent: the event is cancelled']],
    ['a mail of its own, where staff promote,', 'manual', {}, ['Not sent: the event is cancelled']],
    ['the mail about another event', 'offer', { tell: false }, []],
  ] as const)(
    'PLC-65, PLC-69: an offer not sent because of %s is made again once it is reinstated, and mailed once',
    async (_, mode, details, skipped) => {
      const limits = { closes_when_full: true, maximum_participants: 1, waiting_list: mode };
      const registration = await buildRegistration(db, { event: limits, status: 'offered' });
      const { eventId, submissionId } = registration;
      await db.updateTable('event_places').set({ taken: 1 }).where('event_id', '=', eventId).execute();
      await setCancelled(registration, true);
      await recordChange(db, { ...registration, kind: 'offered', actor: 'automatic', details });
      await atRest(db);
      expect((await stepsOf(db, submissionId)).map(({ message }) => message)).toEqual(skipped);
      await setCancelled(registration, false);
      await atRest(db);
      const entry = db
        .selectFrom('waiting_entries')
        .innerJoin('registrations', 'registrations.submission_id', 'waiting_entries.submission_id');
      expect(await entry.select(['status', 'offer_ends_at']).execute()).toEqual([{ status: 'offered', offer_ends_at: expect.any(Date) }]);
      expect(addressees()).toEqual(['ada@example.com']);
    },
  );

  test('PLC-65, PLC-69: mails and leads are sent once it is reinstated, for people who are still registered', async () => {
    const settings = { email_from: 'team@example.com', email_subject: 'Welcome', email_template: 'Hello' };
    const registration = await buildRegistration(db, { series: settings, event: { copper_tag: 'fire' } });
    const { seriesId, eventId } = registration;
    await setCancelled(registration, true);
    for (const email of ['new@example.com', 'gone@example.com']) {
      const submissionId = await buildSignUp(db, { form_id: seriesId }, { events: [eventId], email });
      await atRest(db);
      if (email.startsWith('gone')) await setRegistration(db, { seriesId, eventId, submissionId }, 'cancelled');
    }
    await recordChange(db, { ...registration, kind: 'promoted', actor: 'automatic' });
    await atRest(db);
    const tagged = () => copper.leads.filter(({ tags }) => tags.includes('fire')).map(({ email }) => email?.email);
    expect([addressees(), tagged()]).toEqual([[], []]);
    await setCancelled(registration, false);
    await atRest(db);
    expect(addressees()).toEqual(['ada@example.com', 'new@example.com']);
    expect(tagged()).toEqual(['new@example.com']);
  });
});
