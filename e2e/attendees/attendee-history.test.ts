import { expect, test } from 'vitest';
import { LOADING } from '#contract/texts/staff.ts';
import { newId } from '#server/db/new-id.ts';
import type { Row } from '#server/db/tables.ts';
import { expectAccessible, expectShown, PHONE } from '../support/browser.ts';
import { holdRequests } from '../support/requests.ts';
import { startAttendeeScreen } from './attendee-screen.ts';

const { db, page, series, openTable, openAttendee } = await startAttendeeScreen();

const NAME = 'Tomasz Zieliński';
const history = () => page().getByRole('region', { name: 'History' });

async function addChange(
  submissionId: string,
  change: Pick<Row<'registration_changes'>, 'kind' | 'actor' | 'actor_name'>,
  details: object,
  at: string,
): Promise<string> {
  const id = newId();
  const event = { form_id: series().id, event_id: series().events.full };
  await db
    .insertInto('registration_changes')
    .values({ id, submission_id: submissionId, ...event, ...change, details: JSON.stringify(details), at, awaiting_fan_out: false })
    .execute();
  return id;
}

/** An offer that was mailed, and a mail about a change of the event that failed. */
async function addChanges(): Promise<{ failed: string }> {
  const people = db.selectFrom('submissions').select('id').where('form_id', '=', series().id);
  const { id: submissionId } = await people.where('last_name', '=', 'Zieliński').executeTakeFirstOrThrow();
  const until = { until: '2026-11-18T16:06:00Z' };
  const offered = await addChange(submissionId, { kind: 'offered', actor: 'automatic', actor_name: null }, until, '2026-11-17T16:05:00Z');
  const changes = [{ label: 'Date', before: '09:00–16:30', now: '09:30–17:00 GMT' }];
  const failed = newId();
  const announced = await addChange(
    submissionId,
    { kind: 'announced', actor: 'staff', actor_name: 'Maya Osei' },
    { changes },
    '2026-11-20T09:24:00Z',
  );
  const step = { submission_id: submissionId, step: 'email', next_try_at: new Date('2999-01-01') } as const;
  await db
    .insertInto('submission_steps')
    .values([
      { ...step, change_id: offered, state: 'succeeded' },
      { ...step, id: failed, change_id: announced, state: 'waiting', attempts: 2, message: '451 4.7.1 try again later' },
    ])
    .execute();
  return { failed };
}

test('WTL-33: the details show the history of an attendee, newest first, with the person who acted and the steps', async () => {
  await addChanges();
  await openAttendee(NAME);
  await expectShown(history().getByText('Notified about a change'));
  const [first = '', second = ''] = await history()
    .getByRole('list')
    .first()
    .getByRole('listitem')
    .filter({ has: page().locator('time') })
    .allInnerTexts();
  for (const words of ['Fri 20 Nov 2026', 'Date: 09:00–16:30 → 09:30–17:00 GMT', 'Maya Osei']) expect(first).toContain(words);
  expect(first).toContain('Failed a step: Email: event changed - 451 4.7.1 try again later');
  for (const words of ['Offered a place', 'Until Wed 18 Nov 2026, 16:06 GMT', 'Automatic', 'Email: a place has opened up'])
    expect(second).toContain(words);
  await expectAccessible(page());
  await page().setViewportSize(PHONE);
  await expectShown(history().getByText('Notified about a change'));
});

test('WTL-33: a change of an event that has been deleted is not taken for one of this event', async () => {
  await addChanges();
  await db.updateTable('registration_changes').set({ event_id: newId() }).where('kind', '=', 'offered').execute();
  await openAttendee(NAME);
  await expectShown(history().getByRole('listitem').filter({ hasText: 'Offered a place' }).getByText('A deleted event'));
});

test('WTL-36: the failed step of a change is retried from the history', async () => {
  const { failed } = await addChanges();
  await openAttendee(NAME);
  const asked = page().waitForRequest((request) => request.method() === 'POST' && request.url().includes('/retry'));
  await history().getByRole('button', { name: 'Retry Email: event changed' }).click();
  expect(new URL((await asked).url()).pathname).toBe(`/api/step/${failed}/retry`);
});

test('WTL-33: an attendee to whom nothing happened has no history, and nothing asks for one', async () => {
  await openTable(); // Leaves the page of the last test, which may still be reading its history.
  const asked: string[] = [];
  page().on('request', (request) => asked.push(request.url()));
  await openAttendee(NAME);
  await expectShown(page().getByRole('button', { name: 'Delete Submission' }));
  expect(await history().count()).toBe(0);
  expect(asked.filter((url) => url.includes('/history'))).toEqual([]);
});

test('WTL-33: while it loads the history says so', async () => {
  await addChanges();
  const release = await holdRequests(page(), '**/history');
  await openAttendee(NAME);
  await expectShown(history().getByText(LOADING));
  release();
  await expectShown(history().getByText('Notified about a change'));
  expect(await history().getByText(LOADING).count()).toBe(0);
});
