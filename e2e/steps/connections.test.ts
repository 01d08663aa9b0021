import type { Page } from 'playwright-core';
import { beforeEach, describe, expect, test } from 'vitest';
import { buildMarketingForm, buildSeries } from '#server/testing/form-rows.ts';
import { expectAccessible, expectAccessibleViews, openPage, signedInState } from '../support/browser.ts';
import { expectFocused } from '../support/focus.ts';
import { startFormProduct } from '../support/public-forms.ts';
import { addAttendees } from '../support/series-rows.ts';
import { startServiceProduct } from '../support/service-product.ts';

const { db, url, world, browser, open } = await startServiceProduct();
const bare = await startFormProduct();

beforeEach(async () => {
  await db.deleteFrom('forms').execute();
  await db.deleteFrom('service_outcomes').execute();
});

const card = (page: Page, name: string) => page.getByRole('region', { name, exact: true });
const fact = (page: Page, name: string, label: string) => card(page, name).locator('dl > div').filter({ hasText: label }).locator('dd');

describe('connections', () => {
  test('the account menu leads to the configured services, which show no secret', async () => {
    const page = await open('/home');
    await page.getByRole('button', { name: 'Account of Robin Hale' }).click();
    await page.getByRole('menuitem', { name: 'Connections' }).click();
    await card(page, 'Slack')
      .getByText(`Posts through ${new URL(world.slack.url).host}`)
      .waitFor();
    for (const name of ['Slack', 'Email', 'Copper CRM']) {
      await card(page, name).getByText('Not used yet').waitFor();
      expect(await fact(page, name, 'Last success').textContent()).toBe('None yet');
      expect(await fact(page, name, 'Last failure').textContent()).toBe('None yet');
    }
    const words = await page.content();
    for (const secret of ['xoxb-test', 'copper-test']) expect(words).not.toContain(secret);
  });

  test('the test of Slack asks for a channel, posts there, and counts as its last success', async () => {
    const page = await open('/connections');
    await card(page, 'Slack').getByRole('button', { name: 'Send a test message' }).click();
    await card(page, 'Slack').getByText('Please enter a channel ID').waitFor();
    expect(world.slack.messages).toEqual([]);
    await card(page, 'Slack').getByLabel('Channel ID').fill('C42');
    await card(page, 'Slack').getByLabel('Channel ID').press('Enter');
    await card(page, 'Slack').getByText('A test message was posted to channel C42.').waitFor();
    expect(world.slack.messages.map(({ channel }) => channel)).toEqual(['C42']);
    await card(page, 'Slack').getByText('Working').waitFor();
    await expect.poll(async () => fact(page, 'Slack', 'Last success').textContent()).toBe('just now');
  });

  test.each(['series', 'marketing'] as const)('the settings of a %s test the channel as typed, and show the outcome', async (kind) => {
    const id = kind === 'series' ? await buildSeries(db) : await buildMarketingForm(db);
    const page = await open(kind === 'series' ? `/x/events-series/${id}/edit` : `/x/form/${id}/edit`);
    const button = page.getByRole('button', { name: 'Send a test message' });
    await button.waitFor();
    expect(await button.isDisabled()).toBe(true);
    await page.getByLabel('Slack channel ID').fill(' C7 ');
    await button.click();
    await page.getByText('A test message was posted to channel C7.').waitFor();
    expect(world.slack.messages.map(({ channel }) => channel)).toEqual(['C7']);
    world.slack.behaviours.set({ kind: 'refuse', error: 'not_in_channel' });
    await button.click();
    await page.getByRole('alert').getByText('The bot is not in channel C7.').waitFor();
    expect(await page.getByText('was posted to').count()).toBe(0);
    await expectAccessible(page);
  });

  test('USE-55: the settings say the name of the channel, and what to enter instead of a name', async () => {
    world.slack.names.set('C0LEADERS', 'leaders');
    const id = await buildSeries(db, { slack_channel_id: 'C0LEADERS' });
    const page = await open(`/x/events-series/${id}/edit`);
    await page.getByText('Posts to #leaders').waitFor();
    await page.getByLabel('Slack channel ID').fill('#leaders');
    await page.getByText('The ID begins with C').waitFor();
    expect(await page.getByText('Posts to').count()).toBe(0);
    await page.getByLabel('Slack channel ID').fill('C0LEADERS');
    await page.getByText('Posts to #leaders').waitFor();
    await expectAccessible(page);
  });

  test('a button that is busy keeps the focus, and a second click sends nothing', async () => {
    const answered = Promise.withResolvers<void>();
    const page = await open('/connections');
    await page.route('**/api/connections/slack/test', async (route) => {
      await answered.promise;
      await route.continue();
    });
    await card(page, 'Slack').getByLabel('Channel ID').fill('C43');
    const button = card(page, 'Slack').getByRole('button', { name: 'Send a test message' });
    await button.focus();
    await page.keyboard.press('Enter');
    await expect.poll(async () => button.isDisabled()).toBe(true);
    await page.keyboard.press('Enter');
    await expectFocused(button);
    answered.resolve();
    await card(page, 'Slack').getByText('A test message was posted to channel C43.').waitFor();
    await expectFocused(button);
    expect(world.slack.messages).toHaveLength(1);
  });

  test('a channel that Slack refuses is reported at the field', async () => {
    world.slack.behaviours.set({ kind: 'refuse', error: 'channel_not_found' });
    const page = await open('/connections');
    await card(page, 'Slack').getByLabel('Channel ID').fill('C404');
    await card(page, 'Slack').getByRole('button', { name: 'Send a test message' }).click();
    const input = card(page, 'Slack').getByLabel('Channel ID');
    await expect.poll(async () => input.getAttribute('aria-invalid')).toBe('true');
    await card(page, 'Slack').getByText('Last attempt failed').waitFor();
    expect(await fact(page, 'Slack', 'Last failure').textContent()).toContain('C404');
    await expectAccessibleViews(page);
  });

  test('the test mail goes to the signed-in person', async () => {
    const page = await open('/connections');
    await card(page, 'Email').getByRole('button', { name: 'Send a test to me' }).click();
    await card(page, 'Email')
      .getByText(/a test email to/)
      .waitFor();
    expect(world.smtp.mails).toHaveLength(1);
    expect(world.smtp.mails[0]?.recipients[0]).toMatch(/robin/i);
  });

  test('the test of Copper names the account, and a failure is shown and remembered', async () => {
    const page = await open('/connections');
    const button = card(page, 'Copper CRM').getByRole('button', { name: 'Test the connection' });
    await button.click();
    await card(page, 'Copper CRM').getByText('Connected to the Copper account Test account.').waitFor();
    world.copper.behaviours.set({ kind: 'status', status: 401 });
    await button.click();
    await card(page, 'Copper CRM').getByText('Last attempt failed').waitFor();
    const failure = await card(page, 'Copper CRM').getByRole('status').textContent();
    expect(failure).toContain('Copper');
    await expect.poll(async () => fact(page, 'Copper CRM', 'Last failure').textContent()).toContain(failure);
  });

  test('the failed steps of a service are counted, and linked', async () => {
    await addAttendees(
      db,
      await buildSeries(db),
      [],
      [{ steps: { email: { state: 'failed', message: 'no' }, forward: { state: 'failed' } } }],
    );
    const page = await open('/connections');
    expect(await fact(page, 'Slack', 'Failed steps').textContent()).toBe('None');
    await card(page, 'Email').getByRole('link', { name: '2 steps' }).click();
    await page.getByRole('heading', { level: 1, name: 'Needs attention' }).waitFor();
  });

  test('while it loads it says "Loading..."; a failure shows its reason, and Retry reads again', async () => {
    const page = await open('/home');
    const asked = Promise.withResolvers<void>();
    await page.route('**/api/connections', async (route) => {
      await asked.promise;
      await route.fulfill({ status: 500, json: { type: 'about:blank', title: 'Internal', status: 500, detail: 'Something broke.' } });
    });
    await page.goto(`${url}/connections`);
    await page.getByText('Loading...').waitFor();
    await expectAccessibleViews(page);
    asked.resolve();
    const alert = page.getByRole('alert');
    await alert.getByText('Error: Something broke.').waitFor();
    expect(await page.getByText('Loading...').count()).toBe(0);
    await expectAccessibleViews(page);
    await page.unrouteAll();
    await alert.getByRole('button', { name: 'Retry' }).click();
    await card(page, 'Slack').waitFor();
    expect(await alert.count()).toBe(0);
  });

  test('a server without services says whom to ask, names the settings when these are expanded, and offers no test', async () => {
    const storageState = await signedInState(browser, bare.product.url);
    const page = await openPage(browser, { storageState });
    await page.goto(`${bare.product.url}/connections`);
    await card(page, 'Slack').getByText('Not connected. Ask whoever runs this server.').waitFor();
    await card(page, 'Copper CRM').getByText('Not connected', { exact: true }).waitFor();
    expect(await page.getByText('SLACK_BOT_TOKEN').isVisible()).toBe(false);
    await card(page, 'Slack').getByText('Setting names').click();
    await page.getByText('SLACK_BOT_TOKEN').waitFor();
    expect(await card(page, 'Slack').getByRole('button').isDisabled()).toBe(true);
    expect(await card(page, 'Copper CRM').getByRole('button').isDisabled()).toBe(true);
    expect(await card(page, 'Email').getByRole('button').isDisabled()).toBe(false);
    await expectAccessibleViews(page);
  });

  test('axe finds nothing after a failed test', async () => {
    world.copper.behaviours.set({ kind: 'status', status: 401 });
    const page = await open('/connections');
    await card(page, 'Copper CRM').getByRole('button').click();
    await card(page, 'Copper CRM').getByText('Last attempt failed').waitFor();
    await expectAccessibleViews(page, { fits: true });
  });
});
