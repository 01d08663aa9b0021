import { beforeEach, describe, expect, test } from 'vitest';
import { buildEvent, buildMarketingForm, buildSeries } from '#server/testing/form-rows.ts';
import { expectShown, expectAccessibleViews } from '../support/browser.ts';
import { expectFocused } from '../support/focus.ts';
import { holdRequests } from '../support/requests.ts';
import { addAttendees, addFormSubmissions } from '../support/series-rows.ts';
import { startStaffProduct } from '../support/staff-product.ts';

const DAY_MS = 86_400_000;
const { db, open, url } = await startStaffProduct();

beforeEach(async () => {
  for (const table of ['forms', 'registrations', 'submissions'] as const) {
    await db.deleteFrom(table).execute();
  }
});

const inDays = (days: number): Date => new Date(Date.now() + days * DAY_MS - 60_000);
const now = { submitted_at: new Date() };
const failed = {
  steps: { slack: { state: 'failed' as const, attempts: 10, message: 'not_in_channel', cause: 'not_in_channel #leaders' } },
};

/** Three series with events ahead and a form, with sign-ups of today and one failed message. */
async function buildOverview(): Promise<void> {
  const leading = await buildSeries(db, { title: 'Leadership Essentials' });
  const change = await buildEvent(db, leading, { title: 'Leading through change', starts_at: inDays(6) });
  await buildEvent(db, leading, { title: 'Too far ahead to be shown', starts_at: inDays(40) });
  await addAttendees(db, leading, [change], [{ ...now, ...failed }, now, { submitted_at: inDays(-3) }]);
  const aid = await buildSeries(db, { title: 'Mental Health First Aid' });
  const aiders = await buildEvent(db, aid, { title: 'First aiders, day one', starts_at: inDays(7) });
  await addAttendees(db, aid, [aiders], [now]);
  const skills = await buildSeries(db, { title: 'Facilitation Skills for Trainers' });
  await buildEvent(db, skills, { title: 'Rooms that talk', starts_at: inDays(12) });
  await addFormSubmissions(db, await buildMarketingForm(db, { title: 'Coaching brochure' }), [now]);
}

describe('EXTRA-12: the strip above the cards', () => {
  test('has today’s sign-ups, the next three events and what needs attention, each as a link', async () => {
    await buildOverview();
    const page = await open('/home');
    const part = (name: string) => page.getByRole('region', { name: 'Overview' }).getByRole('region', { name });
    await part('Needs attention').getByText('Slack is not connected').waitFor();
    const words = async (name: string) => (await part(name).innerText()).split(/\s*\n\s*/);
    await expect
      .poll(async () => words('Today'))
      .toEqual(['Today', '4', 'sign-ups', 'Leadership Essentials', '2', 'Coaching brochure', '1', 'Mental Health First Aid', '1']);
    expect((await part('Next events').getByRole('link').allInnerTexts()).map((text) => text.split('\n').slice(-3))).toEqual([
      ['Leading through change', 'Leadership Essentials, in 6 days', '3 Signups'],
      ['First aiders, day one', 'Mental Health First Aid, in 7 days', '1 Signup'],
      ['Rooms that talk', 'Facilitation Skills for Trainers, in 12 days', '0 Signups'],
    ]);
    expect(await words('Needs attention')).toEqual(['Needs attention', '1 message was not delivered', 'Slack is not connected', '1']);
    await expectAccessibleViews(page, { fits: true });
    await db
      .updateTable('forms')
      .set({ title: 'Leadership '.repeat(20).trim() })
      .execute();
    await page.reload();
    const line = part('Next events').getByText('in 6 days');
    expect(await line.evaluate((element) => element.scrollWidth - element.clientWidth)).toBe(0);
    await part('Next events').getByRole('link', { name: 'First aiders' }).click();
    await expectFocused(page.getByRole('article', { name: 'First aiders, day one' }));
    await page.goto(`${url}/needs-attention`);
    await page.getByRole('heading', { level: 2, name: 'Slack is not connected – The bot is not in #leaders' }).waitFor();
  });

  test('says so in each empty part, and is not shown before the first series or form', async () => {
    const page = await open('/home');
    await page.getByText('No event series yet').waitFor();
    expect(await page.getByRole('region', { name: 'Overview' }).count()).toBe(0);
    await buildSeries(db, { title: 'First' });
    await page.reload();
    for (const text of ['No sign-ups yet today', 'No upcoming events', 'Nothing needs attention']) await page.getByText(text).waitFor();
    await page.route('**/api/overview*', async (route) => route.abort());
    await page.reload();
    await page.getByText('Could not be loaded').first().waitFor();
    await page.getByRole('link', { name: 'First' }).waitFor();
    await page.unrouteAll();
    const release = await holdRequests(page, '**/api/overview*');
    await page.getByRole('button', { name: 'Retry' }).first().click();
    await expectFocused(page.getByRole('button', { name: 'Loading...' }).first());
    release();
    await page.getByText('No sign-ups yet today').waitFor();
  });
});

test('USE-56: an empty dashboard offers sample data, which fills it', async () => {
  const page = await open('/home');
  await page.getByRole('button', { name: 'Load sample data' }).press('Enter');
  await page.getByRole('alert').getByText('Sample data was added').waitFor();
  await expectFocused(page.getByRole('heading', { level: 1 }));
  for (const title of ['Leadership Breakfasts 2026', 'Course brochure', 'Course pages']) {
    await expectShown(page.getByRole('link', { name: title }).first());
  }
  expect(await page.getByRole('button', { name: 'Load sample data' }).count()).toBe(0);
});
