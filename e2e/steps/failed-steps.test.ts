import type { Page } from 'playwright-core';
import { beforeEach, describe, expect, test } from 'vitest';
import { buildEvent, buildSeries } from '#server/testing/form-rows.ts';
import { ASKS_FOR_ALL } from '#server/testing/worker.ts';
import { expectAccessibleViews } from '../support/browser.ts';
import { holdRequests } from '../support/requests.ts';
import { type Attendee, addAttendees, done } from '../support/series-rows.ts';
import { startServiceProduct } from '../support/service-product.ts';

const { db, world, open } = await startServiceProduct();

beforeEach(async () => {
  await db.deleteFrom('forms').execute();
  await db.deleteFrom('forms').execute();
});

const refused = { state: 'failed', attempts: 1, message: 'The bot is not in channel C1' } as const;
const unavailable = { state: 'failed', attempts: 3, message: '550 5.1.1 mailbox unavailable' } as const;
const ada = { first_name: 'Ada', last_name: 'Marsh', email: 'ada@example.com' };

/** Makes a series with one event and these attendees. */
async function buildBrunch(attendees: readonly Attendee[]): Promise<{ seriesId: string; eventId: string; path: string }> {
  const seriesId = await buildSeries(db, { title: 'Brunch', ...ASKS_FOR_ALL });
  const eventId = await buildEvent(db, seriesId, { title: 'Spring brunch' });
  await addAttendees(db, seriesId, [eventId], attendees);
  return { seriesId, eventId, path: `/brunch/events-series/${seriesId}?event=${eventId}` };
}

const details = (page: Page, name: string) => page.getByRole('button', { name: `Details of ${name}` });
const table = (page: Page) => page.getByRole('table', { name: 'Attendees of Spring brunch' });

/** What was not sent, in the Status column. */
const sign = (page: Page) => table(page).getByRole('img', { name: /^Failed, / });

describe('Retry in the row of an attendee', () => {
  test('D33: runs only the failed step again, and the row shows the outcome', async () => {
    const { path } = await buildBrunch([{ ...ada, steps: { slack: refused, email: done, forward: done, crm: done } }]);
    const page = await open(path);
    await sign(page).waitFor();
    await details(page, 'Ada Marsh').click();
    await page.getByText('Failed a step: slack - The bot is not in channel C1').waitFor();
    expect(await page.getByRole('button', { name: 'Retry all failed steps' }).count()).toBe(0);
    await page.getByRole('button', { name: 'Retry slack' }).click();
    await sign(page).waitFor({ state: 'detached' });
    await page.getByText('No errors during submission').waitFor();
    // Both hold as soon as the step is retried.
    await expect.poll(() => world.slack.messages).toHaveLength(1);
    expect(world.smtp.mails).toEqual([]);
    await page.getByRole('button', { name: 'Failed steps 0' }).waitFor();
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
  });

  test.each(['Retry slack', 'Retry all failed steps'])(
    'D33: in the panel of a person the focus stays inside during %s and after it, so that Escape closes it',
    async (name) => {
      const { path } = await buildBrunch([{ ...ada, steps: { slack: refused, forward: unavailable } }]);
      const page = await open(path);
      await details(page, 'Ada Marsh').click();
      await page.getByRole('link', { name: 'Open person' }).click();
      const panel = page.getByRole('complementary', { name: 'Ada Marsh' });
      const release = await holdRequests(page, '**/retry');
      await panel.getByRole('button', { name }).click();
      expect(await panel.evaluate((element) => element.contains(document.activeElement))).toBe(true);
      release();
      await panel.getByText('The bot is not in channel C1').waitFor({ state: 'detached' });
      await page.keyboard.press('Escape');
      await expect.poll(() => panel.count()).toBe(0);
    },
  );

  test('D33: several failed steps can be retried together', async () => {
    const { path } = await buildBrunch([{ ...ada, steps: { slack: refused, forward: unavailable, email: done, crm: done } }]);
    const page = await open(path);
    await details(page, 'Ada Marsh').click();
    await page.getByRole('button', { name: 'Retry all failed steps' }).click();
    await sign(page).waitFor({ state: 'detached' });
    await expect.poll(() => world.smtp.mails.map(({ recipients }) => recipients)).toEqual([['office@example.com']]);
    await expect.poll(() => world.slack.messages).toHaveLength(1);
  });

  test('EXTRA-11: a step is dismissed and restored in the row', async () => {
    const { path } = await buildBrunch([{ ...ada, steps: { slack: refused, forward: unavailable, email: done } }]);
    const page = await open(path);
    await details(page, 'Ada Marsh').click();
    await page.getByRole('button', { name: 'Dismiss slack' }).click();
    await page.getByText(/^Not sent, dismissed by .+/).waitFor();
    // One is left, so there is nothing to retry together.
    expect(await page.getByRole('button', { name: 'Retry all failed steps' }).count()).toBe(0);
    await page.getByRole('button', { name: 'Dismiss forward' }).click();
    await table(page)
      .getByRole('img', { name: /Dismissed$/ })
      .waitFor();
    await expectAccessibleViews(page);
    await page.getByRole('button', { name: 'Restore slack' }).click();
    await page.getByRole('button', { name: 'Dismiss slack' }).waitFor();
    expect(world.slack.messages).toEqual([]);
  });

  test('an unreachable server is reported, and the step can still be retried', async () => {
    const { path } = await buildBrunch([{ ...ada, steps: { slack: refused } }]);
    const page = await open(path);
    await details(page, 'Ada Marsh').click();
    await page.route('**/retry', (route) => route.abort());
    await page.getByRole('button', { name: 'Retry slack' }).click();
    await page.getByRole('alert').getByText('Nothing was retried.').waitFor();
    await expectAccessibleViews(page);
    expect(await page.getByRole('button', { name: 'Retry slack' }).isEnabled()).toBe(true);
    expect(world.slack.messages).toEqual([]);
  });
});
