import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { chooseMore, expectAccessibleViews, expectShown, PHONE } from '../support/browser.ts';
import { addAttendees } from '../support/series-rows.ts';
import { startAttendeeScreen } from './attendee-screen.ts';

const { db, page, series, row, names, openTable } = await startAttendeeScreen();

const card = () => page().getByRole('article', { name: 'Leading through change' });
const bar = () => page().getByRole('region', { name: 'Selected attendees' });
const chips = async () => page().getByRole('group', { name: 'Show attendees' }).getByRole('button').allInnerTexts();
const choose = async (...people: string[]) => {
  for (const name of people)
    await page()
      .getByRole('checkbox', { name: `Select ${name}`, exact: true })
      .check();
};

/** Someone who was added at the door just now. */
async function checkIn(email: string): Promise<void> {
  const { events, id: form_id } = series();
  const { id } = await db
    .selectFrom('submissions')
    .select('id')
    .where('email', '=', email)
    .where('form_id', '=', form_id)
    .executeTakeFirstOrThrow();
  const key = { event_id: events.full, submission_id: id };
  const details = JSON.stringify({ how: 'walk_in' });
  const tap = { ...key, id: crypto.randomUUID(), form_id, kind: 'here', actor: 'staff', actor_name: 'Side entrance', details } as const;
  await db
    .insertInto('registration_changes')
    .values({ ...tap, awaiting_fan_out: false })
    .execute();
  await db.updateTable('submissions').set({ is_added_by_staff: true }).where('id', '=', id).execute();
  await db
    .updateTable('registrations')
    .set({ attended_at: new Date() })
    .where('event_id', '=', key.event_id)
    .where('submission_id', '=', id)
    .execute();
}

test('ATD-12, ATD-39, ATD-40: once someone is here the table shows who, filters by it and marks selected people, and they are written to', async () => {
  await openTable();
  const [first = '', second = '', third = ''] = await names();
  expect((await chips()).join()).not.toContain('ere');
  await choose(first);
  expect(
    await bar()
      .getByRole('button', { name: /Mark as/ })
      .count(),
  ).toBe(0);
  const { email } = await db
    .selectFrom('submissions')
    .select('email')
    .where('last_name', '=', first.split(' ').at(-1) ?? '')
    .executeTakeFirstOrThrow();
  await checkIn(email);
  await openTable();
  await expectShown(row(first).getByText(/^Here \d\d:\d\d$/));
  await expectShown(row(first).getByText('Walk-in', { exact: true }));
  await expectShown(card().getByText(/^1 of \d+ here$/));
  expect((await chips()).slice(1, 3)).toEqual([expect.stringMatching(/^Here\s*1$/), expect.stringMatching(/^Not here yet\s*\d+$/)]);
  await choose(second, third);
  await bar().getByRole('button', { name: 'Mark as here' }).click();
  await expectShown(page().getByText('2 people are marked as here.'));
  await expectShown(row(second).getByText(/^Here \d\d:\d\d$/));
  await page().getByRole('button', { name: 'Undo' }).click();
  await expectShown(page().getByText('2 people are marked as not here.'));
  await row(second).getByText('Going', { exact: true }).waitFor();
  await page()
    .getByRole('button', { name: `Details of ${first}` })
    .click();
  await expectShown(page().getByText('Side entrance'));

  await bar().getByRole('button', { name: 'Clear' }).click();
  await page()
    .getByRole('button', { name: /^Not here yet/ })
    .click();
  await choose(second);
  await bar().getByRole('button', { name: 'Mark as here' }).click();
  const marked = page().getByRole('alert').filter({ hasText: '1 person is marked as here.' });
  await marked.waitFor();
  await bar().waitFor({ state: 'detached' });
  // A list printed right afterwards is not covered by it.
  await page().emulateMedia({ media: 'print' });
  expect(await marked.isVisible()).toBe(false);
  await page().emulateMedia({ media: 'screen' });
  await marked.getByRole('button', { name: 'Undo' }).click();
  await card()
    .getByText(/^1 of \d+ here$/)
    .waitFor();
  await page().getByRole('button', { name: /^Here/ }).click();
  const toThese = page().getByRole('link', { name: 'Write to these…' });
  await expect.poll(async () => toThese.getAttribute('href')).toContain('%22attended%22');
  const ofCard = card().getByRole('link', { name: 'Write to attendees…' });
  await expect.poll(async () => ofCard.getAttribute('href')).toBe(await toThese.getAttribute('href'));
  await toThese.click();
  await page().getByRole('button', { name: 'Send to 1 person…' }).waitFor();
  const filter = page().getByRole('group', { name: 'Filter' });
  await expectShown(filter.getByRole('button', { name: /^Here/, pressed: true }));
  await page().getByLabel('Subject').fill('Thank you');
  await page().getByLabel('Text', { exact: true }).fill('It was good to see you.');
  await page().getByRole('button', { name: 'Send to 1 person…' }).click();
  await expectShown(
    page()
      .getByRole('dialog')
      .getByText(/^Attendees of ‘.*’, filtered: Here$/),
  );
  await page().keyboard.press('Escape');
  await filter.getByRole('button', { name: 'Not here yet' }).click();
  await page()
    .getByRole('button', { name: /^Send to [1-9]\d* people…$/ })
    .click();
  await page()
    .getByRole('dialog')
    .getByRole('button', { name: /^Send to/ })
    .click();
  // The page of the mailing has the same words as long as the event is on.
  await expectShown(page().getByText(/^Attendees of ‘.*’, filtered: Not here yet$/));
});

test('ATD-64: actions that need an address are not offered for someone without one', async () => {
  await openTable();
  const [first = ''] = await names();
  const { id } = await db
    .selectFrom('submissions')
    .select('id')
    .where(sql`first_name || ' ' || last_name`, '=', first)
    .where('form_id', '=', series().id)
    .executeTakeFirstOrThrow();
  await db.updateTable('submissions').set({ email: '', email_key: id }).where('id', '=', id).execute();
  await page().reload();
  await page()
    .getByRole('button', { name: `Details of ${first}` })
    .click();
  await page().getByRole('link', { name: 'Open person' }).waitFor();
  const needing = page()
    .locator('[href="mailto:"]')
    .or(page().getByRole('button', { name: /^(Copy|Send) link$|^Copy address$/ }))
    .or(page().getByRole('link', { name: /Copper/ }));
  expect(await needing.count()).toBe(0);
  await expectAccessibleViews(page());
  await page().getByRole('link', { name: 'Open person' }).click();
  await page().getByRole('complementary', { name: first }).waitFor();
  expect(await needing.count()).toBe(0);
});

test('ATD-31, ATD-32, ATD-53: staff make and end links to the door', async () => {
  const own = { id: crypto.randomUUID(), event_id: series().events.full, token_hash: Buffer.alloc(32), label: 'Bea Roe' };
  await db
    .insertInto('door_links')
    .values({ ...own, may_add: true, is_own: true, made_by: 'bea@example.com', ends_at: new Date(Date.now() + 3_600_000) })
    .execute();
  await openTable();
  await page().route('**/door_links', async (route) => route.abort());
  await chooseMore(card(), 'Door links');
  const dialog = page().getByRole('dialog', { name: 'Door links' });
  await expectShown(dialog.getByRole('button', { name: 'Retry' }));
  await page().unroute('**/door_links');
  await dialog.getByRole('button', { name: 'Retry' }).click();
  await expectShown(dialog.getByRole('listitem').filter({ hasText: 'Bea Roe' }).getByRole('img', { name: 'Personal link' }));
  await dialog.getByRole('textbox', { name: 'New link' }).fill('Cloakroom');
  await dialog.getByRole('button', { name: 'Create link' }).click();
  await expectShown(dialog.getByText('The link ‘Cloakroom’ is ready'));
  await expectShown(dialog.getByRole('img', { name: 'QR code for the link ‘Cloakroom’' }));
  await expectShown(dialog.getByText(/\/door#[\w-]{22}$/));
  await expectShown(dialog.getByText('This address works on this computer only. The README says how to try the door on a phone.'));
  const end = await dialog.getByLabel('Ends').locator('option').allInnerTexts();
  expect(end).toEqual([1, 2, 3, 4].map(() => expect.stringMatching(/^(Today|Tomorrow|\w{3} \d+ \w{3}) at \d\d:\d\d$/)));
  await expectShown(dialog.getByText(`0 phones, 0 checked in, ends ${end[0]?.replace(/^To/, 'to')}`));
  await expectAccessibleViews(page(), { fits: true });
  await dialog.getByRole('button', { name: 'End ‘Cloakroom’' }).click();
  await page().getByRole('dialog', { name: 'End ‘Cloakroom’?' }).getByRole('button', { name: 'End link' }).click();
  await expectShown(dialog.getByText(/^0 phones, 0 checked in, ended .*, by /));
  expect(await dialog.getByText('The link ‘Cloakroom’ is ready').count()).toBe(0);
  const [link] = await db.selectFrom('door_links').select(['label', 'may_add', 'ended_at']).where('id', '<>', own.id).execute();
  expect(link).toMatchObject({ label: 'Cloakroom', may_add: true, ended_at: expect.any(Date) });
});

test('ATD-40: once an event is over, those who came are written to from its card in two clicks', async () => {
  await openTable();
  const { full } = series().events;
  const { email } = await db
    .selectFrom('submissions')
    .innerJoin('registrations', 'submission_id', 'submissions.id')
    .select('email')
    .where('event_id', '=', full)
    .executeTakeFirstOrThrow();
  await checkIn(email);
  await openTable();
  await expectShown(card().getByText(/^1 of \d+ here$/));
  await card()
    .getByRole('button', { name: /^More for / })
    .first()
    .click();
  await page().getByRole('menuitem', { name: 'Door links' }).waitFor();
  expect(await page().getByRole('menuitem', { name: 'Write to those who came…' }).count()).toBe(0);
  await db
    .updateTable('events')
    .set({ starts_at: new Date(Date.now() - 48 * 3_600_000), ends_at: null })
    .where('id', '=', full)
    .execute();
  await openTable();
  await chooseMore(card(), 'Write to those who came…');
  await page().getByRole('button', { name: 'Send to 1 person…' }).waitFor();
  await expectShown(page().getByRole('group', { name: 'Filter' }).getByRole('button', { name: /^Came/, pressed: true }));
});

test.each([0, 120])(
  'ATD-40: of a filtered list with %i more people, someone whom a colleague marks is no longer selected',
  async (count) => {
    const { id, events } = series();
    const more = Array.from({ length: count }, (_, index) => ({
      first_name: 'Row',
      last_name: `${200 + index}`,
      email: `row.${index}@rows.example`,
    }));
    await addAttendees(db, id, [events.full], more);
    await openTable();
    const [first = '', second = '', third = ''] = await names();
    const addressOf = async (name: string) =>
      (
        await db
          .selectFrom('submissions')
          .select('email')
          .where('last_name', '=', name.split(' ').at(-1) ?? '')
          .executeTakeFirstOrThrow()
      ).email;
    await checkIn(await addressOf(first));
    await openTable();
    await page()
      .getByRole('button', { name: /^Not here yet/ })
      .click();
    await row(first).waitFor({ state: 'detached' });
    await choose(second, third);
    await checkIn(await addressOf(second));
    await page().getByRole('columnheader', { name: 'Status' }).getByRole('button').click();
    await row(second).waitFor({ state: 'detached' });
    await expectShown(bar().getByText('1 selected'));
  },
);

test('ATD-39, ATD-53: from a day before the event its card has the door, which opens through a personal link, in the row of a wide window and on a phone', async () => {
  await db
    .updateTable('events')
    .set({ starts_at: new Date(Date.now() + 3_600_000) })
    .where('id', '=', series().events.full)
    .execute();
  const doorButton = card().getByRole('button', { name: 'Door', exact: true });
  await openTable();
  await expectShown(doorButton);
  await expectShown(card().getByRole('link', { name: 'Edit Event' }));
  await page().setViewportSize(PHONE);
  await openTable();
  const [door] = await Promise.all([page().waitForEvent('popup'), doorButton.click()]);
  await expectShown(door.getByRole('heading', { name: 'Leading through change' }));
  await door.getByRole('button', { name: 'More' }).click();
  const [links] = await Promise.all([door.waitForEvent('popup'), door.getByRole('link', { name: 'Door links' }).click()]);
  await expectShown(links.getByRole('dialog').getByRole('heading', { name: 'Door links' }));
  await expect.poll(() => links.url()).not.toContain('doors');
  await expectShown(links.getByRole('dialog').getByRole('heading', { name: 'Door links' }));
  await card()
    .getByRole('button', { name: /^More for / })
    .first()
    .click();
  const items = await page().getByRole('menuitem').allInnerTexts();
  expect([items.includes('Edit Event'), items.includes('Door')]).toEqual([true, false]);
  // Nor does the next sign-in open the dialog. Last in this file, since its page is signed out.
  await links.evaluate(() => {
    localStorage.clear();
    window.dispatchEvent(new StorageEvent('storage', { key: null }));
  });
  await links.waitForURL(/[/]$/);
  const kept = await links.evaluate(() => Object.values(sessionStorage).join(' '));
  expect([kept.includes('events-series'), kept.includes('doors')]).toEqual([true, false]);
});
