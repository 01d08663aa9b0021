import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { type MailKind, mailKind } from '#contract/registrations/mail-kind.ts';
import { findByToken } from '#server/registrations/links.ts';
import { buildEvent } from '#server/testing/form-rows.ts';
import { lastMail, tokensIn } from '#server/testing/mails/last-mail.ts';
import { buildRegistration, recordChange, setRegistration } from '#server/testing/registrations.ts';
import { createServerWithWorker } from '#server/testing/server-with-worker.ts';
import { atRest, stepsOf } from '#server/testing/worker.ts';
import type { RegistrationPath } from '#server/wire-names.ts';

const { db, smtp } = await createServerWithWorker();

const DATE = 'Tuesday 12 January 2055, 09:30 GMT';
const WHERE = { venue: 'Harbour House', venue_address: '14 Quay Street\nBristol', join_url: 'https://meet.example/42' };
const PLACE = 'Harbour House, 14 Quay Street, Bristol';

const { lastSubject, lastText } = lastMail(smtp);

async function send(registration: RegistrationPath, kind: MailKind, details: object = {}): Promise<void> {
  await recordChange(db, { ...registration, kind: 'announced', actor: 'staff', details: { mail: kind, ...details } });
  await atRest(db);
}

/** Puts the person on the waiting list of another event of the series, too. */
async function waitAlsoFor({ seriesId, submissionId }: RegistrationPath, title: string): Promise<void> {
  const eventId = await buildEvent(db, seriesId, { title });
  await db.insertInto('registrations').values({ event_id: eventId, submission_id: submissionId, submitted_at: new Date() }).execute();
  await setRegistration(db, { seriesId, eventId, submissionId }, 'waiting');
}

/** The event without its join link. */
const OFFERED = `Fire safety\n${DATE}\n${PLACE}`;
const CHANGES = [{ label: 'Diet', before: 'None', now: 'Vegan' }];

describe('the mails of a series other than the confirmation', () => {
  const CARD = `Fire safety\n${DATE}\n${PLACE}\nJoin online: https://meet.example/42`;
  const CHANGED = 'Diet: Vegan (was None)';

  test.each<readonly [MailKind, 'confirmed' | 'waiting' | 'offered' | 'cancelled', string, string[]]>([
    [
      'waiting',
      'waiting',
      "You're on the waiting list: Fire safety",
      [
        "‘Fire safety’ is full, so you're on the waiting list:",
        `Fire safety\nPosition 1\n${DATE}\n${PLACE}`,
        "You don't have a place yet. We'll email you if we can give you one.",
        'See your position or leave the list:\n{link}',
      ],
    ],
    [
      'place',
      'confirmed',
      'You have a place: Fire safety',
      ['You now have a place at:', CARD, "Can't make it? Please cancel, so that someone else can come:\n{link}"],
    ],
    [
      'offer_ended',
      'cancelled',
      'Your offer has ended: Fire safety',
      ['The time to accept your place at ‘Fire safety’ has run out.', 'Still want to come?\n{link}'],
    ],
    [
      'cancelled',
      'cancelled',
      'Registration cancelled: Fire safety',
      [`Your registration for ‘Fire safety’ (${DATE}) is cancelled.`, 'Sorry about that.', 'Was this a mistake?\n{link}'],
    ],
    [
      'updated',
      'confirmed',
      'Your registration has changed: Spring training',
      ['Your registration has changed:', CHANGED, 'You have a place at:', CARD, 'Something not right?\n{link}'],
    ],
    [
      'repeated',
      'confirmed',
      "You're already registered: Spring training",
      [
        'We received another sign-up with this email address. You already have a place at:',
        CARD,
        'Need to change or cancel?\n{link}',
        "If this wasn't you, you can ignore this email.",
      ],
    ],
    [
      'link',
      'offered',
      'Your registration: Spring training',
      ["We're holding a place for you:", OFFERED, 'See or manage your registration:\n{link}'],
    ],
    [
      'event_changed',
      'confirmed',
      'Changed: Fire safety',
      [
        'Some details of ‘Fire safety’ have changed:',
        CHANGED,
        'Sorry about that.',
        'You have a place at:',
        CARD,
        "Can't make it any more?\n{link}",
      ],
    ],
    [
      'event_changed',
      'offered',
      'Changed: Fire safety',
      [
        'Some details of ‘Fire safety’ have changed:',
        CHANGED,
        'Sorry about that.',
        "We're still holding a place for you.",
        'Accept or decline:\n{link}',
      ],
    ],
    [
      'event_cancelled',
      'confirmed',
      'Event cancelled: Fire safety',
      ["We're sorry, but this event has been cancelled:", OFFERED, 'Sorry about that.'],
    ],
  ])('SLF-34: %s to one who is %s', async (kind, status, subject, paragraphs) => {
    const registration = await buildRegistration(db, { status, series: { self_service: true }, event: WHERE });
    await send(registration, kind, { changes: CHANGES, note: 'Sorry about that.' });
    expect(lastSubject()).toBe(subject);
    expect(lastText()).toBe(['Hello Ada,', ...paragraphs].join('\n\n'));
  });

  test('SLF-34: the mail about a changed event repeats until when an offer is open', async () => {
    const registration = await buildRegistration(db, { status: 'offered', series: { self_service: true }, event: WHERE });
    await db.updateTable('waiting_entries').set({ offer_ends_at: '2055-01-11T09:00:00Z' }).execute();
    await send(registration, 'event_changed', { changes: CHANGES });
    expect(lastText()).toContain('holding a place for you.\n\nPlease reply by Monday 11 January 2055, 09:00 GMT.\n\nAccept or decline:');
  });

  test('SLF-34: the mail about a changed event omits other past events, but keeps the event itself if it is over', async () => {
    const registration = await buildRegistration(db, { event: { title: 'Last week', starts_at: '2024-01-10T09:30:00Z' } });
    await send(registration, 'event_changed', { changes: CHANGES });
    expect(lastText()).toContain('You have a place at:\n\nLast week');
    const { seriesId, submissionId: submission_id } = registration;
    const event_id = await buildEvent(db, seriesId, { title: 'Still to come', starts_at: '2055-01-12T09:30:00Z' });
    await db.insertInto('registrations').values({ event_id, submission_id, submitted_at: new Date() }).execute();
    await send({ ...registration, eventId: event_id }, 'event_changed', { changes: CHANGES });
    expect(lastText()).toContain('You have a place at:\n\nStill to come');
    expect(lastText()).not.toContain('Last week');
    await send(registration, 'event_changed', { changes: CHANGES });
    expect(lastText()).toMatch(/You have a place at:\n\nLast week[^]*Still to come/);
  });

  test('WTL-29, SLF-34: a person whose offer was withdrawn by staff gets a mail that says so, and that they wait again', async () => {
    const registration = await buildRegistration(db, { status: 'waiting', series: { self_service: true } });
    await recordChange(db, { ...registration, kind: 'withdrawn', actor: 'staff' });
    await atRest(db);
    expect(lastSubject()).toBe('Your offer has ended: Fire safety');
    expect(lastText()).toBe(
      [
        'Hello Ada,',
        "We're no longer able to hold a place for you at ‘Fire safety’.",
        "You're still on the waiting list:",
        `Fire safety\nPosition 1\n${DATE}`,
        'See your position or leave the list:\n{link}',
      ].join('\n\n'),
    );
  });

  test('SLF-34: places and waiting lists are distinguished', async () => {
    const registration = await buildRegistration(db, { series: { self_service: true } });
    await waitAlsoFor(registration, 'First aid');
    await send(registration, 'link');
    expect(lastText()).toContain(
      `You have a place at:\n\nFire safety\n${DATE}\n\nYou're on the waiting list for:\n\nFirst aid\nPosition 1\nDate to be announced\n\n`,
    );
  });

  test.each<readonly [string, readonly { subject: string; template: string }[], string]>([
    ['the default text', [], "‘Fire safety’ and ‘Knots’ are full, so you're on their waiting lists:"],
    ['a text of the series', [{ subject: 'Wait', template: '%EVENT% is full.' }], '‘Fire safety’ and ‘Knots’ is full.'],
  ])('SLF-34: someone who waits for two events reads that both are full, by %s', async (_text, own, words) => {
    const registration = await buildRegistration(db, { status: 'waiting', series: { self_service: true } });
    await waitAlsoFor(registration, 'Knots');
    for (const text of own)
      await db
        .insertInto('form_mails')
        .values({ ...text, kind: 'waiting', form_id: registration.seriesId })
        .execute();
    await db.updateTable('submissions').set({ awaiting_fan_out: true }).execute();
    await sql`select pg_notify('sign_up', '')`.execute(db);
    await atRest(db);
    expect(lastText()).toContain(words);
  });

  test('SLF-30: for a long answer the mail only says that it was changed', async () => {
    const registration = await buildRegistration(db, { series: { self_service: true } });
    await send(registration, 'updated', { changes: [{ label: 'Diet', before: '–', now: 'Call us. '.repeat(1_000) }] });
    expect(lastText()).toContain('Hello Ada,\n\nYour registration has changed:\n\nDiet was changed\n\nYou have a place at:');
  });

  test('SLF-35: lines without content are omitted, and so is the space for them', async () => {
    await send(await buildRegistration(db, { status: 'cancelled' }), 'cancelled');
    expect(lastText()).toBe(`Hello Ada,\n\nYour registration for ‘Fire safety’ (${DATE}) is cancelled.`);
  });

  test.each(mailKind.options.filter((kind) => kind !== 'offer'))(
    'SLF-34: without self-service pages %s says something, too',
    async (kind) => {
      await send(
        await buildRegistration(db, { status: kind === 'offer_ended' || kind === 'cancelled' ? 'cancelled' : 'confirmed' }),
        kind,
        {
          changes: CHANGES,
        },
      );
      const [greeting, ...paragraphs] = lastText().split('\n\n');
      expect([greeting, paragraphs.length > 0]).toEqual(['Hello Ada,', true]);
      if (kind === 'offer_ended') expect(paragraphs).toEqual(['The time to accept your place at ‘Fire safety’ has run out.']);
    },
  );

  test('SLF-1, SLF-3: without self-service pages only people who wait or have an offer get a link, which opens the submission', async () => {
    await send(await buildRegistration(db), 'link');
    expect(lastText()).not.toContain('{link}');
    const waiting = await buildRegistration(db, { status: 'waiting', email: 'bea@example.com' });
    await send(waiting, 'link');
    const [token = ''] = tokensIn(smtp.mails.at(-1)?.parsed.text);
    expect(await findByToken(db, token)).toMatchObject({ submissionId: waiting.submissionId });
    expect(smtp.mails.at(-1)?.parsed.html).toContain(`<a href="http://localhost:3000/registration/${token}" `);
  });

  test('SLF-33: they come from the address of the series, otherwise from the server', async () => {
    await send(await buildRegistration(db), 'link');
    expect(smtp.mails.at(-1)?.parsed.from?.address).toBe('no-reply@localhost');
    await send(await buildRegistration(db, { series: { email_from: 'team@example.com' }, email: 'bea@example.com' }), 'link');
    expect(smtp.mails.at(-1)?.parsed.from?.address).toBe('team@example.com');
  });

  test('SLF-35: an address gets three an hour of the kinds that anyone can cause, six of those that others cause, and any number of the rest', async () => {
    const registration = await buildRegistration(db, { series: { self_service: true } });
    for (let count = 0; count < 4; count += 1) await send(registration, 'link');
    expect((await stepsOf(db)).filter(({ state }) => state === 'waiting')).toMatchObject([{ cause: 'address_limit' }]);
    expect(smtp.mails).toHaveLength(3);
    const free = mailKind.options.filter((kind) => !['waiting', 'cancelled', 'updated', 'repeated', 'link', 'offer'].includes(kind));
    for (const kind of free) await send(registration, kind);
    expect(smtp.mails).toHaveLength(3 + free.length);
  });

  test('SLF-30: values are escaped, and placeholders in them are not filled in', async () => {
    await send(await buildRegistration(db, { event: { title: '<b>%FNAME%</b>' } }), 'event_cancelled', {
      note: 'See https://example.com/a & <i>',
    });
    expect(lastSubject()).toBe('Event cancelled: <b>%FNAME%</b>');
    const html = smtp.mails.at(-1)?.parsed.html;
    expect(html).toContain('>&lt;b&gt;%FNAME%&lt;/b&gt;</div>');
    expect(html).toContain('See <a href="https://example.com/a" class="l">https://example.com/a</a> &amp; &lt;i&gt;');
  });
});
