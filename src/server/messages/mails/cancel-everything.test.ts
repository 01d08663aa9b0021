import { expect, test } from 'vitest';
import { buildEvent } from '#server/testing/form-rows.ts';
import { filesOf, readEntry } from '#server/testing/mails/mail-files.ts';
import { buildRegistration, recordChange } from '#server/testing/registrations.ts';
import { selfService } from '#server/testing/self-service.ts';
import { createServerWithWorker } from '#server/testing/server-with-worker.ts';
import { createSignUpPageServer } from '#server/testing/sign-up-page-server.ts';
import { ASKS_FOR_ALL, atRest, stepsOf } from '#server/testing/worker.ts';

const { server, db, world, smtp } = await createServerWithWorker(createSignUpPageServer);
const { post, linkOf, choose } = selfService(server);

const TITLES = ['Day one', 'Day two', 'Day three', 'Day four', 'Day five'];

async function buildFiveDays() {
  const day = (index: number) => ({ title: TITLES[index]!, starts_at: new Date(Date.UTC(2999, 0, index + 1, 9)) });
  const { seriesId, eventId, submissionId } = await buildRegistration(db, {
    series: {
      self_service: true,
      calendar_entries: true,
      email_from: 'team@example.com',
      email_subject: 'Welcome',
      email_template: 'Hello',
    },
    event: day(0),
  });
  const eventIds = [eventId];
  for (const index of [1, 2, 3, 4]) {
    const id = await buildEvent(db, seriesId, day(index));
    eventIds.push(id);
    await db.insertInto('registrations').values({ event_id: id, submission_id: submissionId, submitted_at: new Date() }).execute();
  }
  return { seriesId, submissionId, eventIds, path: await linkOf({ id: submissionId }) };
}

test('SLF-35: someone who cancels everything gets one mail, which names all events and removes all of them from the calendar', async () => {
  const { submissionId, path } = await buildFiveDays();
  const before = smtp.mails.length;
  expect((await post(`${path}/cancel?event=all`)).status).toBe(303);
  await atRest(db);
  expect(smtp.mails).toHaveLength(before + 1);
  const { parsed, raw } = smtp.mails.at(-1)!;
  expect(parsed.subject).toBe('Registration cancelled: Spring training');
  expect(parsed.text).toContain('Your registration for ‘Day one’, ‘Day two’, ‘Day three’, ‘Day four’ and ‘Day five’ is cancelled.');
  const files = await filesOf(raw);
  expect(files.map(({ content }) => readEntry(content)).map(({ method, summary }) => [method, summary])).toEqual(
    TITLES.map((title) => ['CANCEL', title]),
  );
  const kinds = await db.selectFrom('registration_changes').select('kind').where('submission_id', '=', submissionId).execute();
  expect(kinds).toEqual(TITLES.map(() => ({ kind: 'cancelled' })));
});

test('ICS-1, ICS-12: the mail about changed events removes those given up from the calendar, and adds new ones', async () => {
  const { eventIds, path } = await buildFiveDays();
  let lines: string[] = [];
  const change = async (events: readonly string[]) => {
    const before = smtp.mails.length;
    expect((await choose(path, { events })).status).toBe(303);
    await atRest(db);
    expect(smtp.mails).toHaveLength(before + 1);
    const { raw, parsed } = smtp.mails.at(-1)!;
    lines = (parsed.text ?? '').split('\n').filter((line) => /^(?:Added|Removed): /.test(line));
    const files = await filesOf(raw);
    return files.map(({ content }) => readEntry(content)).map(({ method, summary }) => [method, summary]);
  };
  expect(await change(eventIds.slice(2))).toEqual([
    ['CANCEL', 'Day one'],
    ['CANCEL', 'Day two'],
  ]);
  expect(lines, 'SLF-30').toEqual(['Removed: ‘Day one’ and ‘Day two’']);
  expect(await change(eventIds.toSpliced(1, 2))).toEqual([
    ['CANCEL', 'Day three'],
    ['REQUEST', 'Day one'],
  ]);
});

test('ICS-12: someone who leaves a waiting list gets no file, since no calendar has the event', async () => {
  const registration = await buildRegistration(db, { status: 'waiting', series: { self_service: true, calendar_entries: true } });
  await recordChange(db, { ...registration, kind: 'joined', actor: 'visitor', details: { tell: false } });
  const path = await linkOf({ id: registration.submissionId });
  expect((await post(`${path}/cancel?event=${registration.eventId}`)).status).toBe(303);
  await atRest(db);
  const { parsed, raw } = smtp.mails.at(-1)!;
  expect([parsed.subject, await filesOf(raw)]).toEqual(['Registration cancelled: Fire safety', []]);
});

test('SLF-27, SLF-28: if someone cancels everything the channel and the copy get one message with all events, and the lead a line for each', async () => {
  const { submissionId, path, seriesId } = await buildFiveDays();
  await db.updateTable('forms').set(ASKS_FOR_ALL).where('id', '=', seriesId).execute();
  world.slack.messages.length = 0;
  expect((await post(`${path}/cancel?event=all`)).status).toBe(303);
  await atRest(db);
  const copies = smtp.mails.filter(({ recipients }) => recipients.includes('office@example.com'));
  expect([world.slack.messages.length, copies.length]).toEqual([1, 1]);
  const message = JSON.stringify(world.slack.messages);
  for (const title of TITLES) {
    expect(message).toContain(title);
    expect(copies[0]?.parsed.text).toMatch(new RegExp(`Event: ${title} – `));
  }
  const steps = (await stepsOf(db, submissionId)).map(({ step }) => step);
  expect(steps.toSorted()).toEqual([...TITLES.map(() => 'crm'), 'email', 'forward', 'slack']);
});
