import type { Page } from 'playwright-core';
import { beforeEach, describe, expect, test } from 'vitest';
import { LOADING, SAVE_FAILED, SAVE_SUCCEEDED } from '#contract/texts/staff.ts';
import { chooseAccount, expectAccessibleViews, expectShown, openPage, openSignIn, signIn, untilStill } from '../support/browser.ts';
import { expectFocused, focusedText } from '../support/focus.ts';
import { holdRequests, sentEdits } from '../support/requests.ts';
import { startStaffProduct } from '../support/staff-product.ts';
import { buildSeriesToEdit, buttonOf, openEdit, saveMeanwhile, TEMPLATE } from './edit-series-screen.ts';

const product = await startStaffProduct();
const { db, url, browser } = product;

let seriesId = '';
let path = '';
let page: Page;

beforeEach(async () => {
  seriesId = await buildSeriesToEdit(db);
  path = `/leadership-essentials/events-series/${seriesId}`;
  page = await openEdit(product, seriesId);
});

const stored = async () => db.selectFrom('forms').selectAll().where('id', '=', seriesId).executeTakeFirstOrThrow();

describe('the form', () => {
  test('R10, EDIT-1: has all specified settings, with their saved values', async () => {
    for (const label of [
      'Title',
      'Slack channel ID',
      'Copper tag',
      'Notification email',
      'Sender email',
      'Email subject',
      'Email body template',
    ]) {
      await expectShown(page.getByRole('textbox', { name: label, exact: true }));
    }
    await expectShown(page.getByRole('switch', { name: 'Slack notification' }));
    await expectShown(page.getByText('Who else is notified about each sign-up.'));
    await expectShown(page.getByText("Tag added to each attendee's lead in Copper"));
    expect(await page.getByLabel('Title', { exact: true }).inputValue()).toBe('Leadership Essentials');
    expect(await page.getByLabel('Email body template').inputValue()).toBe(TEMPLATE);
    expect(await page.getByLabel('Email body template').getAttribute('rows')).toBe('10');
  });

  test('TOP-9: is reached from the Settings menu, and its back link leads to the series page', async () => {
    await page.goto(url + path);
    await buttonOf(page, 'Settings').click();
    await page.getByRole('menuitem', { name: 'Edit Series' }).click();
    await page.waitForURL(`${url}${path}/edit`);
    await page.getByRole('link', { name: 'Leadership Essentials' }).click();
    await page.waitForURL(url + path);
    await expectShown(page.getByRole('navigation', { name: 'Series' }));
  });

  test('EDIT-3: Save is disabled until something changes, and again when the change is undone', async () => {
    expect(await buttonOf(page, 'Save').isDisabled()).toBe(true);
    await page.getByLabel('Copper tag').fill('spring');
    await expectShown(page.getByText('1 unsaved change', { exact: true }));
    expect(await buttonOf(page, 'Save').isDisabled()).toBe(false);
    await page.getByLabel('Copper tag').fill(' ');
    expect(await buttonOf(page, 'Save').isDisabled()).toBe(true);
    await expectShown(page.getByText('All changes saved'));
  });

  test('while it loads it says so', async () => {
    const release = await holdRequests(page, `**/api/event_series/${seriesId}?*`);
    await page.reload();
    await page.getByText(LOADING).waitFor();
    await page.getByRole('heading', { name: 'Public page' }).waitFor();
    await expectAccessibleViews(page);
    release();
    await expectShown(page.getByLabel('Title', { exact: true }));
  });
});

describe('saving', () => {
  test('EDIT-2, API-93: sends only what changed, with the version that was read, and each setting to its field', async () => {
    const sent = sentEdits(page);
    await page.getByRole('switch', { name: 'Slack notification' }).click({ force: true });
    await page.getByLabel('Slack channel ID').fill('');
    await page.getByLabel('Copper tag').fill(' leadership-2026 ');
    await page.getByLabel('Notification email').fill('bookings@example.com');
    await page.getByLabel('Sender email').fill('events@example.com');
    await page.getByLabel('Email subject').fill('See you at %SERIES%');
    await page.getByLabel('Email body template').fill('Dear %FNAME%');
    await page.getByLabel('Title', { exact: true }).fill('Leadership');
    await buttonOf(page, 'Save').click();
    await expectShown(page.getByText(SAVE_SUCCEEDED));
    const changed = {
      title: 'Leadership',
      send_notifications_slack: true,
      slack_channel_id: '',
      copper_tag: 'leadership-2026',
      email_forward: 'bookings@example.com',
      email_from: 'events@example.com',
      email_subject: 'See you at %SERIES%',
      email_template: 'Dear %FNAME%',
    };
    expect(sent.map(({ body }) => body)).toEqual([changed]);
    expect(sent[0]?.ifMatch).toBe('"1"');
    expect(await stored()).toMatchObject({
      ...changed,
      slack_channel_id: null,
    });
    expect(await page.getByRole('link', { name: 'Leadership', exact: true }).getAttribute('href')).toBe(
      `/leadership/events-series/${seriesId}`,
    );
  });

  test('EDIT-4, STATE-3, STATE-4, ERR-2: Save is disabled while saving; the banner is shown for three seconds', async () => {
    const release = await holdRequests(page, '**/edit');
    await page.getByLabel('Copper tag').fill('spring');
    await buttonOf(page, 'Save').click();
    await expect.poll(async () => buttonOf(page, 'Save').isDisabled()).toBe(true);
    await expectAccessibleViews(page);
    const answeredAt = Date.now();
    release();
    const banner = page.getByRole('alert').filter({ hasText: SAVE_SUCCEEDED });
    await banner.waitFor();
    await banner.waitFor({ state: 'detached' });
    expect(Date.now() - answeredAt).toBeGreaterThan(3_000);
    expect(Date.now() - answeredAt).toBeLessThan(9_000);
    expect(await buttonOf(page, 'Save').isDisabled()).toBe(true);
  });

  test('USE-57: the success banner neither moves the page nor covers its content', async () => {
    const title = page.getByRole('heading', { level: 2 }).first();
    const before = (await title.boundingBox())!;
    await page.getByRole('textbox', { name: 'Description' }).fill('Three days');
    await buttonOf(page, 'Save').click();
    const banner = page.getByRole('alert').filter({ hasText: SAVE_SUCCEEDED });
    const box = (await banner.boundingBox())!;
    expect(await title.boundingBox()).toEqual(before);
    expect(before.y - (box.y + box.height)).toBeGreaterThanOrEqual(0);
    const above = (await page.getByRole('heading', { level: 1 }).boundingBox())!;
    expect(box.y - (above.y + above.height)).toBeGreaterThanOrEqual(0);
    await banner.waitFor({ state: 'detached' });
    expect(await title.boundingBox()).toEqual(before);
  });

  test('ERR-1, STATE-2: a failure says so, keeps every edit, and the next save stores them', async () => {
    await page.route('**/edit', async (route) => route.abort());
    await page.getByLabel('Copper tag').fill('spring');
    await page.getByLabel('Copper tag').press('Control+s');
    await expectShown(page.getByRole('alert').filter({ hasText: SAVE_FAILED }));
    await expectAccessibleViews(page);
    expect(await page.getByLabel('Copper tag').inputValue()).toBe('spring');
    await page.unrouteAll();
    await buttonOf(page, 'Save').click();
    await expectShown(page.getByText(SAVE_SUCCEEDED));
    expect((await stored()).copper_tag).toBe('spring');
  });

  test('errors show the contract’s messages at their fields, the first is focused, and nothing is sent', async () => {
    const sent = sentEdits(page);
    await page.getByLabel('Notification email').fill('bookings@');
    await page.getByLabel('Title', { exact: true }).fill(' ');
    await buttonOf(page, 'Save').click();
    await expectShown(page.getByText('Please enter a valid email address'));
    await expectShown(page.getByText('Please enter a title'));
    await expectFocused(page.getByLabel('Title', { exact: true }));
    await expectShown(page.getByText('2 unsaved changes, 2 to fix', { exact: true }));
    await expectAccessibleViews(page);
    await page.getByLabel('Notification email').fill('bookings@example.com');
    await page.getByText('Please enter a valid email address').waitFor({ state: 'detached' });
    await expectShown(page.getByText('2 unsaved changes, 1 to fix', { exact: true }));
    expect(sent).toEqual([]);
  });
});

describe('two people', () => {
  const remote = { copper_tag: 'theirs', version: 2, field_versions: '{"copper_tag":2}' };
  const saveRemote = async () => saveMeanwhile(page, '**/edit', async () => db.updateTable('forms').set(remote).execute());

  test('API-95: edits of different fields both survive', async () => {
    const other = await openEdit(product, seriesId);
    await page.getByLabel('Copper tag').fill('mine');
    await other.getByLabel('Notification email').fill('theirs@example.com');
    await buttonOf(other, 'Save').click();
    await expectShown(other.getByText(SAVE_SUCCEEDED));
    await buttonOf(page, 'Save').click();
    await expectShown(page.getByText(SAVE_SUCCEEDED));
    expect(await stored()).toMatchObject({ copper_tag: 'mine', email_forward: 'theirs@example.com' });
  });

  test('API-94: in the same field the later editor sees the saved value, loses nothing, and chooses', async () => {
    await saveRemote();
    await page.getByLabel('Copper tag').fill('mine');
    await page.getByLabel('Title', { exact: true }).fill('Leadership');
    await buttonOf(page, 'Save').click();
    await expectShown(page.getByRole('alert').filter({ hasText: SAVE_FAILED }));
    await expectShown(page.getByText('Someone else saved ‘theirs’ in the meantime.'));
    await expectShown(page.getByText('2 unsaved changes, 1 to fix'));
    expect(await page.getByLabel('Copper tag', { exact: true }).inputValue()).toBe('mine');
    expect(await stored()).toMatchObject({ copper_tag: 'theirs', title: 'Leadership Essentials' });
    await expectAccessibleViews(page);

    await buttonOf(page, 'Keep mine: Copper tag').click();
    await buttonOf(page, 'Save').click();
    await expectShown(page.getByText(SAVE_SUCCEEDED));
    expect(await stored()).toMatchObject({ copper_tag: 'mine', title: 'Leadership' });
  });
});

test('the error of a save without a connection is above the note of being offline', async () => {
  await page.getByLabel('Copper tag').fill('spring');
  await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight));
  await page.context().setOffline(true);
  try {
    await expectShown(page.getByText('You are offline.'));
    await page.keyboard.press('Control+s');
    const error = page.getByRole('alert').filter({ hasText: SAVE_FAILED });
    await error.waitFor();
    const { x = 0, y = 0 } = (await error.boundingBox()) ?? {};
    expect(
      await page.evaluate(([left, top]) => document.elementFromPoint(left, top)?.closest('[role="alert"]') !== null, [
        x + 9,
        y + 9,
      ] as const),
    ).toBe(true);
  } finally {
    await page.context().setOffline(false);
  }
});

describe('leaving', () => {
  test('asks with unsaved edits; Discard asks too', async () => {
    await page.getByLabel('Copper tag').fill('spring');
    await page.getByRole('link', { name: 'Leadership Essentials' }).click();
    await page.getByRole('dialog', { name: 'Leave without saving?' }).getByRole('button', { name: 'Stay' }).click();
    expect(await page.getByLabel('Copper tag').inputValue()).toBe('spring');
    await buttonOf(page, 'Discard').click();
    await page.getByRole('dialog').getByRole('button', { name: 'Discard' }).click();
    await expect.poll(() => page.getByLabel('Copper tag').inputValue()).toBe('');
    await page.getByRole('link', { name: 'Leadership Essentials' }).click();
    await page.waitForURL(url + path);
  });

  test('Sign Out asks once with unsaved edits, even if Back is pressed in the meantime: Stay keeps them, Leave signs out', async () => {
    const own = await openPage(browser);
    // Signing out refuses all earlier tokens of a person, so it is not the one whose session the other tests share.
    await signIn(own, url, /Sam Okafor/);
    await own.goto(url + path);
    await buttonOf(own, 'Settings').click();
    await own.getByRole('menuitem', { name: 'Edit Series' }).click();
    await own.getByLabel('Copper tag').fill('spring');
    const account = own.getByRole('button', { name: 'Account of Sam Okafor' });
    const signOut = async () => {
      await account.click();
      await own.getByRole('menuitem', { name: 'Sign Out' }).click();
    };
    const question = own.getByRole('dialog', { name: 'Leave without saving?' });
    await signOut();
    await expect.poll(async () => focusedText(own)).toBe('Stay');
    await expectAccessibleViews(own);
    // The router leads forward again.
    await own.evaluate(
      () =>
        new Promise<void>((resolve) => {
          addEventListener('popstate', () => addEventListener('popstate', () => resolve(), { once: true }), { once: true });
          history.back();
        }),
    );
    await untilStill(own);
    expect(await own.getByRole('dialog').count()).toBe(1);
    await own.keyboard.press('Enter');
    await question.waitFor({ state: 'detached' });
    await expectFocused(account);
    expect(await own.getByLabel('Copper tag').inputValue()).toBe('spring');
    await signOut();
    await question.getByRole('button', { name: 'Leave' }).click();
    await own.getByRole('button', { name: /^Sign in/ }).waitFor();
    expect((await stored()).copper_tag).toBeNull();
  });

  test('USE-58: Sign Out in one tab asks another to sign in again, and keeps its edits', async () => {
    const own = await openPage(browser);
    await signIn(own, url, /Sam Okafor/);
    const other = await own.context().newPage();
    await other.goto(`${url}${path}/edit`);
    await other.getByLabel('Copper tag').fill('spring');
    await own.getByRole('button', { name: 'Account of Sam Okafor' }).click();
    // Waits for the redirect from the provider, which would end a sign-in that began before.
    const isBack = own.waitForResponse((response) => response.url() === `${url}/` && response.request().isNavigationRequest());
    await own.getByRole('menuitem', { name: 'Sign Out' }).click();
    await isBack;
    await other.getByText('You signed out in another tab. Sign in again: what you typed is kept.').waitFor();
    await chooseAccount(await openSignIn(other), /Sam Okafor/);
    await other.waitForURL(`${url}${path}/edit`);
    expect(await other.getByLabel('Copper tag').inputValue()).toBe('spring');
    await expectShown(other.getByText('1 unsaved change'));
    await other.close();
  });
});
