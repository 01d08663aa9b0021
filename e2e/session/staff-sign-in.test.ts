import type { Page } from 'playwright-core';
import { afterAll, describe, expect, test } from 'vitest';
import { DOMAIN_NOT_ALLOWED } from '#contract/texts/staff.ts';
import { expectAccessibleViews, expectShown, openBrowser, openPage, signIn, chooseAccount, openSignIn } from '../support/browser.ts';
import { expectFocused } from '../support/focus.ts';
import { startProduct } from '../support/product.ts';

const LOGO = 'https://harbour.example/logo.svg';
const { url, stop } = await startProduct({ ORGANISATION_NAME: 'Harbour Training', ORGANISATION_LOGO: LOGO });
afterAll(stop);
const browser = await openBrowser();

const signInButton = (page: Page) => page.getByRole('button', { name: 'Sign in with your work account' });

/** Makes the token expire now, without a way to renew it. */
async function endSession(page: Page): Promise<void> {
  const problem = { type: 'about:blank', title: 'Unauthorized', status: 401, detail: 'Please sign in again.' };
  await page.route('**/auth/renew', async (route) => route.fulfill({ status: 401, json: problem }));
  await page.evaluate(() => {
    const entry = JSON.parse(localStorage.getItem('turnout:session') ?? '{}');
    localStorage.setItem('turnout:session', JSON.stringify({ ...entry, endsAt: Date.now(), renewAt: Date.now() }));
  });
}

describe('the sign-in page', () => {
  test('R1, AUTH-2: has one button, and names the organisation', async () => {
    const page = await openPage(browser);
    await page.goto(url);
    await signInButton(page).waitFor();
    expect(await page.getByRole('button').count()).toBe(1);
    expect(await page.getByRole('heading', { level: 1 }).textContent()).toContain('Harbour Training');
    expect(await page.title()).toBe('Sign in - Turnout');
  });

  test('AUTH-1, AUTH-3, R2: the popup asks for the account every time, and leads to the dashboard', async () => {
    const page = await openPage(browser);
    await signIn(page, url, /Robin Hale/);
    await page.getByRole('heading', { name: 'Events Hub' }).waitFor();
    await page.goto(url);
    await page.waitForURL(`${url}/home`);
    await page.getByRole('button', { name: 'Account of Robin Hale' }).click();
    const isBack = page.waitForEvent('load');
    await page.getByRole('menuitem', { name: 'Sign Out' }).click();
    await isBack;
    await chooseAccount(await openSignIn(page), /Sam Okafor/);
    await expectShown(page.getByRole('button', { name: 'Account of Sam Okafor' }));
  });

  test('over http, where browsers make no UUIDs, people sign in and add a series', async () => {
    const page = await openPage(browser);
    await page.addInitScript(() => Reflect.deleteProperty(Crypto.prototype, 'randomUUID'));
    await signIn(page, url, /Robin Hale/);
    await page.getByRole('button', { name: 'Add event series' }).click();
    await page.getByRole('dialog').getByRole('textbox', { name: 'Title' }).fill('Over http');
    await page.keyboard.press('Enter');
    await expectShown(page.getByRole('heading', { name: 'Over http' }));
  });

  test('a very long name takes several lines of the account menu', async () => {
    const page = await openPage(browser);
    await signIn(page, url, /Robin Hale/);
    await page.evaluate(() => {
      const entry = JSON.parse(localStorage.getItem('turnout:session') ?? '{}');
      entry.user.displayName = 'Maximiliana '.repeat(15);
      localStorage.setItem('turnout:session', JSON.stringify(entry));
    });
    await page.reload();
    await page.getByRole('button', { name: /^Account of Maximiliana/ }).click();
    await expectShown(page.getByRole('menuitem', { name: 'Sign Out' }));
    expect((await page.getByRole('menu').boundingBox())?.width).toBeLessThan(400);
  });

  test('AUTH-6, AUTH-7: an account of another domain gets the alert and is signed out', async () => {
    const page = await openPage(browser);
    await page.goto(url);
    await chooseAccount(await openSignIn(page), /Alex Verne/);
    expect(await page.getByRole('alert').textContent()).toBe(DOMAIN_NOT_ALLOWED);
    expect(await page.evaluate(() => localStorage.getItem('turnout:session'))).toBeNull();
    await expectAccessibleViews(page);
    await page.goto(`${url}/home`);
    await signInButton(page).waitFor();
    expect(new URL(page.url()).pathname).toBe('/');
  });

  test('AUTH-8: a second click while the popup is open does not open another', async () => {
    const page = await openPage(browser);
    await page.goto(url);
    const popup = await openSignIn(page);
    await popup.getByRole('button', { name: /Robin Hale/ }).waitFor();
    await signInButton(page).click();
    await page.getByText('Continue in the window that opened.').waitFor();
    expect(page.context().pages()).toHaveLength(2);
    await chooseAccount(popup, /Robin Hale/);
    await page.waitForURL(`${url}/home`);
  });

  test('closing the popup leaves the page ready for another attempt', async () => {
    const page = await openPage(browser);
    await page.goto(url);
    await (await openSignIn(page)).close();
    await page.getByText('A window will open for you to choose an account.').waitFor();
    await chooseAccount(await openSignIn(page), /Robin Hale/);
    await expectShown(page.getByRole('heading', { name: 'Events Hub', exact: true }));
  });

  test('AUTH-4: when the server cannot identify the person a message is shown, and nobody is signed in', async () => {
    const page = await openPage(browser);
    await page.route('**/api/me', async (route) => route.abort());
    await page.goto(url);
    await chooseAccount(await openSignIn(page), /Robin Hale/);
    expect(await page.getByRole('alert').textContent()).toBe('The server could not be reached. Please try again.');
  });
});

describe('the guards', () => {
  const id = '019a0000-0000-7000-8000-000000000001';

  test.each([
    '/home',
    `/brunch/events-series/${id}`,
    `/brunch/events-series/${id}/show-disabled-events`,
    `/brunch/events-series/${id}/create`,
    `/brunch/events-series/${id}/add`,
    `/events-series/${id}`,
    `/brunch/events-series/${id}?event=${id}#event-${id}`,
  ])('AUTH-9, AUTH-10: signed out, %s leads to the sign-in, and from there back', async (path) => {
    const page = await openPage(browser);
    await page.goto(`${url}${path}`);
    await page.waitForURL(`${url}/`);
    await chooseAccount(await openSignIn(page), /Robin Hale/);
    await page.waitForURL(`${url}${path}`);
    await expectShown(page.getByRole('button', { name: 'Account of Robin Hale' }));
  });

  test('R3: an unknown path shows the sign-in page, or the dashboard to signed-in staff', async () => {
    const page = await openPage(browser);
    await page.goto(`${url}/no/such.html`);
    await signInButton(page).waitFor();
    await signIn(page, url, /Robin Hale/);
    await page.goto(`${url}/no/such/page`);
    await page.waitForURL(`${url}/home`);
    await expectShown(page.getByRole('heading', { name: 'Events Hub', exact: true }));
  });

  test('OIDC-14: a session that ends leads to the sign-in, and from there back to the unsaved edits', async () => {
    const page = await openPage(browser);
    await signIn(page, url, /Robin Hale/);
    await page.getByRole('button', { name: 'Add event series' }).click();
    await page.getByLabel('Title').fill('Half a title');
    await page.evaluate(() => {
      location.hash = 'forms';
    });
    await endSession(page);
    await page.getByLabel('Title').press('Enter');
    expect(await page.getByRole('alert').textContent()).toBe('Your session has ended. Sign in again: what you typed is kept.');
    await page.unroute('**/auth/renew');
    await chooseAccount(await openSignIn(page), /Robin Hale/);
    await page.getByRole('dialog', { name: 'New event series' }).waitFor();
    expect(await page.getByLabel('Title').inputValue()).toBe('Half a title');
    expect(page.url()).toBe(`${url}/home?add=series#forms`);
  });

  test('TOP-5: after Sign Out no screen is shown, in this tab or another, and nothing leads back', async () => {
    const page = await openPage(browser);
    await signIn(page, url, /Robin Hale/);
    const other = await page.context().newPage();
    await other.goto(`${url}/home`);
    await other.getByRole('heading', { name: 'Events Hub' }).waitFor();
    await page.goto(`${url}/connections`);
    await page.getByRole('button', { name: 'Account of Robin Hale' }).click();
    await page.getByRole('menuitem', { name: 'Sign Out' }).click();
    await Promise.all([page, other].map(async (tab) => signInButton(tab).waitFor()));
    await page.goBack().catch(() => undefined);
    await signInButton(page).waitFor();
    for (const name of ['Events Hub', 'Connections']) expect(await page.getByRole('heading', { name, exact: true }).count()).toBe(0);
  });
});

describe('the top bar', () => {
  test('TOP-1: shows the logo of the setting', async () => {
    const page = await openPage(browser);
    await page.route(LOGO, async (route) =>
      route.fulfill({ contentType: 'image/svg+xml', body: '<svg xmlns="http://www.w3.org/2000/svg" width="60" height="24"/>' }),
    );
    await signIn(page, url, /Robin Hale/);
    const logo = page.getByRole('banner').locator('img');
    expect(await logo.getAttribute('src')).toBe(LOGO);
    await expect.poll(async () => logo.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0);
  });

  test('TOP-2: shows the picture of the person, and a picture of their initials when it cannot be loaded', async () => {
    const picture = 'https://pictures.example/robin.svg';
    const page = await openPage(browser);
    await page.route('**/api/me', async (route) => {
      const { data } = await (await route.fetch()).json();
      await route.fulfill({ json: { data: { ...data, photoURL: picture } } });
    });
    await page.route(picture, async (route) =>
      route.fulfill({ contentType: 'image/svg+xml', body: '<svg xmlns="http://www.w3.org/2000/svg" width="64" height="64"/>' }),
    );
    await signIn(page, url, /Robin Hale/);
    const image = page.getByRole('button', { name: 'Account of Robin Hale' }).locator('img');
    expect(await image.getAttribute('src')).toBe(picture);
    await expect.poll(async () => image.evaluate((element: HTMLImageElement) => element.naturalWidth)).toBe(64);
    await page.route(picture, async (route) => route.abort());
    await page.reload();
    const portrait = page.getByRole('button', { name: 'Account of Robin Hale' });
    await portrait.getByRole('img', { name: 'Account of Robin Hale' }).getByText('RH').waitFor();
    expect(await image.count()).toBe(0);
  });

  test('TOP-2, TOP-3, TOP-10: shows a fallback picture, welcomes by name, and works by keyboard', async () => {
    const page = await openPage(browser);
    await signIn(page, url, /Robin Hale/);
    await page.getByText('Harbour Training').waitFor();
    const portrait = page.getByRole('button', { name: 'Account of Robin Hale' });
    await portrait.getByRole('img', { name: 'Account of Robin Hale' }).getByText('RH').waitFor();
    await portrait.focus();
    await page.keyboard.press('Enter');
    await page.getByText('Welcome, Robin Hale').waitFor();
    await expectAccessibleViews(page);
    await page.keyboard.press('Escape');
    await page.getByText('Welcome, Robin Hale').waitFor({ state: 'hidden' });
    await expectFocused(portrait);
  });
});
