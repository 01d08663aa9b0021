import type { Steps } from '../tour.ts';
import { buildBreakfasts, PEOPLE } from './sample.ts';

export const writeToAttendees: Steps = async ({ db, page, open, picture }) => {
  const { path } = await buildBreakfasts(db, PEOPLE);
  await open(path);
  await page.getByRole('link', { name: 'Write to attendees…' }).first().click();
  await page.getByLabel('Subject').fill('Where to park');
  await page.getByLabel('Text', { exact: true }).fill('Hello %FNAME%,\n\nplease park behind the house.\n\n%EVENTS%');
  await page.frameLocator('iframe[title="Email preview"]').getByRole('paragraph').filter({ hasText: 'please park' }).waitFor();
  await picture('write-to-attendees', page.locator('main'));
};
