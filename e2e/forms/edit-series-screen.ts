import type { Locator, Page } from 'playwright-core';
import type { Db } from '#server/db/connection.ts';
import { buildEvent, buildSeries } from '#server/testing/form-rows.ts';
import { addAttendees } from '../support/series-rows.ts';
import type { StaffProduct } from '../support/staff-product.ts';

/** A template that uses every placeholder. */
export const TEMPLATE = '<p>Hello %FNAME%,</p>\n<p>thank you for signing up to %SERIES%:</p>\n%SUCCESS%\n<p>%FROM%</p>';

/** Makes the only series, with settings, two events and one attendee. Returns its id. */
export async function buildSeriesToEdit(db: Db): Promise<string> {
  await db.deleteFrom('forms').execute();
  const seriesId = await buildSeries(db, {
    title: 'Leadership Essentials',
    slack_channel_id: 'C04F8Q2LJ7M',
    email_from: 'courses@example.com',
    email_subject: 'You are in: %SERIES%',
    email_template: TEMPLATE,
  });
  const event = await buildEvent(db, seriesId, { title: 'Leading through change', starts_at: '2054-11-26T09:30:00Z' });
  await buildEvent(db, seriesId, { title: 'Coaching skills', starts_at: '2054-12-03T10:00:00Z' });
  await addAttendees(db, seriesId, [event], [{ first_name: 'Priya', last_name: 'Raman', email: 'praman@oakfield.example' }]);
  return seriesId;
}

/** Opens the settings of a series as staff. */
export async function openEdit({ open }: StaffProduct, seriesId: string): Promise<Page> {
  const page = await open(`/leadership-essentials/events-series/${seriesId}/edit`);
  await page.getByLabel('Title', { exact: true }).waitFor();
  return page;
}

export const buttonOf = (page: Page, name: string): Locator => page.getByRole('button', { name, exact: true });

/** Runs a colleague's save just before this page's next one arrives. Straight into the database, so that the page is not notified of it. */
export const saveMeanwhile = async (page: Page, url: string, save: () => Promise<unknown>): Promise<unknown> =>
  page.route(
    url,
    async (route) => {
      await save();
      await route.continue();
    },
    { times: 1 },
  );
