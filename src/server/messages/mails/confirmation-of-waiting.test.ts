import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { lastMail } from '#server/testing/mails/last-mail.ts';
import { buildRegistration } from '#server/testing/registrations.ts';
import { createServerWithWorker } from '#server/testing/server-with-worker.ts';
import { atRest, stepsOf } from '#server/testing/worker.ts';

const { db, smtp } = await createServerWithWorker();
const DATE = 'Tuesday 12 January 2055, 09:30 GMT';
const { lastSubject, lastText } = lastMail(smtp);

describe('the confirmation where people wait', () => {
  const SETTINGS = { email_from: 'team@example.com', email_subject: 'Welcome', email_template: 'Hello %FNAME%,\n%SUCCESS%' };

  test.each([
    ['nothing', {}],
    ['a confirmation', SETTINGS],
  ])(
    'SLF-33, WTL-5: a person who only waits gets the mail about it instead of the confirmation, if the series mails %s',
    async (_what, series) => {
      await buildRegistration(db, { series, status: 'waiting', isNew: true });
      await sql`select pg_notify('sign_up', '')`.execute(db);
      await atRest(db);
      expect(lastSubject()).toBe("You're on the waiting list: Fire safety");
      expect((await stepsOf(db)).map(({ step }) => step)).toEqual(['email']);
    },
  );

  test.each([
    ['text', SETTINGS.email_template, `\n\nFire safety\n${DATE}`, '\n'],
    ['HTML', '<p>Hello %FNAME%,<br>%SUCCESS%</p>', `\nFire safety – ${DATE}`, ' '],
    [
      'HTML with the link',
      '<p>Hello %FNAME%,<br>%SUCCESS%</p>\n<p>Need to change or cancel? <a href="%LINK%">%LINK%</a></p>',
      `\nFire safety – ${DATE}`,
      ' ',
    ],
  ])('SLF-32: it adds the events waited for, and the link: %s', async (_kind, template, events, between) => {
    const first = await buildRegistration(db, { series: { ...SETTINGS, email_template: template } });
    const [event_id = ''] = [first.eventId].map((id) => id.replace(/^.{8}/, 'aaaaaaaa'));
    await sql`insert into events (id, form_id, title) values (${event_id}, ${first.seriesId}, 'First aid')`.execute(db);
    await db
      .insertInto('registrations')
      .values({ event_id, submission_id: first.submissionId, submitted_at: new Date(), status: 'waiting' })
      .execute();
    await db.insertInto('waiting_entries').values({ event_id, submission_id: first.submissionId, list_order: 1 }).execute();
    await db.updateTable('submissions').set({ awaiting_fan_out: true }).execute();
    await sql`select pg_notify('sign_up', '')`.execute(db);
    await atRest(db);
    expect(lastText()).toBe(
      [
        `Hello Ada,${events}`,
        "You're on the waiting list for:",
        'First aid\nPosition 1\nDate to be announced',
        "You don't have a place yet. We'll email you if we can give you one.",
        `See your registration:${between}{link}`,
      ].join('\n\n'),
    );
  });

  test.each([
    ['neither', {}, []],
    ['self-service pages', { self_service: true }, ['{link}', '']],
  ])('SLF-29, SLF-31: in a series with %s the link and the list are filled in, or their line is omitted', async (_with, series, words) => {
    const email_template = '%LINK% %WAITING%\n%EVENTS%';
    await buildRegistration(db, { series: { ...SETTINGS, ...series, email_template }, isNew: true });
    await sql`select pg_notify('sign_up', '')`.execute(db);
    await atRest(db);
    expect(
      lastText()
        .split('\n')
        .map((line) => line.trim()),
    ).toEqual([...words, 'Fire safety', DATE]);
  });
});
