import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { expectAccessibleViews, expectShown, openBrowser, openPage, PHONE } from '../support/browser.ts';
import { buildDoor, button, countKept, goOffline, goOnline, inHours, openDoor, row, search, shownNames, tap } from '../support/door.ts';
import { addRegistered } from '../support/limited-rows.ts';
import { startFormProduct } from '../support/public-forms.ts';

const { product, db } = await startFormProduct();

test('ATD-14, ATD-30: the door is a separate page, the only one that may use the camera, and is neither indexed, framed nor sent as a referrer', async () => {
  const { headers } = await fetch(`${product.url}/door`);
  expect(
    Object.fromEntries(
      ['permissions-policy', 'referrer-policy', 'x-robots-tag', 'x-frame-options'].map((name) => [name, headers.get(name)]),
    ),
  ).toEqual({
    'permissions-policy': 'camera=(self)',
    'referrer-policy': 'no-referrer',
    'x-robots-tag': 'noindex',
    'x-frame-options': 'DENY',
  });
  const staff = await fetch(`${product.url}/`);
  expect(staff.headers.get('permissions-policy')).toBe('camera=()');
});

test('ATD-15, ATD-16, ATD-17, ATD-18, ATD-19, ATD-20, ATD-21, ATD-6, ATD-56: two phones search, check in, undo and see each other', async () => {
  const door = await buildDoor(db);
  const [front, side] = [
    await openDoor(product.url, await door.link('Front door')),
    await openDoor(product.url, await door.link('Side entrance')),
  ];
  await expectShown(front.getByText('of 5 here'));
  expect(await shownNames(front)).toEqual(['Adeyemi', 'Bevan', 'Clarke', 'Dąbrowski', 'Kowal', 'Prosser', 'Prothero', 'Prout']);
  await expectShown(row(front, 'Dąbrowski').getByText('Waiting list, 2'));
  await expectShown(row(front, 'Clarke').getByText('Cancelled'));
  await expectAccessibleViews(front, { fits: true });
  await front.setViewportSize(PHONE);

  // Beginnings of words, without accents; names before organisations.
  await search(front).fill('pros');
  await expect.poll(async () => shownNames(front)).toEqual(['Prosser', 'Kowal']);
  await search(front).fill('sian pr');
  await expect.poll(async () => shownNames(front)).toEqual(['Prosser']);
  await tap(front, 'Prosser');
  await expectShown(front.getByText('Siân Prosser is here'));
  expect(await front.evaluate(() => getSelection()?.toString())).toBe('sian pr');
  await expectShown(row(side, 'Prosser').getByText(/^Here \d\d:\d\d$/));
  await expectShown(side.getByText('of 5 here'));
  await expect.poll(door.here).toEqual(['Prosser']);

  // Undo reverts one tap; a second one stays.
  await goOffline(side);
  await search(front).fill('');
  await tap(front, 'Bevan');
  await expect.poll(door.here).toEqual(['Bevan', 'Prosser']);
  await tap(side, 'Bevan');
  await goOnline(side);
  await expectShown(side.getByText(/Already here since/));
  await button(front, 'Undo').click();
  await expectShown(front.getByText(/^Still here: checked in at Side entrance, \d\d:\d\d$/));
  await expectShown(row(front, 'Bevan').getByText(/^Here/));

  // 'Not here' reverts all.
  await tap(side, 'Bevan');
  await expectShown(side.getByRole('dialog').getByText(/^Here since/));
  await expectAccessibleViews(side, { fits: true });
  await side.setViewportSize(PHONE);
  await button(side, 'Not here').click();
  await expect.poll(door.here).toEqual(['Prosser']);
  await expect.poll(async () => row(front, 'Bevan').getAttribute('aria-pressed')).toBe('false');
  expect(await row(front, 'Bevan').getAttribute('data-new')).toBe(null);
  await button(front, /^Not here yet/).click();
  await tap(front, 'Adeyemi');
  expect(await shownNames(front)).toContain('Adeyemi');
  await button(front, /^Here/).click();
  await expect.poll(async () => shownNames(front)).toEqual(['Adeyemi', 'Prosser']);

  // The other phones read only people who are let in or new.
  const readings: string[] = [];
  front.on('request', (request) => request.url().includes('/door/people') && readings.push(new URL(request.url()).search));
  await button(front, /^Everybody/).click();
  await tap(side, 'Prout');
  await button(side, 'Let in').click();
  await expectShown(row(front, 'Dąbrowski').getByText('Waiting list, 1'));
  await search(side).fill('Maddocks');
  await button(side, 'Add ‘Maddocks’ as a walk-in').click();
  await button(side, 'Add anyway').click();
  await expectShown(row(front, 'Maddocks'));
  await door.notify([]);
  await front.waitForResponse(/door\/open$/);
  await expect.poll(() => readings.length).toBeGreaterThan(2);
  expect(readings.filter((query) => !query.startsWith('?ids='))).toEqual([]);
});

test.each([{ isComposing: true }, { keyCode: 229 }])(
  'ATD-16: the keys of an input method do not check anyone in and stay in the search: %o',
  async (sign) => {
    const door = await buildDoor(db);
    const page = await openDoor(product.url, await door.link('Front door'));
    await search(page).fill('bev');
    await expect.poll(async () => shownNames(page)).toEqual(['Bevan']);
    for (const key of ['ArrowDown', 'Enter']) await search(page).dispatchEvent('keydown', { key, ...sign });
    await search(page).fill('zhang');
    await search(page).dispatchEvent('keydown', { key: 'Enter', ...sign });
    await page.evaluate(() => new Promise(requestAnimationFrame));
    expect([await page.getByRole('dialog').count(), await door.here()]).toEqual([0, []]);
    expect(await search(page).evaluate((field) => document.activeElement === field)).toBe(true);
    await search(page).fill('bev');
    await search(page).press('Enter');
    await expect.poll(door.here).toEqual(['Bevan']);
  },
);

test('ATD-20: people with the same name and organisation are distinguished by the day of their sign-up, and by its time if that is the same', async () => {
  const { seriesId, eventId, link } = await buildDoor(db);
  const twin = { first_name: 'Tom', last_name: 'Ellery', organisation: 'Kestrel Housing' };
  const times = ['2025-11-03T14:05:00Z', '2025-11-03T09:30:00Z', '2025-11-04T14:05:00Z'];
  const people = times.map((at, index) => ({ ...twin, email: `tom${index}@example.com`, submitted_at: new Date(at) }));
  await addRegistered(db, { seriesId, eventId, status: 'confirmed' }, people);
  const page = await openDoor(product.url, await link('Front door'));
  await row(page, 'Ellery').first().waitFor();
  expect((await row(page, 'Ellery').locator('.organisation').allInnerTexts()).toSorted()).toEqual([
    'Kestrel Housing, signed up 3 Nov, 09:30',
    'Kestrel Housing, signed up 3 Nov, 14:05',
    'Kestrel Housing, signed up 4 Nov',
  ]);
  // The first tap checks in; the second one opens the sheet.
  for (const _ of [1, 2]) await tap(page, 'signed up 4 Nov');
  await expectShown(page.getByRole('dialog').getByText('Kestrel Housing, signed up 4 Nov'));
});

test('ATD-21, ATD-55: a door that is reopened in the meantime, or reads while it is closed, only shows its list, and keeps nothing', async () => {
  const door = await buildDoor(db);
  const page = await openDoor(product.url, await door.link('Front door'));
  await expectShown(page.getByText('Live'));
  const late = async (path: string): Promise<unknown> =>
    page.route(path, async (route) => {
      await sleep(2_500);
      await route.continue().catch(() => undefined);
    });
  await late('**/door/open');
  const opened = async () => page.waitForResponse(/door\/open$/);
  for (const _ of [1, 2]) {
    await door.notify([]);
    await page.waitForRequest(/door\/open$/);
  }
  await opened();
  await row(page, 'Bevan').waitFor();
  await late('**/door/people*');
  const reading = page.waitForRequest(/door\/people$/);
  await door.notify(null);
  await (await reading).response();
  const again = page.waitForRequest(/door\/people$/);
  await door.notify(null);
  await again;
  await button(page, 'Close this door').click();
  await button(page, 'Close this door').last().click();
  await expectShown(page.getByText('This door is closed on this phone.'));
  await (await again).response();
  await sleep(500);
  expect(await countKept(page)).toBe(0);
});

test('ATD-32, ATD-33, ATD-65, ATD-9: an ended link, a 21st phone, a cancelled event, and another day', async () => {
  const door = await buildDoor(db, { starts_at: inHours(48), ends_at: inHours(50) });
  const token = await door.link('Front door');
  const page = await openDoor(product.url, token);
  await expectShown(page.getByText(/^This event is on \w+day \d/));
  await tap(page, 'Bevan');
  await expectShown(page.getByRole('heading', { name: 'Check people in today anyway?' }));
  await button(page, 'Cancel').click();
  expect(await row(page, 'Bevan').getAttribute('aria-pressed')).toBe('false');
  await tap(page, 'Bevan');
  await button(page, 'Check in').click();
  await tap(page, 'Prosser');
  await expect.poll(door.here).toEqual(['Bevan', 'Prosser']);

  await goOffline(page);
  await tap(page, 'Kowal');
  await door.cancel(4);
  await goOnline(page);
  await button(page, 'Let in Mark Kowal').waitFor();
  await db.updateTable('events').set({ cancelled_at: new Date() }).where('id', '=', door.eventId).execute();
  await page.reload();
  await expectShown(page.getByText('This event has been cancelled. Please ask the organiser.'));
  expect(await button(page, 'Add a walk-in').count()).toBe(0);
  expect(await button(page, 'Scan').count()).toBe(0);
  await expectShown(page.getByText("1 check-in didn't go through"));
  expect(await button(page, 'Let in Mark Kowal').count()).toBe(0);
  await db.updateTable('events').set({ cancelled_at: null }).where('id', '=', door.eventId).execute();
  await page.reload();
  await row(page, 'Bevan').waitFor();

  await db.updateTable('door_links').set({ ended_at: new Date() }).where('event_id', '=', door.eventId).execute();
  // The server only checks now and then whether the link of an open page has ended.
  await page.getByText('This link has ended. Please ask the organiser for a new one.').waitFor({ timeout: 45_000 });
  expect(await page.locator('.row').count()).toBe(0);
  const left = async () => page.evaluate(async () => (await indexedDB.databases()).length && caches.keys());
  await expect.poll(left).toEqual([]);
  const phones = Array.from({ length: 20 }, () => randomUUID());
  const crowded = await openDoor(product.url, await door.link('Crowded', { phones }));
  await expectShown(crowded.getByText('This link is open on 20 phones already. Please ask the organiser.'));
  await expectAccessibleViews(crowded, { fits: true });

  // A guessed link, one after its end, and one of a deleted event all show only this sentence.
  const ended = 'This link has ended. Please ask the organiser for a new one.';
  const shown = async (token: string) => {
    const closed = await openDoor(product.url, token);
    await expectShown(closed.getByText(ended));
    return closed.locator('body').innerText();
  };
  const deleted = await door.link('Back door');
  expect([await shown('a'.repeat(22)), await shown(await door.link('Over', { ends_at: inHours(-1) }))]).toEqual([ended, ended]);
  await db.deleteFrom('events').where('id', '=', door.eventId).execute();
  expect(await shown(deleted)).toBe(ended);
});

test.each(['.', ')', '%20', '_', '#qr'])('ATD-30: a link that a chat app has extended by %o opens the door', async (end) => {
  const door = await buildDoor(db);
  const page = await openDoor(product.url, (await door.link('Front door')) + end);
  await expectShown(row(page, 'Bevan'));
});

test('ATD-14: a browser that cannot read the script shows what the door needs, which the door replaces', async () => {
  const NEEDED = 'The door needs JavaScript and a browser from 2023 or later.';
  const door = await buildDoor(db);
  const page = await openDoor(product.url, await door.link('Front door'));
  await expectShown(row(page, 'Bevan'));
  expect(await page.getByText(NEEDED).count()).toBe(0);
  const old = await openPage(await openBrowser());
  await old.route('**/assets/door-*.js', async (route) => route.fulfill({ contentType: 'text/javascript', body: '' }));
  await old.goto(`${product.url}/door#${await door.link('Old phone')}`);
  await expectShown(old.getByText(NEEDED));
});

test('ATD-18, ATD-20: a time on another day has its weekday, and in landscape the list keeps half of the screen', async () => {
  const door = await buildDoor(db, { starts_at: inHours(-30) });
  const at = inHours(-26);
  await db
    .updateTable('registrations')
    .set({ attended_at: at })
    .where('submission_id', '=', door.submissions[1] ?? '')
    .execute();
  const page = await openDoor(product.url, await door.link('Front door'), { viewport: { width: 844, height: 390 } });
  const day = new Intl.DateTimeFormat('en-GB', { timeZone: 'UTC', weekday: 'short' }).format(at);
  await expectShown(row(page, 'Bevan').getByText(new RegExp(`^Here ${day} \\d\\d:\\d\\d$`)));
  expect(await page.locator('main').evaluate((list) => list.clientHeight)).toBeGreaterThan(180);
  // Another filter begins at its first person; at this height the filters are not shown.
  await page.setViewportSize({ width: 390, height: 480 });
  await page.locator('main').evaluate((list) => list.scrollTo(0, list.scrollHeight));
  await button(page, /^Not here yet/).click();
  await expect.poll(async () => page.locator('main').evaluate((list) => list.scrollTop)).toBe(0);
  await button(page, /^Everybody/).click();
  await tap(page, 'Adeyemi');
  await expectShown(row(page, 'Adeyemi').getByText(/^Here \d\d:\d\d$/));
});

test('ATD-18: both parts of a name that is too long for a phone are shown, a short one in full', async () => {
  const { seriesId, eventId, link } = await buildDoor(db);
  const long = 'Maximiliana-Alexandrina Wilhelmine Friederike';
  const names = [
    [long, 'Okonkwo'],
    ['Ada', long],
    [long, 'Wolfeschlegelsteinhausenbergerdorff'],
    ['', 'Suharto'],
    ['محمد', 'الحسيني'],
  ];
  const people = names.map(([first_name = '', last_name = ''], index) => ({ first_name, last_name, email: `long${index}@example.com` }));
  await addRegistered(db, { seriesId, eventId, status: 'confirmed' }, people);
  const page = await openDoor(product.url, await link('Front door'), { viewport: PHONE });
  await row(page, 'Okonkwo').waitFor();
  for (const [first = '', last = ''] of names) {
    const parts = page.locator('.name').filter({ hasText: last }).filter({ hasText: first }).first().locator('> *');
    const boxes = await parts.evaluateAll((all) =>
      all.map((part) => ({ width: part.clientWidth, x: part.getBoundingClientRect().x, isWhole: part.scrollWidth <= part.clientWidth })),
    );
    const [one, two] = [boxes[0]!, boxes[1]!];
    expect({ last, isSeen: two.width > 40 && (first === '' || one.width > 20) }).toEqual({ last, isSeen: true });
    expect(two.isWhole).toBe(last.length < 10);
    expect(one.isWhole).toBe(first.length < 10);
    expect(one.x < two.x).toBe(first !== 'محمد');
  }
});
