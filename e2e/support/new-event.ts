import type { Page } from 'playwright-core';

/** Chooses the 15th of the next month, 09:30, by keyboard. */
export async function chooseDate(on: Page): Promise<void> {
  await on.getByRole('button', { name: 'Date', exact: true }).press('Enter');
  const dialog = on.getByRole('dialog', { name: 'Date and time' });
  await dialog.getByRole('button', { name: 'Next month' }).press('Enter');
  await dialog.getByRole('button', { name: /^15 / }).press('Enter');
  await dialog.getByLabel('Hours').fill('09');
  await dialog.getByLabel('Minutes').fill('30');
  await dialog.getByRole('button', { name: 'Use this date and time' }).press('Enter');
}

/** The fields of Add event that every event needs. */
export async function fillIn(on: Page): Promise<void> {
  await on.getByLabel('Title').fill('Giving feedback that works');
  await chooseDate(on);
}
