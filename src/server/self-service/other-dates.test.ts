import { expect, test } from 'vitest';
import { buildEvent, buildField } from '#server/testing/form-rows.ts';
import { buildRegistration } from '#server/testing/registrations.ts';
import { selfService, textOf } from '#server/testing/self-service.ts';
import { createServerWithWorker } from '#server/testing/server-with-worker.ts';
import { createSignUpPageServer } from '#server/testing/sign-up-page-server.ts';
import { atRest } from '#server/testing/worker.ts';

const { server, db, smtp } = await createServerWithWorker(createSignUpPageServer);
const { linkOf, pageOf, post, statusesOf } = selfService(server);

test('PLC-67, PLC-68: another date with questions is taken on the form of the events; one that is over or held is not offered', async () => {
  const series = { self_service: true, self_service_events: false, email_from: 'team@example.com' };
  const { seriesId, eventId, submissionId } = await buildRegistration(db, { series });
  const asks = await buildEvent(db, seriesId, { title: 'Brunch', starts_at: '2050-02-11T09:00:00Z', is_brunch: true });
  await buildEvent(db, seriesId, { title: 'Long ago', starts_at: '2001-01-01T09:00:00Z', closes_at: '2051-01-01T09:00:00Z' });
  await buildField(db, { form_id: seriesId }, { label: 'Dish', is_required: true, is_brunch: true, brunch_event_id: asks });
  const path = await linkOf({ id: submissionId });
  const cancel = async (tell: boolean) => server.post(`/event_series/${seriesId}/event/${eventId}/cancel`, { tell, note: null });
  await cancel(false);
  const page = await pageOf(path);
  expect([page.includes(`href="${path}/events?event=${asks}"`), page.includes('/take?'), page.includes('Long ago')]).toEqual([
    true,
    false,
    false,
  ]);
  const form = await pageOf(`${path}/events?event=${asks}`);
  expect(form).toMatch(new RegExp(`<input type="checkbox"[^>]* checked=""[^>]*value="${asks}"`));
  const chosen = { events: asks, _held: eventId };
  expect((await post(`${path}/events`, chosen)).status).toBe(422);
  expect((await post(`${path}/events`, { ...chosen, dish: 'Soup' })).status).toBe(303);
  expect(await statusesOf({ id: submissionId })).toEqual(['confirmed', 'confirmed']);
  expect(await pageOf(path)).not.toContain('Choose another date');
  await cancel(true);
  await atRest(db);
  const text = smtp.mails.map(({ parsed }) => parsed.text).find((each) => each?.includes('has been cancelled'));
  expect(text).toBeDefined();
  expect(text).not.toContain('another date');
});

test('PLC-67: an event that the person had cancelled is offered as another date, with one button', async () => {
  const { seriesId, eventId, submissionId } = await buildRegistration(db, { series: { self_service: true, self_service_events: true } });
  const third = await buildEvent(db, seriesId, { title: 'Third', starts_at: '2050-02-11T09:00:00Z' });
  const path = await linkOf({ id: submissionId });
  await server.post(`/event_series/${seriesId}/event/${eventId}/cancel`, { tell: false, note: null });
  await post(`${path}/take?event=${third}`);
  await post(`${path}/cancel?event=${third}`);
  const page = await pageOf(path);
  expect(page).toContain('Cancelled</h2>');
  expect([page.includes('Take this place'), page.includes('Take a place')]).toEqual([true, false]);
});

test('VAL-29: people with one name, whose first name is often a hyphen, are greeted by it on their page', async () => {
  const { submissionId } = await buildRegistration(db, { series: { self_service: true } });
  await db.updateTable('submissions').set({ first_name: '-', last_name: 'Suharto' }).where('id', '=', submissionId).execute();
  expect(await pageOf(await linkOf({ id: submissionId }))).toContain('Hello Suharto');
});

test('SLF-13, SLF-27: who changes between dates of one title is told, and reported, with the dates', async () => {
  const series = { self_service: true, email_forward: 'office@example.com', calendar_entries: true };
  const { seriesId, eventId, submissionId } = await buildRegistration(db, { series });
  await db.updateTable('events').set({ title: 'Webinar', starts_at: '2050-02-11T09:00:00Z' }).execute();
  const other = await buildEvent(db, seriesId, { title: 'Webinar', starts_at: '2050-07-12T09:00:00Z' });
  await buildEvent(db, seriesId, { title: 'Webinar', starts_at: '2050-08-12T09:00:00Z' });
  const path = await linkOf({ id: submissionId });
  expect((await post(`${path}/events`, { events: other, _held: eventId })).status).toBe(303);
  await atRest(db);
  const textTo = (address: string): string =>
    smtp.mails.findLast(({ recipients }) => recipients.includes(address))?.parsed.text?.replaceAll('\u00a0', ' ') ?? '';
  const [before, now] = ['Webinar (Friday 11 February 2050, 09:00 GMT)', 'Webinar (Tuesday 12 July 2050, 10:00 BST)'];
  expect(textTo('office@example.com')).toContain(`Events: ${before} → ${now}`);
  expect(textTo('ada@example.com')).toMatch(/Added: ‘Webinar \(Tuesday 12 July .*Removed: ‘Webinar \(Friday 11 February /s);
});

test('SLF-25: buttons and questions name dates of one title with the dates', async () => {
  const { seriesId, eventId, submissionId } = await buildRegistration(db, { series: { self_service: true } });
  await db.updateTable('events').set({ title: 'Webinar', starts_at: '2050-02-11T09:00:00Z' }).execute();
  const other = await buildEvent(db, seriesId, { title: 'Webinar', starts_at: '2050-07-12T09:00:00Z' });
  await buildEvent(db, seriesId, { title: 'Webinar', starts_at: '2050-08-12T09:00:00Z' });
  const path = await linkOf({ id: submissionId });
  expect(await pageOf(path)).toContain('aria-label="Cancel this place: Webinar"');
  expect((await post(`${path}/events`, { events: [eventId, other], _held: eventId })).status).toBe(303);
  const [first, second] = ['Webinar (Friday 11 February 2050, 09:00 GMT)', 'Webinar (Tuesday 12 July 2050, 10:00 BST)'];
  const shown = async (page: string) => (await pageOf(`${path}${page}`)).replaceAll('\u00a0', ' ');
  expect(await shown('')).toContain(`aria-label="Cancel this place: ${first}"`);
  expect(await shown(`/cancel?event=${other}`)).toContain(`aria-label="Cancel my place: ${second}"`);
  expect(await shown('/cancel?event=all')).toContain(`${first}, ${second}`);
});

test('SLF-11: answers that are too long to be read are refused by a page with instructions', async () => {
  const { submissionId } = await buildRegistration(db, { series: { self_service: true } });
  const answer = await post(`${await linkOf({ id: submissionId })}/edit`, { message: 'x'.repeat(70_000) });
  expect([answer.status, textOf(await answer.text())]).toEqual([413, expect.stringContaining('too long for this form Nothing was saved.')]);
});
