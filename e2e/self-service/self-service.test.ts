import type { Page } from 'playwright-core';
import { beforeEach, expect, test } from 'vitest';
import { unsubscribeUrl } from '#server/registrations/suppressions.ts';
import { expectAccessibleViews, expectShown, openBrowser, openPage } from '../support/browser.ts';
import { startFormProduct } from '../support/public-forms.ts';
import { addRepeat, buildSelfService } from './self-service-screen.ts';

const { product, db } = await startFormProduct();
const browser = await openBrowser();
let page: Page;
beforeEach(async () => {
  page = await openPage(browser);
});

const link = (name: string) => page.getByRole('link', { name });
const button = (name: string) => page.getByRole('button', { name });

test('SLF-25: each page is accessible in all views, and fits 320 px and 400 %', async () => {
  const { path, events, setStatus, ...own } = await buildSelfService(db);
  await addRepeat(db, own);
  const paths = [
    '',
    `/cancel?event=${events.hybrid}`,
    '/cancel?event=all',
    '/edit',
    '/events',
    `/join?event=${events.board}`,
    '/undo',
    '/consent',
  ];
  const check = async (address: string): Promise<void> => {
    await page.goto(product.url + address);
    await expectAccessibleViews(page);
    await page.emulateMedia({ forcedColors: 'active' });
    await page.setViewportSize({ width: 320, height: 256 });
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320);
    await page.emulateMedia({ forcedColors: 'none' });
  };
  for (const each of paths) await check(path + each);
  await setStatus(events.coaching, 'offered');
  await check(path);
  await check(`${path}?event=${events.coaching}#events`);
  await check(`/registration/${'A'.repeat(22)}`);
});

test('SLF-25: on a phone with text of twice the size the cards keep their words whole, and on paper there are no buttons', async () => {
  const { path } = await buildSelfService(db);
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(product.url + path);
  await page.evaluate(() => (document.documentElement.style.fontSize = '200%'));
  const cancel = link('Cancel this place: Leading hybrid teams');
  expect((await cancel.boundingBox())?.width).toBeGreaterThan(150);
  await page.emulateMedia({ media: 'print' });
  await cancel.waitFor({ state: 'hidden' });
  await link('Edit answers').waitFor({ state: 'hidden' });
});

test('SLF-9, SLF-25: a place is cancelled in two clicks; the question has the focus, the buttons name event and action', async () => {
  const { path, submissionId, events } = await buildSelfService(db);
  await page.goto(product.url + path);
  await link('Cancel this place: Leading hybrid teams').click();
  const question = page.getByRole('heading', { name: 'Cancel your place at ‘Leading hybrid teams’?' });
  await expectShown(question);
  expect(await question.evaluate((element) => element === document.activeElement)).toBe(true);
  await button('Cancel my place: Leading hybrid teams').click();
  await expectShown(page.getByRole('status').filter({ hasText: 'Your place at ‘Leading hybrid teams’ was cancelled.' }));
  const registration = db.selectFrom('registrations').select('status').where('submission_id', '=', submissionId);
  expect(await registration.where('event_id', '=', events.hybrid).executeTakeFirst()).toEqual({ status: 'cancelled' });
});

test('SLF-7, SLF-11, SLF-13: without script answers are corrected and the chosen events changed', async () => {
  const plain = await openPage(browser, { javaScriptEnabled: false });
  const { path, submissionId, events } = await buildSelfService(db);
  await plain.goto(product.url + path);
  await plain.getByRole('link', { name: 'Edit answers' }).click();
  await plain.getByLabel('Job title').fill('');
  await plain.getByLabel('First name').fill('Mary');
  await plain.getByRole('button', { name: 'Save' }).click();
  await expectShown(plain.getByText('Job title is required'));
  expect(await plain.getByLabel('First name').inputValue()).toBe('Mary');
  await plain.getByLabel('Job title').fill('Director');
  await plain.getByRole('button', { name: 'Save' }).click();
  await expectShown(plain.getByText('Your answers have been saved.'));
  await expectShown(plain.getByRole('heading', { name: 'Hello Mary' }));
  await plain.getByRole('link', { name: 'Change events' }).click();
  await plain.getByRole('checkbox', { name: /Leading hybrid teams/ }).uncheck();
  await plain.getByRole('checkbox', { name: /A morning with the board/ }).check();
  await plain.getByRole('button', { name: 'Save' }).click();
  await expectShown(plain.getByText('Your events have been changed.'));
  const rows = await db.selectFrom('registrations').select(['event_id', 'status']).where('submission_id', '=', submissionId).execute();
  expect(Object.fromEntries(rows.map((row) => [row.event_id, row.status]))).toEqual({
    [events.hybrid]: 'cancelled',
    [events.coaching]: 'waiting',
    [events.board]: 'confirmed',
    [events.feedback]: 'confirmed',
  });
});

test('MLG-36, MLG-62: from the link of a marketing email someone stops these, and gets them again; each page is accessible', async () => {
  const expectPage = async (title: string): Promise<void> => {
    await expectShown(page.getByRole('heading', { name: title }));
    await expectAccessibleViews(page, { fits: true });
  };
  await page.goto(await unsubscribeUrl(db, product.url, 'ada@example.com'));
  await expectPage('Stop marketing emails from Northfield Training?');
  await button('Stop them').click();
  await expectPage("You'll get no more marketing emails from Northfield Training.");
  await button('Get them again').click();
  await expectPage("You'll get marketing emails from Northfield Training again.");
  await page.goto(`${product.url}/unsubscribe/${'A'.repeat(66)}`);
  await expectPage('This link no longer works.');
});

test('SLF-18: the form leads to the page that mails a lost link', async () => {
  const { id } = await buildSelfService(db);
  await page.goto(`${product.url}/x/events-series/${id}/view`);
  await page.getByLabel('First name').fill('Ada');
  await expectShown(page.locator('button[type=submit]:enabled'));
  await link('Get your link').click();
  await page.getByLabel('Email').fill('nobody@example.com');
  await page.getByRole('button', { name: 'Send me the link' }).click();
  await expectShown(
    page.getByText("If nobody@example.com is signed up here, we're sending a link to it. This can take up to three hours."),
  );
});

test('SEC-27: without script the links of the mail about a repeat ask before they accept marketing and undo the change', async () => {
  const plain = await openPage(browser, { javaScriptEnabled: false });
  const { path, ...own } = await buildSelfService(db);
  await addRepeat(db, own);
  await plain.goto(`${product.url}${path}/consent`);
  await plain.getByRole('button', { name: 'Confirm' }).click();
  await expectShown(plain.getByText('Thank you. You may hear from us by email.'));
  await plain.goto(`${product.url}${path}/undo`);
  await expectShown(plain.getByText('Organisation: Brightwater Housing → Mallory Ltd'));
  await plain.getByRole('button', { name: 'Undo the change' }).click();
  await expectShown(plain.getByRole('status').filter({ hasText: 'The change has been undone.' }));
  const stored = db.selectFrom('submissions').select(['organisation', 'accepts_marketing']).where('id', '=', own.submissionId);
  expect(await stored.executeTakeFirst()).toEqual({ organisation: 'Brightwater Housing', accepts_marketing: true });
});
