import type { Locator } from 'playwright-core';
import { expect, test } from 'vitest';
import { buildField } from '#server/testing/form-rows.ts';
import { expectShown } from '../support/browser.ts';
import { buildPicturedSeries } from '../support/series-rows.ts';
import { startStaffProduct } from '../support/staff-product.ts';

const { db, open } = await startStaffProduct();

test('USE-75: cells copied from a spreadsheet fill the cells from where they are pasted; cells beyond the table are counted, and pasted text stays in its cell', async () => {
  const series = await buildPicturedSeries(db);
  await buildField(db, { form_id: series.id }, { label: 'Wishes', type: 'textarea', position: 3 });
  const page = await open(`${series.path}/event/${series.events.full}/edit`);
  await page.getByLabel('Email of Amara Nwosu', { exact: true }).waitFor();
  const paste = async (target: Locator, text: string, html: string) =>
    target.evaluate(
      (input, [plain, marked]) => {
        const clipboardData = new DataTransfer();
        clipboardData.setData('text/plain', plain);
        clipboardData.setData('text/html', marked);
        return input.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
      },
      [text, html] as const,
    );
  const organisations = page.getByLabel(/^Organisation of /);
  const titles = page.getByLabel(/^Job title of /);
  expect(await paste(organisations.nth(1), 'Kestrel\t"Buyer\nNorth"\r\n\tClerk\r\n', '<table><tr><td>Kestrel')).toBe(false);
  await expect.poll(() => organisations.nth(1).inputValue()).toBe('Kestrel');
  expect(await organisations.nth(2).inputValue()).toBe('');
  expect([await titles.nth(1).inputValue(), await titles.nth(2).inputValue()]).toEqual(['Buyer North', 'Clerk']);
  const emails = page.getByLabel(/^Email of /);
  await paste(emails.last(), 'a@x.example\tyes\nb@x.example\t', '<table><tr><td>a@x.example');
  await expectShown(page.getByText('2 pasted cells did not fit in the table.'));
  expect(await emails.last().inputValue()).toBe('a@x.example');
  await page.getByRole('button', { name: 'Screen Options' }).click();
  await page.getByRole('checkbox', { name: 'Wishes' }).check();
  const wishes = page.getByLabel(/^Wishes of /);
  expect(await paste(wishes.first(), '"No\nnuts"\nA window seat', '<table><tr><td>No')).toBe(false);
  await expect.poll(() => wishes.nth(1).inputValue()).toBe('A window seat');
  expect(await wishes.first().inputValue()).toBe('No\nnuts');
  expect(await paste(organisations.nth(2), '"North\nLtd"\r\n', '<table><tr><td>North')).toBe(false);
  await expect.poll(() => organisations.nth(2).inputValue()).toBe('North Ltd');
  expect(await paste(organisations.nth(2), 'North\r\n', '<table><tr><td>North')).toBe(true);
  expect(await paste(organisations.nth(3), 'Kestrel\tClerk', '')).toBe(false);
  await expect.poll(() => titles.nth(3).inputValue()).toBe('Clerk');
  expect(await paste(organisations.first(), 'High Street\nLeeds', '<p>High Street<p>Leeds')).toBe(true);
  const long = await open(`${series.path}/event/${series.events.passed}/edit`);
  await paste(long.getByLabel(/^Organisation of /).first(), 'a\r\n'.repeat(118), '<table><tr><td>a');
  await expectShown(long.getByText('18 pasted cells did not fit in the table.'));
  await expectShown(long.getByText('Scroll to the end of the table before you paste, so that all rows are loaded.'));
});
