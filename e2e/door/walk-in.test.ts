import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { expectAccessibleViews, expectShown, PHONE } from '../support/browser.ts';
import { buildDoor, button, goOffline, goOnline, openDoor, row, search, tap } from '../support/door.ts';
import { startFormProduct } from '../support/public-forms.ts';

const { product, db } = await startFormProduct();

/** The time during which a tap where a dialog was closed counts as the second half of a double tap. */
const DOUBLE_TAP_MS = 450;

test('ATD-19, ATD-28: a double tap on a button that closes a dialog does not reach anything below it; a last name is in front of a comma', async () => {
  const door = await buildDoor(db);
  const page = await openDoor(product.url, await door.link('Front door'), { viewport: { width: 320, height: 568 } });
  await search(page).fill('rhys prydderch, nia');
  await button(page, 'Add ‘rhys prydderch, nia’ as a walk-in').click();
  const form = page.getByRole('dialog');
  expect(await form.getByLabel('Last name').inputValue()).toBe('Rhys Prydderch');
  expect(await form.getByLabel('First name').inputValue()).toBe('Nia');
  // Phone keyboards would change names into words.
  expect(await form.getByLabel('First name').getAttribute('autocorrect')).toBe('off');
  // Values that the server would refuse later, after the person has gone in, are refused now.
  await form.getByLabel('Last name').fill('Prydderch 07700 900123');
  await button(page, 'Add and check in').click();
  await expectShown(form.getByText('Please enter a name without a web address, email address or phone number'));
  await form.getByLabel('Last name').fill('Rhys Prydderch');
  await form.getByLabel('Organisation').fill('Kestrel');
  // Stay covers the submit button.
  await button(page, 'Back').click();
  await button(page, 'Stay').dblclick();
  await sleep(DOUBLE_TAP_MS);
  expect([await form.count(), await door.here()]).toEqual([1, []]);
  // Its button is replaced by one for another walk-in.
  await button(page, 'Add and check in').dblclick();
  await expectShown(page.getByText('Nia Rhys Prydderch is here'));
  expect(await form.count()).toBe(0);
  // The next walk-in does not get this one's name.
  expect(await search(page).inputValue()).toBe('');
  await tap(page, 'Rhys Prydderch');
  await button(page, 'Not here').dblclick();
  await expectShown(page.getByText('Nia Rhys Prydderch is not here'));
  await expect.poll(door.here).toEqual([]);
  expect(await form.count()).toBe(0);
});

test('ATD-28, ATD-57, ATD-58, ATD-52: a walk-in with and without an address, one who had signed up, and someone let in at a full event', async () => {
  const door = await buildDoor(db, { maximum_participants: 5 });
  const page = await openDoor(product.url, await door.link('Front door'));
  await search(page).fill('nia@example.com');
  await button(page, 'Add ‘nia@example.com’ as a walk-in').click();
  await expect.poll(async () => page.getByRole('dialog').getByLabel('Email').inputValue()).toBe('nia@example.com');
  await button(page, 'Back').click();
  expect(await page.getByRole('dialog').count()).toBe(0);
  await button(page, 'Add ‘nia@example.com’ as a walk-in').click();
  await page.getByRole('dialog').getByLabel('Organisation').fill('Kestrel');
  await sleep(DOUBLE_TAP_MS);
  await button(page, 'Back').click();
  await button(page, 'Leave').click();
  await search(page).fill('nia prydderch');
  await expectShown(page.getByText('Nobody found for ‘nia prydderch’.'));
  await button(page, 'Add ‘nia prydderch’ as a walk-in').click();
  const form = page.getByRole('dialog');
  await expectShown(form.getByText('This event is full: 5 of 5 places are taken.'));
  await expectShown(form.getByText('No email is sent. Nia Prydderch will be listed as added at ‘Front door’.'));
  await form.getByLabel('Email').fill('nia@');
  await form.getByLabel('Organisation').fill('Self-employed');
  await expectShown(form.getByText('Please enter a valid email address'));
  await expectAccessibleViews(page, { fits: true });
  await page.setViewportSize(PHONE);
  await button(page, 'Back').click();
  await button(page, 'Stay').click();
  await sleep(DOUBLE_TAP_MS);
  await form.getByLabel('Email').fill(' <Nia@Example.com> ');
  await goOffline(page);
  await button(page, 'Add anyway').click();
  await expectShown(page.getByText('Nia Prydderch is here'));
  await page.reload();
  await expectShown(row(page, 'Prydderch').getByText(/^Kept/));
  await goOnline(page);
  await expect.poll(door.here).toEqual(['Prydderch']);

  await button(page, 'Add a walk-in').click();
  // A name that the server would refuse later is refused now.
  await form.getByLabel('Last name').fill('\u200b');
  await button(page, 'Add anyway').click();
  await expectShown(form.getByText('Please enter a last name'));
  await form.getByLabel('First name').focus();
  await page.keyboard.insertText('Maximilian '.repeat(30));
  expect((await form.getByLabel('First name').inputValue()).length).toBe(100);
  await form.getByLabel('First name').fill('');
  await form.getByLabel('Last name').fill('Unknown');
  await button(page, 'Add anyway').click();
  await expect.poll(door.here).toEqual(['Prydderch', 'Unknown']);
  const added = await db
    .selectFrom('submissions')
    .select(['email', 'last_name'])
    .where('last_name', 'in', ['Prydderch', 'Unknown'])
    .execute();
  expect(added.toSorted((one, other) => one.last_name.localeCompare(other.last_name))).toEqual([
    { last_name: 'Prydderch', email: 'Nia@Example.com' },
    { last_name: 'Unknown', email: '' },
  ]);

  // With the same address and name it is the same person.
  await sleep(DOUBLE_TAP_MS);
  await button(page, 'Add a walk-in').click();
  await form.getByLabel('First name').fill('nia');
  await form.getByLabel('Last name').fill('prydderch');
  await form.getByLabel('Email').fill('nia@example.com');
  await button(page, 'Add anyway').click();
  await expectShown(page.getByText('nia prydderch was signed up already and is here now.'));
  expect(await door.here()).toHaveLength(2);

  // Undoes a walk-in who had signed up, before either is sent.
  const { email } = await db
    .selectFrom('submissions')
    .select('email')
    .where('id', '=', door.submissions[1] ?? '')
    .executeTakeFirstOrThrow();
  await sleep(DOUBLE_TAP_MS);
  await goOffline(page);
  await button(page, 'Add a walk-in').click();
  await form.getByLabel('First name').fill('Gwen');
  await form.getByLabel('Last name').fill('Bevan');
  await form.getByLabel('Email').fill(email);
  await button(page, 'Add anyway').click();
  await button(page, 'Add a walk-in').click({ trial: true });
  await button(page, 'Undo').click();
  await expectShown(page.getByText('Offline – 1 change kept on this phone'));
  await goOnline(page);
  await expectShown(page.getByText('Live'));
  await expect.poll(door.here).toEqual(['Prydderch', 'Unknown']);
  expect(await page.getByText("didn't go through").count()).toBe(0);

  await tap(page, 'Prout');
  await expectShown(form.getByText('On the waiting list, position 1'));
  await expectShown(form.getByText(/^This event is full: \d of 5 places are taken. This goes \d over the maximum.$/));
  await button(page, 'Let in').click();
  await expect.poll(door.here).toEqual(['Prout', 'Prydderch', 'Unknown']);

  // Where nobody may be let in, it does not matter what that would do.
  await db.updateTable('door_links').set({ may_add: false }).execute();
  await page.reload();
  await expectShown(page.getByText('Live'));
  await tap(page, 'Clarke');
  await expectShown(form.getByText('Cancelled'));
  expect(await form.getByText('over the maximum').count()).toBe(0);
});
