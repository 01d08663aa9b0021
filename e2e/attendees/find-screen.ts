import type { Browser, Page } from 'playwright-core';
import { openPage } from '../support/browser.ts';

export const palette = (page: Page) => page.getByRole('dialog', { name: 'Find a person, event, series or form' });
export const field = (page: Page) => palette(page).getByRole('combobox');
export const options = (page: Page) => palette(page).getByRole('option');

/** The dashboard with the series of the pictures. */
export async function openSearchedHome(browser: Browser, url: string, settings: Parameters<typeof openPage>[1]): Promise<Page> {
  const page = await openPage(browser, settings);
  await page.goto(`${url}/home`);
  await page.getByRole('link', { name: 'Leadership Essentials' }).first().waitFor();
  return page;
}

/** Opens the search and types these words. */
export async function typeInto(page: Page, words: string): Promise<void> {
  await page.keyboard.press('Control+k');
  await field(page).fill(words);
}
