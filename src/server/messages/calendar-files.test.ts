import { afterAll, describe, expect, test } from 'vitest';
import { changeEventsByStaff } from '#server/registrations/change-events.ts';
import { recordChanges } from '#server/registrations/changes.ts';
import { openTestDatabase } from '#server/testing/database.ts';
import { buildEvent, buildSeries } from '#server/testing/form-rows.ts';
import { filesOf, readEntry } from '#server/testing/mails/mail-files.ts';
import { ASKS_FOR_ALL, atRest, buildSignUp, launchWorker, startWorld } from '#server/testing/worker.ts';
import { ADA, inWrite, writesTo } from '#server/testing/writes.ts';
import { calendarFileName, withdrawnFiles } from './calendar-files.ts';
import { listSignUpDetails } from './sign-up-details.ts';

const database = await openTestDatabase();
const { db } = database;
const world = await startWorld();
const { smtp } = world;
const worker = await launchWorker(database, world.settings);
afterAll(worker.stop);

const dated = { starts_at: new Date('2050-07-12T08:30:00Z'), ends_at: new Date('2050-07-12T16:00:00Z') };
const buildCalendarSeries = async () => buildSeries(db, { ...ASKS_FOR_ALL, title: 'Spring', calendar_entries: true });

const confirmation = () => smtp.mails.find(({ recipients }) => recipients.includes('ada@example.com'))!;

/** The parts of a mail, as `type` or `type [parts]`, by the boundaries of the raw text. */
function structureOf(raw: string): string {
  const head = raw.slice(0, raw.indexOf('\r\n\r\n')).replaceAll(/\r\n[ \t]+/g, ' ');
  const type = /^content-type: (.*)$/im.exec(head)?.[1] ?? '';
  const boundary = /boundary="?([^";]+)"?/.exec(type)?.[1];
  const name = type.replace(/;? ?boundary=.*$/, '');
  if (boundary === undefined) return `${name}${/^content-disposition: attachment/im.test(head) ? ' attached' : ''}`;
  const parts = raw.split(`--${boundary}`).slice(1, -1);
  return `${name} [${parts.map((part) => structureOf(part.replace(/^\r\n/, ''))).join(' | ')}]`;
}

describe('the confirmation of a series with calendar entries', () => {
  test('ICS-2: systems can save a file whatever its event is called', () => {
    const names = ['Fire safety', '消火訓練'.repeat(50), '🔥'.repeat(200)].map((title) => calendarFileName({ title }));
    expect(names[0]).toBe('Fire safety.ics');
    expect(calendarFileName({ title: 'x' + '👨‍👩‍👧‍👦'.repeat(9) })).toBe(`x${'👨‍👩‍👧‍👦'.repeat(5)}.ics`);
    for (const name of names) expect([Buffer.byteLength(name) <= 255, name.isWellFormed(), name.slice(-4)]).toEqual([true, true, '.ics']);
  });

  test('ICS-1, ICS-2, ICS-4, ICS-11, FACE-57: a single file is next to the text and is attached, with its method in both', async () => {
    const seriesId = await buildCalendarSeries();
    const id = await buildEvent(db, seriesId, {
      ...dated,
      title: 'Fire: day 1/2 é',
      venue: 'Harbour House',
      join_url: 'https://meet.example/x',
    });
    await buildSignUp(db, { form_id: seriesId }, { events: [id, await buildEvent(db, seriesId, { title: 'Undated' })] });
    await atRest(db);
    const { raw } = confirmation();
    expect(structureOf(raw).replace(/ name=.*(?= attached)/, '')).toBe(
      'multipart/mixed [multipart/alternative [text/plain; charset=utf-8 | text/html; charset=utf-8 | text/calendar; charset=utf-8; method=REQUEST] | ' +
        'text/calendar; charset=utf-8; method=REQUEST; attached]',
    );
    const files = await filesOf(raw);
    expect(files.map(({ filename }) => filename)).toContain('Fire - day 1-2 é.ics');
    for (const { content } of files) {
      expect(readEntry(content)).toEqual({
        method: 'REQUEST',
        start: '2050-07-12T08:30:00Z',
        uid: id,
        sequence: 0,
        summary: 'Fire: day 1/2 é',
        status: 'CONFIRMED',
        location: 'Harbour House',
      });
      expect(content).toMatch(/ORGANIZER;CN="Our organisation":mailto:team@example\.com/i);
      expect(content.replaceAll(/\r?\n /g, '')).toMatch(
        /ATTENDEE;[^\r]*PARTSTAT=ACCEPTED;RSVP=FALSE;CN="Ada Lovelace":MAILTO:ada@example\.com/,
      );
      expect(content).toContain('https://meet.example/x');
    }
  });

  test('ICS-4: people whose address has other letters are named as in the mail', async () => {
    const seriesId = await buildCalendarSeries();
    const id = await buildEvent(db, seriesId, { ...dated, title: 'Fire safety' });
    await buildSignUp(db, { form_id: seriesId }, { events: [id], email: 'ada@müller.example' });
    await atRest(db);
    const { raw } = smtp.mails.find(({ recipients }) => recipients.some((address) => address.startsWith('ada@')))!;
    const [file] = await filesOf(raw);
    expect(file!.content.replaceAll(/\r?\n /g, '')).toMatch(/ATTENDEE;[^\r]*:MAILTO:ada@xn--mller-kva\.example\r?\n/i);
  });

  test.each(['Team@example.com', 'team+me@example.com'])(
    'ICS-4: someone who signs up with the mailbox of the sender is not invited: %s',
    async (email) => {
      const seriesId = await buildCalendarSeries();
      const id = await buildEvent(db, seriesId, { ...dated, title: 'Fire safety' });
      await buildSignUp(db, { form_id: seriesId }, { events: [id], email });
      await atRest(db);
      const { raw } = smtp.mails.find(({ recipients }) => recipients.includes(email))!;
      expect(structureOf(raw)).toContain('text/calendar; charset=utf-8; method=PUBLISH');
      const [file] = await filesOf(raw);
      expect(readEntry(file!.content)).toMatchObject({ method: 'PUBLISH', uid: id, status: 'CONFIRMED' });
      expect(file!.content).not.toMatch(/ATTENDEE|ORGANIZER/);
    },
  );

  test('ICS-2: several files are attachments only, each with a name of its own, one for each event with a place, and at most ten', async () => {
    const seriesId = await buildCalendarSeries();
    const events: string[] = [];
    for (let day = 10; day < 22; day += 1) {
      const title = day < 13 ? `Day ${day}` : ['evening', 'Evening'][day % 2]!;
      events.push(await buildEvent(db, seriesId, { title, starts_at: new Date(`2050-07-${day}T08:30:00Z`) }));
    }
    const submissionId = await buildSignUp(db, { form_id: seriesId }, { events, awaiting_fan_out: false });
    await db.updateTable('registrations').set({ status: 'waiting' }).where('event_id', '=', events[0]!).execute();
    await db.updateTable('submissions').set({ awaiting_fan_out: true }).where('id', '=', submissionId).execute();
    await atRest(db);
    const { raw } = confirmation();
    expect(structureOf(raw)).toMatch(
      /^multipart\/mixed \[multipart\/alternative \[text\/plain; charset=utf-8 \| text\/html; charset=utf-8\] \|/,
    );
    const files = await filesOf(raw);
    expect(files.map(({ content }) => readEntry(content).uid)).toEqual(events.slice(1, 11));
    const names = ['Day 11.ics', 'Day 12.ics', 'Evening.ics', 'evening (2).ics', 'Evening (3).ics'];
    expect(files.slice(0, 5).map(({ filename }) => filename)).toEqual(names);
  });

  test('ICS-1: without the switch, or without a date, the mail has no file', async () => {
    const off = await buildSeries(db, { ...ASKS_FOR_ALL, title: 'Spring' });
    await buildSignUp(db, { form_id: off }, { events: [await buildEvent(db, off, dated)] });
    const on = await buildCalendarSeries();
    await buildSignUp(db, { form_id: on }, { events: [await buildEvent(db, on)], email: 'bob@example.com' });
    await atRest(db);
    const attendees = smtp.mails.filter(({ recipients }) => !recipients.includes('office@example.com'));
    expect(attendees.map(({ raw }) => structureOf(raw))).toEqual(
      Array.from({ length: 2 }, () => 'multipart/alternative [text/plain; charset=utf-8 | text/html; charset=utf-8]'),
    );
  });
});

describe('the sequence of a file', () => {
  const fileDeps = { db, sender: { organisationName: 'Kestrel', mailDomains: undefined, publicUrl: 'http://localhost' }, timeZone: 'UTC' };
  const detailsOf = async (id: string) => (await listSignUpDetails(db, [id])).get(id)!;

  test('ICS-3: counts changes of the event, and the most changes of a registration that the address has for it', async () => {
    const seriesId = await buildCalendarSeries();
    const eventId = await buildEvent(db, seriesId, { ...dated, calendar_sequence: 5 });
    const earlier = await buildSignUp(db, { form_id: seriesId }, { events: [eventId], awaiting_fan_out: false });
    await inWrite(db, async (w) => {
      const change = { seriesId, submissionId: earlier, eventId, actor: 'staff' } as const;
      await recordChanges(w, [
        { ...change, kind: 'cancelled', details: { tell: false } },
        { ...change, kind: 'restored', details: { tell: false } },
      ]);
      await w.updateTable('registration_changes').set({ awaiting_fan_out: false }).execute();
    });
    await buildSignUp(db, { form_id: seriesId }, { events: [eventId], email: 'ADA@example.com' });
    await atRest(db);
    const [arrived] = smtp.mails.filter(({ recipients }) => recipients[0]?.toLowerCase() === 'ada@example.com');
    expect((await filesOf(arrived!.raw)).map(({ content }) => readEntry(content).sequence)).toEqual([7, 7]);
  });

  test('ICS-12: a cancelled registration gets CANCEL, unless the address has another confirmed one for the event', async () => {
    const seriesId = await buildCalendarSeries();
    const eventId = await buildEvent(db, seriesId, { ...dated, join_url: 'https://meet.example/x' });
    const id = await buildSignUp(db, { form_id: seriesId }, { events: [eventId], awaiting_fan_out: false });
    const other = await buildSignUp(db, { form_id: seriesId }, { events: [eventId], awaiting_fan_out: false, email: 'Ada@Example.com' });
    const cancel = async (submissionId: string) =>
      inWrite(db, async (w) => {
        await w.updateTable('registrations').set({ status: 'cancelled' }).where('submission_id', '=', submissionId).execute();
        await recordChanges(w, [{ seriesId, submissionId, eventId, kind: 'cancelled', actor: 'staff', details: { tell: false } }]);
      });
    await cancel(id);
    expect(await withdrawnFiles(fileDeps, await detailsOf(id), [eventId])).toEqual([]);
    await cancel(other);
    const [file] = await withdrawnFiles(fileDeps, await detailsOf(id), [eventId]);
    expect([file?.name, file?.method, readEntry(file!.content)]).toEqual([
      'Day one.ics',
      'CANCEL',
      {
        method: 'CANCEL',
        start: '2050-07-12T08:30:00Z',
        uid: eventId,
        sequence: 1,
        summary: 'Day one',
        status: 'CANCELLED',
        location: null,
      },
    ]);
    expect(file!.content).not.toContain('meet.example');
  });

  test('ICS-1, ICS-12: the mail about a cancellation removes the entry of people who had a place, and has no file for people who only waited', async () => {
    const seriesId = await buildCalendarSeries();
    const eventId = await buildEvent(db, seriesId, dated);
    const histories = {
      placed: ['cancelled'],
      promoted: ['joined', 'promoted', 'cancelled'],
      waited: ['joined', 'offered', 'expired', 'cancelled'],
      'waited-again': ['cancelled', 'joined', 'cancelled'],
    } as const;
    for (const [name, kinds] of Object.entries(histories)) {
      const signUp = { events: [eventId], awaiting_fan_out: false, email: `${name}@example.com` };
      const submissionId = await buildSignUp(db, { form_id: seriesId }, signUp);
      await db.updateTable('registrations').set({ status: 'cancelled' }).where('submission_id', '=', submissionId).execute();
      const change = { seriesId, submissionId, eventId, actor: 'visitor' } as const;
      for (const [index, kind] of kinds.entries()) {
        const details = { tell: index === kinds.length - 1 };
        const [id] = await inWrite(db, (w) => recordChanges(w, [{ ...change, kind, details }]));
        const sent = { submission_id: submissionId, step: 'email', state: 'succeeded', change_id: id } as const;
        if (kind === 'promoted') await db.insertInto('submission_steps').values(sent).execute();
      }
    }
    await atRest(db);
    const methodsOf = async (name: string) => {
      const mail = smtp.mails.find(({ recipients }) => recipients.includes(`${name}@example.com`))!;
      return (await filesOf(mail.raw)).map(({ content }) => readEntry(content).method);
    };
    expect(await methodsOf('placed')).toEqual(['CANCEL', 'CANCEL']);
    expect(await methodsOf('promoted')).toEqual(['CANCEL', 'CANCEL']);
    expect(await methodsOf('waited')).toEqual([]);
    expect(await methodsOf('waited-again')).toEqual(['CANCEL', 'CANCEL']);
  });

  test('ICS-12: the mail about a removed date removes the entry', async () => {
    const seriesId = await buildCalendarSeries();
    const eventId = await buildEvent(db, seriesId, { title: 'Day one' });
    const submissionId = await buildSignUp(db, { form_id: seriesId }, { events: [eventId], awaiting_fan_out: false });
    const where = { venue: null, venue_address: null, join_url: null, cancelled_at: null };
    const before = { event_title: 'Day one', date: '2050-07-12T08:30:00.000Z', end_date: null, ...where };
    const change = { seriesId, submissionId, eventId, kind: 'announced', actor: 'staff', details: { before } } as const;
    await inWrite(db, (w) => recordChanges(w, [change]));
    await atRest(db);
    const { raw } = confirmation();
    expect((await filesOf(raw)).map(({ content }) => readEntry(content))).toMatchObject(
      Array.from({ length: 2 }, () => ({ method: 'CANCEL', start: '2050-07-12T08:30:00Z', uid: eventId })),
    );
  });

  test('USE-3: the one mail about events that staff changed adds the new entry and removes the old one', async () => {
    const seriesId = await buildCalendarSeries();
    const [eventId, other] = [await buildEvent(db, seriesId, dated), await buildEvent(db, seriesId, dated)];
    const submissionId = await buildSignUp(db, { form_id: seriesId }, { events: [eventId], awaiting_fan_out: false });
    const path = { seriesId, eventId, submissionId };
    await changeEventsByStaff(writesTo({ db }), ADA, path, { events: [other], tell: true }, undefined);
    await atRest(db);
    const mails = smtp.mails.filter(({ recipients }) => recipients.includes('ada@example.com'));
    expect(mails.map(({ raw }) => /^Subject: (.*)\r$/m.exec(raw)?.[1])).toEqual(['Your registration has changed: Spring']);
    const entries = (await filesOf(mails[0]!.raw)).map(({ content }) => readEntry(content));
    expect(Object.fromEntries(entries.map(({ uid, method }) => [uid, method]))).toEqual({ [eventId]: 'CANCEL', [other]: 'REQUEST' });
  });

  test('ICS-12: there is no file for people whom staff added, until a mail brought the entry', async () => {
    const seriesId = await buildCalendarSeries();
    const eventId = await buildEvent(db, seriesId, dated);
    const signUp = { events: [eventId], awaiting_fan_out: false, is_added_by_staff: true };
    const submissionId = await buildSignUp(db, { form_id: seriesId }, signUp);
    await db.updateTable('registrations').set({ status: 'cancelled' }).execute();
    const methods = async () => (await withdrawnFiles(fileDeps, await detailsOf(submissionId), [eventId])).map(({ method }) => method);
    expect(await methods()).toEqual([]);
    const change = { seriesId, submissionId, eventId, kind: 'announced', actor: 'staff', details: { tell: false } } as const;
    const [id] = await inWrite(db, (w) => recordChanges(w, [change]));
    const step = { submission_id: submissionId, step: 'email', state: 'succeeded', change_id: id } as const;
    await db
      .insertInto('submission_steps')
      .values({ ...step, is_skipped: true })
      .execute();
    expect(await methods()).toEqual([]);
    await db.updateTable('submission_steps').set({ is_skipped: false }).execute();
    expect(await methods()).toEqual(['CANCEL']);
    // The mail that removes the entry did not add it.
    for (const details of [{ mail: 'event_cancelled' }, { undated: true }]) {
      await db
        .updateTable('registration_changes')
        .set({ details: JSON.stringify(details) })
        .execute();
      expect(await methods()).toEqual([]);
    }
  });

  test('ICS-12: entries are removed in a series whose calendar entries have been switched off since, but not in one that never had any', async () => {
    const cancelled = async (form: Parameters<typeof buildSeries>[1]) => {
      const seriesId = await buildSeries(db, { ...ASKS_FOR_ALL, ...form });
      const eventId = await buildEvent(db, seriesId, dated);
      const id = await buildSignUp(db, { form_id: seriesId }, { events: [eventId], awaiting_fan_out: false });
      await db.updateTable('events').set({ cancelled_at: new Date() }).where('id', '=', eventId).execute();
      return (await withdrawnFiles(fileDeps, await detailsOf(id), [eventId])).map(({ method }) => method);
    };
    expect(await cancelled({ calendar_entries: false, field_versions: JSON.stringify({ calendar_entries: 3 }) })).toEqual(['CANCEL']);
    expect(await cancelled({ calendar_entries: false })).toEqual([]);
  });
});
