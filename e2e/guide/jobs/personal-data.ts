import type { Steps } from '../tour.ts';
import { buildBreakfasts, PEOPLE } from './sample.ts';

export const personalData: Steps = async ({ db, page, open }) => {
  await buildBreakfasts(db, PEOPLE);
  await open('/home');
  await page.getByRole('heading', { name: 'Events Hub' }).waitFor();
  await page.keyboard.press('Control+k');
  await page.getByRole('combobox').fill('helen');
  await page.getByRole('option', { name: /Helen Armitage/ }).waitFor();
  await page.keyboard.press('Alt+Enter');
  const panel = page.getByRole('complementary', { name: 'Helen Armitage' });
  await panel.getByRole('region', { name: 'Marketing consent' }).waitFor();
  await panel.getByText('Show in the list').waitFor();
  await panel.getByRole('checkbox', { name: 'Accepts marketing' }).waitFor();
  await panel.getByRole('button', { name: 'Delete sign-up…' }).click();
  await page.getByRole('button', { name: 'Delete 1 sign-up' }).click();
  await page.getByText('1 sign-up of Helen Armitage was deleted').waitFor();
};
