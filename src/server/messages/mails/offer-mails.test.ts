import { describe, expect, test } from 'vitest';
import { fitPlaces, rebuildCounters } from '#server/registrations/counters.ts';
import { lastMail } from '#server/testing/mails/last-mail.ts';
import { buildRegistration, recordChange } from '#server/testing/registrations.ts';
import { createServerWithWorker } from '#server/testing/server-with-worker.ts';
import { atRest, buildSignUp, makeDue, stepsOf, until } from '#server/testing/worker.ts';

const { db, smtp } = await createServerWithWorker();

const { lastSubject, lastText } = lastMail(smtp);

describe('an offer', () => {
  const offerEnd = async () => (await db.selectFrom('waiting_entries').select('offer_ends_at').executeTakeFirst())?.offer_ends_at;
  const offered = async (hours: number) => {
    const starts_at = new Date(Date.now() + hours * 3_600_000);
    const registration = await buildRegistration(db, {
      status: 'offered',
      event: { join_url: 'https://meet.example/42', starts_at, offer_hours: 24 },
    });
    await recordChange(db, { ...registration, kind: 'offered', actor: 'automatic' });
    await atRest(db);
    return { registration, starts_at };
  };

  test('SLF-34, WTL-11: its mail has the end, counted from the sending, but not the join link', async () => {
    await offered(1_000);
    const end = await offerEnd();
    expect(end?.getSeconds()).toBe(0);
    expect(Math.abs((end?.getTime() ?? 0) - Date.now() - 24 * 3_600_000)).toBeLessThan(120_000);
    expect(lastSubject()).toBe('A place has opened up: Fire safety');
    expect(lastText()).toMatch(
      /Please reply by \w+day \d+ \w+ \d{4}, \d\d:\d\d\s\w+:\n\{link\}\?event=[-\w]{36}#events\n\nAfter that, it may go/,
    );
    expect(lastText()).not.toContain('meet.example');
  });

  test('WTL-11: it ends two hours before the start at the latest', async () => {
    const { starts_at: startsAt } = await offered(10);
    expect(startsAt.getTime() - ((await offerEnd())?.getTime() ?? 0)).toBeGreaterThanOrEqual(2 * 3_600_000);
  });

  test('WTL-10: if less than an hour would be left the place is given immediately', async () => {
    await offered(2.5);
    expect(smtp.mails).toHaveLength(1);
    expect(lastSubject()).toBe('You have a place: Fire safety');
    expect(await db.selectFrom('registrations').select('status').execute()).toEqual([{ status: 'confirmed' }]);
  });

  test('WTL-13: an address that is permanently refused is skipped at its old position, and the next gets the offer', async () => {
    const limits = { closes_when_full: true, maximum_participants: 1, waiting_list: 'offer' } as const;
    const registration = await buildRegistration(db, { status: 'offered', event: limits });
    const { eventId: event_id, seriesId: form_id } = registration;
    const next = await buildSignUp(db, { form_id }, { events: [event_id], email: 'bea@example.com', awaiting_fan_out: false });
    await db.updateTable('registrations').set({ status: 'waiting' }).where('submission_id', '=', next).execute();
    await db.insertInto('waiting_entries').values({ event_id, submission_id: next, list_order: 2 }).execute();
    await db.transaction().execute((tx) => fitPlaces(tx, [event_id]));
    await rebuildCounters(db);
    smtp.behaviours.set({ kind: 'refuse', error: 'No such user' });
    await recordChange(db, { ...registration, kind: 'offered', actor: 'automatic' });
    await until(
      'the next offer',
      async () => (await db.selectFrom('registration_changes').select('id').where('submission_id', '=', next).execute()).length > 0,
    );
    await atRest(db);
    const entry = db.selectFrom('waiting_entries').select(['is_unreachable', 'list_order', 'offer_ends_at']);
    expect(await entry.where('submission_id', '=', registration.submissionId).execute()).toEqual([
      { is_unreachable: true, list_order: 1, offer_ends_at: null },
    ]);
    expect((await stepsOf(db, registration.submissionId)).map(({ state, cause }) => [state, cause])).toEqual([['failed', 'mailbox']]);
  });

  test('WTL-11: while its mail cannot be sent it has no end, and its time begins when the mail is sent', async () => {
    smtp.behaviours.set({ kind: 'status', status: 451 });
    const done = offered(1_000);
    await until('the failed attempt', async () => (await stepsOf(db)).some(({ attempts, state }) => attempts === 1 && state === 'waiting'));
    await done;
    expect(await offerEnd()).toBeNull();
    smtp.behaviours.set({ kind: 'work' });
    await makeDue(db);
    await atRest(db);
    expect(await offerEnd()).toBeInstanceOf(Date);
  });
});
