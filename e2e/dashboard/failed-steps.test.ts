import type { Page } from 'playwright-core';
import { beforeEach, describe, expect, test } from 'vitest';
import { buildEvent, buildMarketingForm, buildSeries } from '#server/testing/form-rows.ts';
import { ASKS_FOR_ALL } from '#server/testing/worker.ts';
import { expectAccessible, expectAccessibleViews, VIEWS } from '../support/browser.ts';
import { closePage } from '../support/reusable-pages.ts';
import { type Attendee, addAttendees, addFormSubmissions, done } from '../support/series-rows.ts';
import { startServiceProduct } from '../support/service-product.ts';

const { db, url, world, open } = await startServiceProduct();

beforeEach(async () => {
  await db.deleteFrom('event_series').execute();
  await db.deleteFrom('marketing_forms').execute();
});

const refused = { state: 'failed', attempts: 1, message: 'The bot is not in channel C1' } as const;
const unavailable = { state: 'failed', attempts: 3, message: '550 5.1.1 mailbox unavailable' } as const;
const ada = { first_name: 'Ada', last_name: 'Marsh', email: 'ada@example.com' };
const zoe = { first_name: 'Zoë', last_name: 'Hart', email: 'zoe@example.com' };

/** Makes a series with one event and these attendees. */
async function buildBrunch(attendees: readonly Attendee[]): Promise<{ seriesId: string; eventId: string; path: string }> {
  const seriesId = await buildSeries(db, { title: 'Brunch', ...ASKS_FOR_ALL });
  const eventId = await buildEvent(db, seriesId, { title: 'Spring brunch' });
  await addAttendees(db, seriesId, [eventId], attendees);
  return { seriesId, eventId, path: `/brunch/events-series/${seriesId}?event=${eventId}` };
}

const details = (page: Page, name: string) => page.getByRole('button', { name: `Details of ${name}` });
const table = (page: Page) => page.getByRole('table', { name: 'Attendees of Spring brunch' });
const list = (page: Page) => page.getByRole('list', { name: 'Failed steps', exact: true }).getByRole('listitem');

describe('Retry in the row of an attendee', () => {
  test('D33: runs only the failed step again, and the row shows the outcome', async () => {
    const { path } = await buildBrunch([{ ...ada, steps: { slack: refused, email: done, forward: done, crm: done } }]);
    const page = await open(path);
    await table(page).getByText('Failed, 1 of 4 steps').waitFor();
    await details(page, 'Ada Marsh').click();
    await page.getByText('Failed a step: slack - The bot is not in channel C1').waitFor();
    expect(await page.getByRole('button', { name: 'Retry all failed steps' }).count()).toBe(0);
    await page.getByRole('button', { name: 'Retry slack' }).click();
    await table(page).getByText('Done', { exact: true }).waitFor();
    await page.getByText('No errors during submission').waitFor();
    expect(world.slack.messages).toHaveLength(1);
    expect(world.smtp.mails).toEqual([]);
    await page.getByRole('button', { name: 'Failed steps 0' }).waitFor();
    await closePage(page);
  });

  test('D33: a step that fails again shows the new error', async () => {
    const { path } = await buildBrunch([{ ...ada, steps: { slack: refused } }]);
    world.slack.behaviours.set({ kind: 'refuse', error: 'invalid_auth' });
    const page = await open(path);
    await details(page, 'Ada Marsh').click();
    await page.getByRole('button', { name: 'Retry slack' }).click();
    await page.getByText('Failed a step: slack - The bot is not in channel C1').waitFor({ state: 'hidden' });
    await page.getByText(/^Failed a step: slack - .+/).waitFor();
    await expect.poll(async () => page.getByRole('button', { name: 'Retry slack' }).isEnabled()).toBe(true);
    await expectAccessibleViews(page);
    await closePage(page);
  });

  test('D33: several failed steps can be retried at once', async () => {
    const { path } = await buildBrunch([{ ...ada, steps: { slack: refused, forward: unavailable, email: done, crm: done } }]);
    const page = await open(path);
    await details(page, 'Ada Marsh').click();
    await page.getByRole('button', { name: 'Retry all failed steps' }).click();
    await table(page).getByText('Done', { exact: true }).waitFor();
    expect(world.slack.messages).toHaveLength(1);
    expect(world.smtp.mails.map(({ recipients }) => recipients)).toEqual([['office@example.com']]);
    await closePage(page);
  });

  test('an unreachable server is reported, and the step can still be retried', async () => {
    const { path } = await buildBrunch([{ ...ada, steps: { slack: refused } }]);
    const page = await open(path);
    await details(page, 'Ada Marsh').click();
    await page.route('**/retry', (route) => route.abort());
    await page.getByRole('button', { name: 'Retry slack' }).click();
    await page.getByRole('alert').getByText('Nothing was tried again.').waitFor();
    await expectAccessibleViews(page);
    expect(await page.getByRole('button', { name: 'Retry slack' }).isEnabled()).toBe(true);
    expect(world.slack.messages).toEqual([]);
    await closePage(page);
  });
});

/** Makes a series with two failed steps, and a form with one. */
async function buildFailures(): Promise<{ seriesId: string; formId: string }> {
  const { seriesId } = await buildBrunch([{ ...ada, steps: { slack: refused, forward: unavailable } }]);
  const formId = await buildMarketingForm(db, { title: 'Brochure', ...ASKS_FOR_ALL });
  await addFormSubmissions(db, formId, [{ ...zoe, steps: { slack: refused, email: done } }]);
  return { seriesId, formId };
}

describe('Needs attention', () => {
  test('the dashboard counts failed steps and links to them; without any it shows nothing', async () => {
    const page = await open('/home');
    const answered = page.waitForResponse(`${url}/api/steps/counts`);
    await page.reload();
    await answered;
    await page.getByRole('button', { name: 'Add event series' }).waitFor();
    expect(await page.getByText(/attention/).count()).toBe(0);
    await buildFailures();
    await page.reload();
    await page.getByRole('link', { name: '3 failed steps need attention' }).click();
    await page.getByRole('heading', { level: 1, name: 'Needs attention' }).waitFor();
    expect(page.url()).toBe(`${url}/needs-attention`);
    await closePage(page);
  });

  test('lists failed steps of all series and forms, with person, error and a link to the attendee', async () => {
    await buildFailures();
    const page = await open('/needs-attention');
    await expect.poll(async () => list(page).count()).toBe(3);
    const words = (await list(page).allInnerTexts()).join('\n');
    for (const part of [
      'zoe@example.com',
      'Brochure',
      'Brunch',
      'Failed a step: forward - 550 5.1.1 mailbox unavailable',
      '3 tries so far',
    ]) {
      expect(words).toContain(part);
    }
    await page.getByRole('link', { name: 'Ada Marsh' }).first().click();
    await page.getByRole('button', { name: 'Retry all failed steps' }).waitFor();
    await closePage(page);
  });

  test('the list can be limited to one series or form, also by its address', async () => {
    const { seriesId, formId } = await buildFailures();
    const page = await open(`/needs-attention?form=${formId}`);
    await expect.poll(async () => list(page).count()).toBe(1);
    const choices = page.getByRole('navigation', { name: 'Failed steps of' });
    expect(await choices.getByRole('link').allInnerTexts()).toEqual(['All 3', 'Brunch 2', 'Brochure 1']);
    expect(await choices.getByRole('link', { name: 'Brochure 1' }).getAttribute('aria-current')).toBe('page');
    await choices.getByRole('link', { name: 'Brunch 2' }).click();
    await expect.poll(async () => list(page).count()).toBe(2);
    expect(page.url()).toBe(`${url}/needs-attention?series=${seriesId}`);
    await closePage(page);
  });

  test('while it loads it says "Loading..."; a failure shows its reason, and Retry reads again', async () => {
    await buildFailures();
    const page = await open('/home');
    const asked = Promise.withResolvers<void>();
    await page.route('**/api/steps/failed*', async (route) => {
      await asked.promise;
      await route.abort();
    });
    await page.goto(`${url}/needs-attention`);
    await page.getByText('Loading...').waitFor();
    await expectAccessibleViews(page);
    asked.resolve();
    const alert = page.getByRole('alert');
    await alert.getByText('Error: The server could not be reached.').waitFor();
    expect(await page.getByRole('button', { name: 'Retry all' }).count()).toBe(0);
    await expectAccessibleViews(page);
    await page.unrouteAll();
    await alert.getByRole('button', { name: 'Retry' }).click();
    await expect.poll(async () => list(page).count()).toBe(3);
    await closePage(page);
  });

  test('a further page that fails to load is reported, and the list stays', async () => {
    await buildBrunch(Array.from({ length: 60 }, () => ({ steps: { slack: refused } })));
    const page = await open('/needs-attention');
    await expect.poll(async () => list(page).count()).toBe(50);
    await page.route('**/api/steps/failed*', async (route) => route.abort());
    await page.getByRole('button', { name: 'Show more' }).click();
    await page.getByRole('alert').getByText('The rest did not come. The server could not be reached.').waitFor();
    // A refresh of the list, as it happens without a failure, would remove this message.
    const isReadAgain = page.waitForRequest('**/api/steps/failed*', { timeout: 6_000 }).then(
      () => true,
      () => false,
    );
    expect(await list(page).count()).toBe(50);
    await expectAccessibleViews(page);
    expect(await isReadAgain).toBe(false);
    await page.unrouteAll();
    await page.getByRole('button', { name: 'Retry', exact: true }).click();
    await expect.poll(async () => list(page).count()).toBe(60);
    await closePage(page);
  });

  test('the link to a submission of a hidden event leads to the disabled events', async () => {
    const { seriesId, eventId } = await buildBrunch([{ ...ada, steps: { slack: refused } }]);
    await db.updateTable('events').set({ is_on_form: false }).where('id', '=', eventId).execute();
    const page = await open('/needs-attention');
    await page.getByRole('link', { name: 'Ada Marsh' }).click();
    await page.getByRole('button', { name: 'Retry slack', exact: true }).waitFor();
    expect(new URL(page.url()).pathname).toBe(`/brunch/events-series/${seriesId}/show-disabled-events`);
    await closePage(page);
  });

  test('Retry runs one step again, and it leaves the list', async () => {
    await buildFailures();
    const page = await open('/needs-attention');
    await page.getByRole('button', { name: 'Retry slack of Zoë Hart' }).click();
    await page.getByRole('alert').getByText('1 step is tried again').waitFor();
    await expect.poll(async () => list(page).count()).toBe(2);
    await expect.poll(() => world.slack.messages.length).toBe(1);
    expect(world.smtp.mails).toEqual([]);
    await closePage(page);
  });

  test('Retry all runs what is listed, then everything, until nothing is left', async () => {
    const { seriesId } = await buildFailures();
    const page = await open(`/needs-attention?series=${seriesId}`);
    await page.getByRole('button', { name: 'Retry all' }).click();
    await page.getByRole('alert').getByText('2 steps are tried again').waitFor();
    await page.getByRole('heading', { name: 'Nothing needs attention' }).waitFor();
    await expect.poll(() => [world.slack.messages.length, world.smtp.mails.length]).toEqual([1, 1]);
    await page.getByRole('link', { name: 'All 1' }).click();
    await page.getByRole('button', { name: 'Retry all' }).click();
    await expect.poll(() => world.slack.messages.length).toBe(2);
    await page.getByRole('heading', { name: 'Nothing needs attention' }).waitFor();
    await expectAccessibleViews(page);
    await closePage(page);
  });

  test('a long list is shown page by page', async () => {
    await buildBrunch(Array.from({ length: 60 }, () => ({ steps: { slack: refused } })));
    const page = await open('/needs-attention');
    await expect.poll(async () => list(page).count()).toBe(50);
    await page.getByRole('button', { name: 'Show more' }).click();
    await expect.poll(async () => list(page).count()).toBe(60);
    expect(await page.getByRole('button', { name: 'Show more' }).count()).toBe(0);
    await closePage(page);
  });

  test.each(VIEWS)('axe finds nothing in %s at %o, and nothing overflows', async (colorScheme, viewport) => {
    await buildFailures();
    const page = await open('/needs-attention', { colorScheme, viewport, reducedMotion: 'reduce' });
    await expect.poll(async () => list(page).count()).toBe(3);
    await expectAccessible(page);
    expect(await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBeLessThanOrEqual(0);
    await page.getByRole('link', { name: 'Ada Marsh' }).first().click();
    await page.getByRole('button', { name: 'Retry all failed steps' }).waitFor();
    await expectAccessible(page);
    await closePage(page);
  });
});
