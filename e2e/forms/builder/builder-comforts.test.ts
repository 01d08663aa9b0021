import type { Locator } from 'playwright-core';
import { expect, test } from 'vitest';
import { buildEvent } from '#server/testing/form-rows.ts';
import { expectAccessible, PHONE } from '../../support/browser.ts';
import { alert, type BuilderScreen, reload } from '../../support/builder-form.ts';
import { startBuilder } from '../../support/builder-screen.ts';
import { expectFocused } from '../../support/focus.ts';
import { addAttendees } from '../../support/series-rows.ts';

const { open, visit, db } = await startBuilder();

const editorOf = ({ page }: BuilderScreen, label: string): Locator => page.getByRole('form', { name: `Edit ${label}`, exact: true });

async function save({ page, saveButton }: BuilderScreen): Promise<void> {
  await saveButton.click();
  // The alert of the previous save may still be there.
  await alert(page, 'Form saved successfully!').last().waitFor();
  await page.getByText('All changes saved').waitFor();
}

test('BLD-35: Ctrl D copies a field with a different label, below the original, and opens its editor', async () => {
  const builder = await open();
  const { page, row } = builder;
  await page.getByRole('button', { name: 'Edit How did you hear of us?' }).focus();
  await page.keyboard.press('ControlOrMeta+D');
  const copy = 'How did you hear of us? (copy)';
  await row(copy).getByText('On the form now').waitFor();
  await row(copy).getByText('Options: A colleague, Newsletter, Search, Other').waitFor();
  const labels = await builder.labels();
  expect(labels.indexOf(copy)).toBe(labels.indexOf('How did you hear of us?') + 1);
  await expectFocused(editorOf(builder, copy).getByLabel('Label'));
  await save(builder);
  await reload(builder);
  expect(await builder.labels()).toEqual(labels);
  await page.getByRole('button', { name: 'More for Dietary needs' }).click();
  await page.getByRole('menuitem', { name: 'Duplicate' }).click();
  await row('Dietary needs (copy)').getByText('On the form now').waitFor();
});

test('BLD-35: a copy does not use a label under which a deleted field has answers', async () => {
  const builder = await open(['Menu']);
  const event = await buildEvent(db, builder.seriesId);
  await addAttendees(db, builder.seriesId, [event], [{ answers: { 'menu_(copy)': 'Vegan' } }]);
  const { page } = builder;
  const duplicate = async () => {
    await page.getByRole('button', { name: 'More for Menu', exact: true }).click();
    await page.getByRole('menuitem', { name: 'Duplicate' }).click();
  };
  await duplicate();
  await builder.row('Menu (copy)').waitFor();
  await page.getByRole('button', { name: 'Delete Menu (copy)' }).click();
  await page.getByRole('button', { name: 'Delete field' }).click();
  await expect.poll(builder.labels).toEqual(['Menu']);
  await duplicate();
  await expect.poll(builder.labels).toEqual(['Menu', 'Menu (copy 2)']);
});

test('BLD-36: edits and moves are undone and redone by keys and buttons; undoing an added field asks', async () => {
  const builder = await open(['A', 'B', 'C']);
  const { page, panel } = builder;
  const [undo, redo] = [page.getByRole('button', { name: 'Undo' }), page.getByRole('button', { name: 'Redo' })];
  await expect.poll(() => undo.isDisabled()).toBe(true);
  await page.getByRole('button', { name: 'Move A down' }).click();
  await page.getByRole('button', { name: 'Edit C' }).click();
  await page.keyboard.press('ControlOrMeta+A');
  await page.keyboard.type('Last');
  await expect.poll(builder.labels).toEqual(['B', 'A', 'Last']);
  await page.keyboard.press('ControlOrMeta+Z');
  await expect.poll(builder.labels).toEqual(['B', 'A', 'C']);
  await undo.click();
  await expect.poll(builder.labels).toEqual(['A', 'B', 'C']);
  await page.getByText('All changes saved').waitFor();
  await redo.click();
  await page.keyboard.press('ControlOrMeta+Shift+Z');
  await expect.poll(builder.labels).toEqual(['B', 'A', 'Last']);
  await save(builder);
  await undo.click();
  await expect.poll(builder.labels).toEqual(['B', 'A', 'C']);
  await save(builder);
  await panel.getByLabel('Label').fill('D');
  await panel.getByRole('button', { name: 'Add field' }).click();
  await builder.row('D').waitFor();
  await undo.click();
  await page
    .getByRole('dialog', { name: 'Are you sure you want to delete this field?' })
    .getByRole('button', { name: 'Delete field' })
    .click();
  await expect.poll(builder.labels).toEqual(['B', 'A', 'C']);
});

test('BLD-37: a field is moved to a position with its menu, without the mouse', async () => {
  const builder = await open(['A', 'B', 'C', 'D']);
  const { page } = builder;
  await page.getByRole('button', { name: 'More for A' }).focus();
  await page.keyboard.press('Enter');
  await expectFocused(page.getByRole('menuitem', { name: 'Duplicate' }));
  await expectAccessible(page);
  await page.keyboard.press('ArrowDown');
  await expectFocused(page.getByRole('menuitem', { name: 'Move to position…' }));
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Move ‘A’' });
  await expectFocused(dialog.getByLabel('Position'));
  await page.keyboard.type('9');
  await page.keyboard.press('Enter');
  await dialog.getByText('Please enter a number from 1 to 4').waitFor();
  await page.getByRole('menu').waitFor({ state: 'detached' });
  await expectAccessible(page);
  await page.keyboard.press('ControlOrMeta+A');
  await page.keyboard.type('3');
  await page.keyboard.press('Enter');
  await expect.poll(builder.labels).toEqual(['B', 'C', 'A', 'D']);
  await page.getByRole('status').filter({ hasText: 'A, position 3 of 4.' }).waitFor();
  await expectFocused(page.getByRole('button', { name: 'More for A' }));
  await save(builder);
  await reload(builder);
  expect(await builder.labels()).toEqual(['B', 'C', 'A', 'D']);
});

test('BLD-38: the preview frames the edited field, in both widths, and a click there opens its editor', async () => {
  const builder = await open();
  const { page, preview } = builder;
  const edited = preview.locator('[data-edited="You are editing this"]');
  const isInView = async () => {
    const [field, frame] = [await edited.boundingBox(), await page.locator('iframe[title="Preview of the form"]').boundingBox()];
    return field !== null && frame !== null && field.y >= frame.y && field.y + field.height <= frame.y + frame.height;
  };
  await page.getByRole('button', { name: 'Edit How did you hear of us?' }).click();
  await edited.getByText('How did you hear of us?').waitFor();
  await page.getByText('Scrolled to the field you are editing').waitFor();
  await expect.poll(isInView).toBe(true);
  // The mark around the field is not cut off at the sides.
  expect(await preview.locator('html').evaluate((root) => root.scrollWidth - root.clientWidth)).toBe(0);
  await page.locator('label', { hasText: 'Desktop' }).click();
  await page.getByText('720 wide, scaled down to fit').waitFor();
  await expect.poll(async () => preview.locator('html').evaluate((root) => root.clientWidth)).toBe(720);
  const middleOf = async (part: Locator) => part.boundingBox().then((box) => box!.y + box!.height / 2);
  const heading = await middleOf(page.getByRole('heading', { name: 'Preview' }));
  expect(Math.abs((await middleOf(page.getByRole('link', { name: 'Open form' }))) - heading)).toBeLessThan(1);
  await expect.poll(isInView).toBe(true);

  await preview.getByRole('combobox', { name: 'How did you hear of us?' }).waitFor();
  await preview.getByText('I will attend in person').click();
  await expectFocused(editorOf(builder, 'I will attend in person').getByLabel('Label'));
  expect(await preview.getByRole('checkbox', { name: 'I will attend in person' }).isChecked()).toBe(false);
  await preview.getByText('We keep your details for two years.').click();
  await editorOf(builder, 'We keep your details for two years. See https://harbour.example/privacy.').waitFor();
  await edited.getByText('We keep your details').waitFor();

  await page.getByRole('button', { name: 'Edit Brunch', exact: true }).click();
  await edited.getByText('Brunch').waitFor();
  expect(await preview.getByRole('checkbox', { name: 'Leading through change' }).isChecked()).toBe(true);
  await page.getByRole('button', { name: 'Edit Brunch at the open day' }).click();
  await page.getByText('Visitors do not see the field you are editing').waitFor();
});

test('BLD-38: on a phone a click in the preview leads to the editor, and nothing is wider than the screen', async () => {
  const builder = await open(undefined, { viewport: PHONE });
  const { page, preview } = builder;
  await page.getByText('Preview', { exact: true }).first().click();
  await preview.getByText('Dietary needs').click();
  await expectFocused(editorOf(builder, 'Dietary needs').getByLabel('Label'));
  await page.keyboard.type('!');
  await expectAccessible(page);
  expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
});

test('FLD-3, FLD-12: a help text is written in the editor, and visitors read it under the label', async () => {
  const builder = await open(['Diet']);
  const { page, preview } = builder;
  await page.getByRole('button', { name: 'Edit Diet' }).click();
  const help = editorOf(builder, 'Diet').getByLabel('Help text');
  await help.fill('x'.repeat(501));
  await page.getByText('Shown under the label; 501 of 500 characters').waitFor();
  await builder.saveButton.click();
  await editorOf(builder, 'Diet').getByText('Please use at most 500 characters').waitFor();
  await help.fill('So that the kitchen knows.');
  await preview.getByText('So that the kitchen knows.').waitFor();
  await save(builder);
  const visitor = await visit(`/spring/events-series/${builder.seriesId}/view`);
  expect(await visitor.getByRole('textbox', { name: 'Diet (optional)', description: 'So that the kitchen knows.' }).count()).toBe(1);
});
