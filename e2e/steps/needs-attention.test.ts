import type { Page } from 'playwright-core';
import { beforeEach, describe, expect, test } from 'vitest';
import { buildMarketingForm } from '#server/testing/form-rows.ts';
import { ASKS_FOR_ALL } from '#server/testing/worker.ts';
import { expectAccessibleViews } from '../support/browser.ts';
import { ada, buildBrunch, later, many, noMailbox, notInChannel, zoe } from '../support/failed-steps.ts';
import { expectFocused } from '../support/focus.ts';
import { holdRequests } from '../support/requests.ts';
import { addFormSubmissions, done } from '../support/series-rows.ts';
import { startServiceProduct } from '../support/service-product.ts';

const { db, url, world, open } = await startServiceProduct();

beforeEach(async () => {
  await db.deleteFrom('forms').execute();
  await db.deleteFrom('forms').execute();
});

const DAY_MS = 86_400_000;

/** Makes a series with a failed step of each kind, and a form with one. */
async function buildFailures(): Promise<{ seriesId: string; formId: string }> {
  const { seriesId } = await buildBrunch(db, [{ ...ada, steps: { slack: notInChannel, email: noMailbox, crm: later } }]);
  const formId = await buildMarketingForm(db, { title: 'Brochure', ...ASKS_FOR_ALL });
  await addFormSubmissions(db, formId, [{ ...zoe, steps: { slack: notInChannel, email: done } }]);
  return { seriesId, formId };
}

const card = (page: Page, title: string) => page.getByRole('region', { name: title });
const slackCard = (page: Page) => card(page, 'The bot is not in channel C1');
const addressCard = (page: Page) => card(page, 'The address does not exist');
const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name });
const choices = (page: Page) => page.getByRole('navigation', { name: 'Failed messages by series and form' }).getByRole('link');
const alert = (page: Page, text: string) => page.getByRole('alert').getByText(text);
const nothing = (page: Page) => page.getByRole('heading', { name: 'Nothing needs attention' });

describe('Needs attention', () => {
  test('the dashboard counts failed messages and links to them; without any it says so', async () => {
    await buildMarketingForm(db, { title: 'Newsletter' });
    const page = await open('/home');
    await page.getByText('Nothing needs attention').waitFor();
    expect(await page.getByText(/not delivered/).count()).toBe(0);
    const refused = (cause: string) => ({ steps: { slack: { ...notInChannel, cause } } });
    await buildBrunch(db, [refused('as_yet_unknown'), refused('another')]);
    await page.reload();
    await page.getByRole('link', { name: '2 messages were not delivered' }).waitFor();
    const undelivered = page.getByRole('listitem').filter({ hasText: 'Slack messages were not delivered' });
    expect((await undelivered.innerText()).replaceAll(/\s+/g, ' ')).toBe('Slack messages were not delivered 2');
    await buildFailures();
    await page.reload();
    await page.getByRole('link', { name: '5 messages were not delivered and 1 more will be retried' }).click();
    await page.getByRole('heading', { level: 1, name: 'Needs attention' }).waitFor();
    expect(page.url()).toBe(`${url}/needs-attention`);
  });

  test('EXTRA-10: has a card for each cause with what to do, each with a different title; causes that resolve themselves are last', async () => {
    await buildFailures();
    await buildBrunch(db, [{ steps: { crm: { ...later, state: 'failed', next_try_at: null } } }]);
    const page = await open('/needs-attention');
    await slackCard(page).waitFor();
    expect(await page.getByRole('heading', { level: 2 }).allInnerTexts()).toEqual([
      'The bot is not in channel C1',
      'The address does not exist',
      'Copper did not answer in time',
      'Copper did not answer in time – retrying',
    ]);
    const words = await page.getByRole('main').innerText();
    for (const part of [
      '4 messages were not delivered and 1 more will be retried',
      '2 Slack messages, Brochure and Brunch',
      'In Slack, open channel C1, type /invite and choose the bot. Then retry.',
      'Their mail server answered ‘550 5.1.1 mailbox unavailable’. Edit the address and retry.',
      /No action needed\. Next attempt at \d\d:47 (?:GMT|BST) on Sat 1 Jan\./,
      'Retry 1 now',
    ]) {
      expect(words).toMatch(part);
    }
    await slackCard(page).getByRole('link', { name: 'Ada Marsh', exact: true }).click();
    await button(page, 'Retry all failed steps').waitFor();
  });

  test('JOB-9: messages that will be retried do not count as not delivered', async () => {
    await buildBrunch(db, [{ steps: { crm: later } }]);
    const page = await open('/home');
    const retried = page.getByRole('link', { name: '1 message will be retried' });
    expect(await retried.locator('svg').getAttribute('data-text')).toBeNull();
    await retried.click();
    await page.getByRole('heading', { level: 1, name: 'Needs attention' }).waitFor();
    await expect.poll(async () => page.getByRole('main').innerText()).toMatch(/1 message will be retried[^]*No action needed\./);
  });

  test('USE-61: chips and cards come from one read, also when a series has no more', async () => {
    const { seriesId, formId } = await buildFailures();
    const page = await open(`/needs-attention?form=${formId}`);
    await slackCard(page).getByText('Zoë Hart').waitFor();
    await expect.poll(async () => choices(page).allInnerTexts()).toEqual(['All 4', 'Brunch 3', 'Brochure 1']);
    expect(await page.getByRole('link', { name: 'Brochure 1' }).getAttribute('aria-current')).toBe('page');
    await button(page, 'Retry 1').click();
    await alert(page, 'Retrying 1 message').waitFor();
    await page.getByRole('heading', { name: 'Nothing in this form needs attention' }).waitFor();
    expect(await page.getByRole('link', { name: 'Show all 3' }).getAttribute('href')).toBe('/needs-attention');
    expect(await choices(page).allInnerTexts()).toEqual(['All 3', 'Brunch 3']);
    await page.getByRole('link', { name: 'Brunch 3' }).click();
    await slackCard(page).getByText('Ada Marsh').waitFor();
    expect(page.url()).toBe(`${url}/needs-attention?series=${seriesId}`);
  });

  test('EXTRA-10: Retry sends all of a cause, until the list is empty and says so', async () => {
    await buildBrunch(db, many(5));
    const page = await open('/needs-attention');
    await button(page, 'Retry 5').click();
    await alert(page, 'Retrying 5 messages').waitFor();
    await nothing(page).waitFor();
    await page.getByText('Failed messages appear here, with the reason.').waitFor();
    await expect.poll(() => world.slack.messages.length).toBe(5);
    await expectFocused(page.getByRole('heading', { level: 1 }));
    await expectAccessibleViews(page);
  });

  test('a message of another year is listed with its year', async () => {
    await buildBrunch(db, many(1));
    await db
      .updateTable('submission_steps')
      .set({ updated_at: new Date('2020-03-02T12:00:00Z') })
      .execute();
    const page = await open('/needs-attention');
    await expect.poll(async () => slackCard(page).innerText()).toContain('Mon 2 Mar 2020, 5 attempts');
  });

  test('Retry and Dismiss of one person leave the others', async () => {
    await buildFailures();
    const page = await open('/needs-attention');
    await addressCard(page).waitFor();
    await expectAccessibleViews(page, { fits: true });
    await button(page, 'Retry slack of Zoë Hart').click();
    await alert(page, 'Retrying 1 message').waitFor();
    await expect.poll(() => world.slack.messages.length).toBe(1);
    const release = await holdRequests(page, '**/dismiss*');
    await button(page, 'Dismiss slack of Ada Marsh').press('Enter');
    await expectFocused(page.locator('button[data-loading]:enabled', { hasText: 'Dismiss' }));
    release();
    await alert(page, '1 message dismissed').waitFor();
    await slackCard(page).waitFor({ state: 'detached' });
    expect(await choices(page).allInnerTexts()).toEqual(['All 2', 'Brunch 2']);
  });

  test('EXTRA-10: with sign-ups older than 7 days Retry asks first, and omits the older ones unless chosen', async () => {
    await buildBrunch(db, [...many(2), ...many(3, { submitted_at: new Date(Date.now() - 200 * DAY_MS) })]);
    const page = await open('/needs-attention');
    await slackCard(page).getByText('3 older than 7 days').waitFor();
    await button(page, 'Retry 5').click();
    const dialog = page.getByRole('dialog', { name: 'Retry 5 Slack messages?' });
    await dialog.getByText('3 of them are older than 7 days.').waitFor();
    await dialog.getByText('Channel C1 would get them as if they were new.').waitFor();
    expect(await dialog.getByRole('radio', { name: 'Retry the 2 newer ones, leave the 3 older ones here' }).isChecked()).toBe(true);
    await expectAccessibleViews(page);
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await dialog.waitFor({ state: 'hidden' });
    expect(world.slack.messages).toEqual([]);
    await button(page, 'Retry 5').click();
    await dialog.getByRole('button', { name: 'Retry 2' }).click();
    await button(page, 'Retry 3').waitFor();
    await expect.poll(() => world.slack.messages.length).toBe(2);
    await button(page, 'Retry 3').click();
    await page.getByText('All of them are older than 7 days.').waitFor();
    await page.getByRole('dialog').getByRole('button', { name: 'Retry 3' }).click();
    await expect.poll(() => world.slack.messages.length).toBe(5);
  });

  test('EXTRA-11: Dismiss empties the card, Undo brings it back, and the dismissed ones are a separate list', async () => {
    const { path } = await buildBrunch(db, [{ ...ada, steps: { slack: notInChannel } }, ...many(2)]);
    const page = await open('/needs-attention');
    await slackCard(page).getByRole('button', { name: 'Dismiss', exact: true }).click();
    await nothing(page).waitFor();
    await page.getByRole('alert').getByRole('button', { name: 'Undo' }).click();
    await alert(page, '3 messages restored').waitFor();
    await slackCard(page).getByRole('button', { name: 'Dismiss', exact: true }).click();
    await page.getByRole('link', { name: '3 dismissed' }).click();
    const dismissed = page.getByRole('list', { name: 'Dismissed messages' }).getByRole('listitem');
    await expect.poll(async () => dismissed.count()).toBe(3);
    await page
      .getByText(/^Not sent, dismissed by .+, just now$/)
      .first()
      .waitFor();
    await expectAccessibleViews(page);
    await button(page, 'Restore slack of Ada Marsh').click();
    await expect.poll(async () => dismissed.count()).toBe(2);
    await button(page, 'Restore all 2').click();
    await page.getByRole('heading', { name: 'Nothing has been dismissed' }).waitFor();
    await page.getByRole('link', { name: 'Needs attention' }).first().click();
    await button(page, 'Dismiss slack of Ada Marsh').click();
    await alert(page, '1 message dismissed').waitFor();
    await page.goto(`${url}${path}`);
    await page.getByRole('button', { name: 'Details of Ada Marsh' }).click();
    await page.getByText(/^Not sent, dismissed by/).waitFor();
  });

  test('the link to a submission of a hidden event leads to the disabled events', async () => {
    const { seriesId, eventId } = await buildBrunch(db, [{ ...ada, steps: { slack: notInChannel } }]);
    await db.updateTable('events').set({ is_on_form: false }).where('id', '=', eventId).execute();
    const page = await open('/needs-attention');
    await page.getByRole('link', { name: 'Ada Marsh', exact: true }).click();
    await page.getByRole('button', { name: 'Retry slack', exact: true }).waitFor();
    expect(new URL(page.url()).pathname).toBe(`/brunch/events-series/${seriesId}/show-disabled-events`);
  });

  test('while it loads it says "Loading..."; a failure shows its reason, and Retry reads again', async () => {
    await buildFailures();
    const page = await open('/home');
    const asked = Promise.withResolvers<void>();
    let reads = 0;
    await page.route('**/api/steps/causes*', async (route) => {
      reads += 1;
      await asked.promise;
      await route.abort();
    });
    await page.goto(`${url}/needs-attention`);
    await page.getByText('Loading...').waitFor();
    await expectAccessibleViews(page);
    asked.resolve();
    const failure = page.getByRole('alert');
    await failure.getByText('Error: The server could not be reached.').waitFor();
    const readsBefore = reads;
    await expectAccessibleViews(page);
    // Longer than the pause after which it is read again while nothing fails.
    await page.waitForTimeout(5_500);
    expect(reads).toBe(readsBefore);
    await page.unrouteAll();
    await failure.getByRole('button', { name: 'Retry' }).click();
    await slackCard(page).waitFor();
  });

  test('a card shows three people, then all, page by page; a page that fails to load is reported', async () => {
    await buildBrunch(db, many(60));
    const page = await open('/needs-attention');
    const people = slackCard(page).getByRole('listitem');
    await expect.poll(async () => people.count()).toBe(3);
    const failAndRetry = async (more: string) => {
      await page.route('**/api/steps/failed*', async (route) => route.abort());
      await button(page, more).click();
      await alert(page, 'The rest could not be loaded. The server could not be reached.').waitFor();
      await page.unrouteAll();
      await page.getByRole('button', { name: 'Retry', exact: true }).last().click();
    };
    await failAndRetry('57 more people');
    await expect.poll(async () => people.count()).toBe(50);
    await failAndRetry('Show more');
    await expect.poll(async () => people.count()).toBe(60);
    await button(page, 'Show fewer').click();
    await expect.poll(async () => people.count()).toBe(3);
  });

  test('an unknown cause shows the message of each step', async () => {
    await buildBrunch(db, [{ ...ada, steps: { slack: { ...notInChannel, cause: '', message: 'Slack rejected the message: oops' } } }]);
    const page = await open('/needs-attention');
    await card(page, 'Slack messages were not delivered').waitFor();
    expect(await page.getByRole('main').innerText()).toContain('Slack rejected the message: oops');
  });
});
