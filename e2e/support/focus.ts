import type { Locator, Page } from 'playwright-core';
import { expect } from 'vitest';

/** Waits until it has the focus; fails after the timeout. */
export const expectFocused = async (locator: Locator): Promise<void> =>
  expect.poll(async () => locator.evaluate((element) => element === document.activeElement)).toBe(true);

export const focusedText = async (page: Page): Promise<string | null | undefined> =>
  page.evaluate(() => document.activeElement?.textContent);
