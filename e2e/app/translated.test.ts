import { beforeEach, describe, expect, test } from 'vitest';
import { newId } from '#server/db/new-id.ts';
import { buildEvent, buildSeries } from '#server/testing/form-rows.ts';
import { buildFeedbackList } from '../feedback/feedback-rows.ts';
import { expectShown, openPage } from '../support/browser.ts';
import { addAttendees } from '../support/series-rows.ts';
import { startStaffProduct } from '../support/staff-product.ts';
import { translateAlways } from '../support/translate.ts';

const { db, url, browser, storageState } = await startStaffProduct();

const ids = { series: '', event: '' };
beforeEach(async () => {
  await db.deleteFrom('forms').execute();
  ids.series = await buildSeries(db, { title: 'Leadership Essentials' });
  ids.event = await buildEvent(db, ids.series, { title: 'Coaching skills' });
  await addAttendees(db, ids.series, [ids.event], [{ first_name: 'Ada', last_name: 'Marsh' }]);
});

describe('USE-70: browsers that translate', () => {
  const series = (): string => `${url}/leadership-essentials/events-series/${ids.series}`;

  test('no screen fails', async () => {
    const page = await openPage(browser, { storageState });
    const problems: string[] = [];
    page.on('pageerror', ({ message }) => problems.push(message));
    await translateAlways(page);
    const [mailing, past] = [newId(), await buildEvent(db, ids.series, { title: 'Past', starts_at: '2026-01-12T09:30:00Z' })];
    await addAttendees(db, ids.series, [past], [{ first_name: 'Ben' }, { first_name: 'Cy' }]);
    await db.updateTable('registrations').set({ attended_at: new Date() }).where('event_id', '=', past).execute();
    const about = { kind: 'mailing', audience: '{}', subject: 'Parking', template: 'Hello', is_written: true } as const;
    await db
      .insertInto('mailings')
      .values({ ...about, id: mailing, form_id: ids.series, begins_at: new Date() })
      .execute();
    const ofEvent = ['edit', 'print'].map((name) => `/event/${past}/${name}`);
    const ofMailings = ['', '/new', `/new?event=${ids.event}`, `/${mailing}`].map((path) => `/mailings${path}`);
    for (const path of ['', '/add', ...ofEvent, ...ofMailings, '/edit', '/create', '/statistics', '/show-disabled-events']) {
      await page.goto(series() + path);
      await page.getByRole('heading', { level: 1 }).waitFor();
      for (const button of await page.getByRole('main').getByRole('button', { expanded: false }).all()) {
        await button.click({ timeout: 2_000 }).catch(() => undefined);
        await page.keyboard.press('Escape');
      }
      await page.setViewportSize({ width: 390, height: 844 });
      await page.setViewportSize({ width: 1_440, height: 900 });
      await page.goBack();
    }
    await page.goto(`${series()}?event=${past}`);
    for (const [index, name] of ['Ben', 'Cy'].entries()) {
      await page.getByRole('checkbox', { name: new RegExp(`^Select ${name} `) }).check();
      await expectShown(page.getByRole('status').filter({ hasText: `${index + 1} selected` }));
    }
    const feedback = await buildFeedbackList(db, 'How was it?', [{ rating: 5, comment: 'Good' }]);
    for (const path of [
      '/home',
      `/feedback/${feedback}`,
      '/people?search=ada',
      '/needs-attention',
      '/connections',
      '/connections/check',
      '/getduplicatesleads',
    ]) {
      await page.goto(url + path);
      await page.getByRole('heading', { level: 1 }).waitFor();
    }
    expect([problems, await page.getByRole('button', { name: 'Reload' }).count()]).toEqual([[], 0]);
  });

  test('a screen that failed keeps what was typed until it is reloaded', async () => {
    const page = await openPage(browser, { storageState });
    await page.goto(`${series()}/edit`);
    const title = page.getByRole('textbox', { name: 'Title' });
    await title.fill('Leadership at sea');
    await page.evaluate(() => {
      Object.defineProperty(Intl.NumberFormat.prototype, 'format', {
        get: () => {
          throw new Error('Counts cannot be shown.');
        },
      });
    });
    // Something else may have rendered the screen in the meantime, which then has failed already.
    const description = page.getByRole('textbox', { name: 'Description' }).first();
    await description.fill('Three days', { timeout: 2_000 }).catch(() => undefined);
    await page.getByRole('button', { name: 'Reload' }).click();
    await expect.poll(async () => title.inputValue()).toBe('Leadership at sea');
  });
});
