import { expect, test } from 'vitest';
import { expectShown } from '../support/browser.ts';
import { buildDoor, button, openDoor, row, search, shownNames, tap } from '../support/door.ts';
import { startFormProduct } from '../support/public-forms.ts';
import { translateNow } from '../support/translate.ts';

const { product, db } = await startFormProduct();

test('ATD-29: the door is used by keyboard, and a browser that translates it breaks nothing', async () => {
  const door = await buildDoor(db);
  const page = await openDoor(product.url, await door.link('Front door'));
  await row(page, 'Bevan').waitFor();
  await translateNow(page);
  await page.keyboard.press('/');
  await page.keyboard.type('bev');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect.poll(door.here).toEqual(['Bevan']);
  expect(await page.locator('footer [role=status]').innerText()).toContain('Gwen Bevan is here');
  // The tick keeps its background.
  await page.emulateMedia({ forcedColors: 'active' });
  const circle = row(page, 'Bevan').locator('.circle');
  await expect.poll(async () => circle.evaluate((shown) => getComputedStyle(shown).backgroundColor)).toBe('rgb(21, 119, 63)');
  await page.emulateMedia({ forcedColors: 'none' });
  await page.locator('body').click({ position: { x: 5, y: 5 } });
  await page.keyboard.press('u');
  await expect.poll(door.here).toEqual([]);
  expect(await page.evaluate(() => getSelection()?.toString())).toBe('bev');
  await page.setViewportSize({ width: 320, height: 640 });
  await search(page).fill('pro');
  await expect.poll(async () => page.locator('.row').count()).toBe(4);
});

test('ATD-17, ATD-29: someone whose name was typed in parts is only checked in by a second Enter', async () => {
  const door = await buildDoor(db);
  await db.updateTable('submissions').set({ first_name: 'Marianne' }).where('last_name', '=', 'Kowal').execute();
  const page = await openDoor(product.url, await door.link('Front door'));
  await search(page).fill('mari anne');
  await expect.poll(async () => shownNames(page)).toEqual(['Kowal']);
  await search(page).press('Enter');
  await expect.poll(async () => row(page, 'Kowal').evaluate((shown) => shown === document.activeElement)).toBe(true);
  expect(await door.here()).toEqual([]);
  await page.keyboard.press('Enter');
  await expect.poll(door.here).toEqual(['Kowal']);
});

test('ATD-29: Enter only checks in people who were searched for, and a key that is held acts once', async () => {
  const door = await buildDoor(db);
  const ofProsser = db.updateTable('submissions').where('id', '=', door.submissions[2] ?? '');
  await ofProsser.set({ organisation: 'Halle 10115' }).execute();
  const page = await openDoor(product.url, await door.link('Front door'));
  const hold = async (): Promise<void> => {
    for (let times = 0; times < 4; times += 1) await page.keyboard.down('Enter');
    await page.keyboard.up('Enter');
  };
  for (const name of ['Adeyemi', 'Bevan', 'Prothero']) await tap(page, name);
  await search(page).fill('halle 10115');
  await hold();
  await expectShown(row(page, 'Prosser').getByText(/^Here/));
  expect(await search(page).inputValue(), 'no code').toBe('halle 10115');
  await search(page).fill('');
  await button(page, /^Not here yet/).click();
  await expect.poll(async () => shownNames(page)).toEqual(['Kowal']);
  await search(page).press('Enter');
  await expect.poll(door.here).toEqual(['Adeyemi', 'Bevan', 'Prosser', 'Prothero']);
  // For people who wait or are here a sheet opens, and the same key press does not let them in or undo.
  for (const [name, act] of [
    ['prout', 'Let in'],
    ['bevan', 'Not here'],
  ] as const) {
    await search(page).fill(name);
    await search(page).press('Enter');
    await expectShown(page.getByRole('dialog').getByRole('button', { name: act }));
    await page.keyboard.press('Escape');
  }
  await search(page).fill('');
  await row(page, 'Kowal').focus();
  await hold();
  await expectShown(page.getByText('Mark Kowal is here'));
  expect(await page.getByRole('dialog').count()).toBe(0);
  const taps = db.selectFrom('registration_changes').select('id').where('event_id', '=', door.eventId);
  await expect.poll(async () => (await taps.execute()).length).toBe(5);
});
