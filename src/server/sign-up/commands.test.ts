import { expect, test } from 'vitest';
import type { SignedUp } from '#contract/sign-up.ts';
import { buildEvent, buildMarketingForm, buildSeries, newSignUp } from '#server/testing/form-rows.ts';
import { limitedSeries } from '#server/testing/limited-series.ts';
import { createTestServer } from '#server/testing/server.ts';
import { signUp } from './commands.ts';

const server = await createTestServer();
const { seriesId, submitTo, addEvent, otherServer } = limitedSeries(server);

const edit = (values: Record<string, unknown>) => server.post(`/event_series/${seriesId()}/edit`, values);
const CONFIRMS = { email_from: 'courses@example.com', email_subject: 'Welcome', email_template: 'Hello %FNAME%, %EVENTS%' };
const SENT = "We're sending an email to ada@example.com.";
const HINT =
  'Not there in ten minutes? Check your spam folder, or write to courses@example.com. After several sign-ups with the same address, an email can take up to three hours.';

const linesOf = ({ next = [] }: SignedUp): string[] => next.flatMap(({ text }) => text.split('\n'));
const toOne = (event: string, waits: readonly string[] = []) => submitTo([event], waits, { email: 'ada@example.com' });

test('FACE-35, FACE-36: each line is shown only if it is true by the settings of the series', async () => {
  const event = await addEvent(9, { join_url: 'https://meet.example/1' });
  expect((await toOne(event)).next).toBeUndefined();
  await edit({ ...CONFIRMS, success_text: 'Doors open at 09:00.' });
  expect(linesOf(await toOne(event))).toEqual([SENT, HINT, 'The link to join is in that email.', 'Doors open at 09:00.']);
  await edit({ email_template: '<p>%25EVENTS%25</p>' });
  expect(linesOf(await toOne(event))).toContain('The link to join is in that email.');
  await edit({ self_service: true, email_template: 'Hello', success_text: null });
  expect(linesOf(await toOne(event))).toEqual([SENT, HINT, 'Need to change or cancel? Use the link in that email.']);
  await edit({ self_service_answers: false, self_service_events: false, self_service_cancel: false });
  expect(linesOf(await toOne(event))).toEqual([SENT, HINT, 'To see your registration, use the link in that email.']);
  const withoutMail = { ...otherServer(), canMail: false };
  const ref = { kind: 'series', id: seriesId() } as const;
  expect((await signUp(withoutMail, ref, newSignUp({ events: [event] }), undefined)).next).toBeUndefined();
});

test('FACE-35: people who only wait get a mail about that, with a link unless staff have written another text', async () => {
  const [full, open] = [await addEvent(0, { waiting_list: 'manual' }), await addEvent(9)];
  const waits = (events: readonly string[]) => submitTo(events, [full], { email: 'ada@example.com' });
  const toList = [
    SENT,
    'Not there in ten minutes? Check your spam folder. After several sign-ups with the same address, an email can take up to three hours.',
  ];
  expect(linesOf(await waits([]))).toEqual([...toList, 'To see your position or leave the list, use the link in that email.']);
  expect((await waits([open])).next).toBeUndefined();
  const write = async (template: string) =>
    server.post(`/event_series/${seriesId()}/mails`, { kind: 'waiting', subject: 'Full', template });
  await write('<a href="https://%25LINK%25">See</a>');
  expect(linesOf(await waits([]))).toHaveLength(3);
  await write('Please wait.');
  expect(linesOf(await waits([]))).toEqual(toList);
  await edit(CONFIRMS);
  expect(linesOf(await waits([open]))).toEqual([SENT, HINT, 'To see your registration, use the link in that email.']);
});

test('FACE-36: a marketing form has only the line about the email', async () => {
  const id = await buildMarketingForm(server.db);
  await server.post(`/form/${id}/edit`, CONFIRMS);
  const { next } = await signUp(otherServer(), { kind: 'marketing', id }, newSignUp({ email: 'ada@example.com' }), undefined);
  expect(next).toEqual([{ about: 'email', text: `${SENT}\n${HINT}` }]);
});

test('hundreds of events can be chosen at once', async () => {
  const id = await buildSeries(server.db);
  const events = await Promise.all(Array.from({ length: 250 }, () => buildEvent(server.db, id, {})));
  await signUp(otherServer(), { kind: 'series', id }, newSignUp({ events }), undefined);
  const stored = await server.db.selectFrom('registrations').select('event_id').where('event_id', 'in', events).execute();
  expect(stored).toHaveLength(250);
});
