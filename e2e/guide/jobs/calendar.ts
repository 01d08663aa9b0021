import type { Steps } from '../tour.ts';
import { buildBreakfasts, SERIES } from './sample.ts';

export const calendar: Steps = async ({ db, page, open, picture }) => {
  const { path } = await buildBreakfasts(db);
  await open(`${path}/edit`);
  const entries = page.getByRole('region', { name: 'Calendar entries' });
  await entries.getByRole('switch', { name: 'Calendar entries' }).click();
  await picture('calendar-entries', [entries.getByRole('heading', { level: 2 }), entries], entries.locator('label'));
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await page.getByText('All changes saved').waitFor();

  await open('/home');
  await page.getByRole('button', { name: /^Account of/ }).click();
  await page.getByRole('menuitem', { name: 'Calendar feed…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Calendar feed' });
  await dialog.getByLabel('Events of').selectOption(SERIES.title);
  await dialog.getByRole('button', { name: 'Create' }).click();
  await dialog.getByRole('region', { name: 'New address' }).waitFor();
  await picture('calendar-feed', dialog, dialog.getByRole('button', { name: /^Copy/ }));
};
