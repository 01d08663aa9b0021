import { expect, test } from 'vitest';
import { startBuilder } from '../../support/builder-screen.ts';
import { expectFocused } from '../../support/focus.ts';

const { open, visit, db } = await startBuilder();

test('USE-27, USE-43: the preview has the colours of the series and scrolls to an added field; the panel says beforehand that adding publishes, and the row of an added field says that it is on the form', async () => {
  const builder = await open(['A', 'C', 'D', 'E', 'F']);
  const { page, panel, row, preview } = builder;
  const theme = { accent: '#0f766e', font: 'system', scheme: 'auto', logo: null } as const;
  await db.updateTable('forms').set({ theme }).where('id', '=', builder.seriesId).execute();
  await page.reload();
  const colour = () => preview.getByRole('button', { name: 'Submit' }).evaluate((button) => getComputedStyle(button).backgroundColor);
  await expect.poll(colour).toBe('rgb(15, 118, 110)');
  await panel.getByText('It appears on the public form straight away, as the last question.').waitFor();
  await panel.getByLabel('Label').fill('B');
  await panel.getByText('Exports as b').waitFor();
  expect(await page.getByText('Exports as').count()).toBe(1);
  await panel.getByRole('button', { name: 'Add field' }).click();
  await row('B').getByText('On the form now', { exact: true }).waitFor();
  expect(await row('A').getByText('On the form now').count()).toBe(0);
  const frame = page.locator('iframe[title="Preview of the form"]');
  const below = async () => {
    const [field, shown] = [await preview.getByLabel('B (optional)').boundingBox(), await frame.boundingBox()];
    return field === null || shown === null ? Infinity : field.y + field.height - shown.y - shown.height;
  };
  await expect.poll(below).toBeLessThanOrEqual(0);
  await page.getByText('All changes saved').waitFor();
  const visitor = await visit(`/spring/events-series/${builder.seriesId}/view`);
  await visitor.getByRole('textbox', { name: 'B (optional)' }).waitFor();
});

test('USE-44: in options Enter moves to the next, Backspace removes an empty one, pasted lines become options, and the list moves up once the pointer has left the panel', async () => {
  const builder = await open([]);
  const { page, panel } = builder;
  await builder.chooseType('Select Field');
  await panel.getByLabel('Label').fill('Menu');
  await panel.getByLabel('Option 1', { exact: true }).fill('Vegan');
  await page.keyboard.press('Enter');
  await expectFocused(panel.getByLabel('Option 2', { exact: true }));
  await page.keyboard.press('Enter');
  expect(await panel.getByRole('textbox', { name: /^Option/ }).count()).toBe(2);
  await page.keyboard.press('Backspace');
  await expect.poll(() => panel.getByRole('textbox', { name: /^Option/ }).count()).toBe(1);
  await expectFocused(panel.getByLabel('Option 1', { exact: true }));
  await page.keyboard.press('Enter');
  await panel.getByLabel('Option 2', { exact: true }).evaluate((input) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData('text/plain', 'Fish\r\n\r\n  Meat \r\nHalal\r\n');
    input.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
  });
  await expect.poll(() => panel.getByLabel('Option 4', { exact: true }).inputValue()).toBe('Halal');
  expect(builder.sent).toEqual([]);
  await panel.getByRole('button', { name: 'Remove Fish' }).click();
  const heightOfPanel = async () => (await panel.boundingBox())?.height;
  const height = await heightOfPanel();
  await panel.getByRole('button', { name: 'Add field' }).click();
  await builder.row('Menu').waitFor();
  expect(builder.sent[0]?.body).toMatchObject([{ options: ['Vegan', 'Meat', 'Halal'] }]);
  expect(await heightOfPanel()).toBe(height);
  await page.mouse.move(0, 0);
  await expect.poll(heightOfPanel).toBeLessThan(height ?? 0);
});
