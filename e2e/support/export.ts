import type { Download, Locator } from 'playwright-core';

/** Exports by a button, and the dialog that it opens. */
export async function exportBy(button: Locator, format: 'Excel' | 'CSV' = 'CSV'): Promise<Download> {
  const page = button.page();
  await button.click();
  const dialog = page.getByRole('dialog', { name: /^Export / });
  await dialog.getByText(format, { exact: true }).click();
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    dialog.getByRole('button', { name: 'Export', exact: true }).click(),
  ]);
  await dialog.waitFor({ state: 'detached' });
  return download;
}
