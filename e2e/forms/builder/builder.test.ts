import { describe, expect, test } from 'vitest';
import { expectAccessible, PHONE, untilStill, expectAccessibleViews } from '../../support/browser.ts';
import { alert, type BuilderScreen, reload } from '../../support/builder-form.ts';
import { startBuilder } from '../../support/builder-screen.ts';
import { expectFocused } from '../../support/focus.ts';

const { open } = await startBuilder();

async function save({ page, saveButton }: BuilderScreen): Promise<void> {
  await saveButton.click();
  await alert(page, 'Form saved successfully!').waitFor();
}

describe('adding fields', () => {
  test('BLD-1, BLD-2, BLD-3, BLD-4, BLD-5, BLD-6, BLD-7, BLD-8, BLD-13, BLD-14, BLD-20, BLD-27: all five types are added in the panel, and appear in the list and in the preview', async () => {
    const builder = await open([]);
    const { page, panel, preview } = builder;
    await page.getByRole('heading', { name: 'Event series form' }).waitFor();
    await page.getByText('No fields added yet. Add fields above.').waitFor();
    const add = async (type: string, label: string) => {
      await builder.chooseType(type);
      await panel.getByLabel('Label').fill(label);
      await panel.getByRole('button', { name: 'Add field' }).click();
      await builder.row(label).getByText('On the form now', { exact: true }).waitFor();
    };
    await panel.getByText('Is this field mandatory?').click();
    await add('Text Input', 'Dietary needs');
    await panel.getByText('Show this field on Slack?').click();
    await add('Text Area', 'Anything else');
    await add('Checkbox', 'I will attend in person');
    await builder.chooseType('Select Field');
    await panel.getByLabel('Option 1').fill('Newsletter');
    await panel.getByRole('button', { name: 'Add another option' }).click();
    await page.keyboard.type('Search');
    await panel.getByRole('button', { name: 'Add another option' }).click();
    await panel.getByRole('button', { name: 'Remove last' }).click();
    await add('Select Field', 'How did you hear of us?');
    await panel.getByText('Show this field on Slack?').click();
    await add('Disclaimer', 'We keep your details.');
    expect(await panel.getByText(/mandatory|Slack/).count()).toBe(0);

    await page.getByRole('heading', { name: 'Form Fields (5)' }).waitFor();
    expect(builder.sent.map(({ body }) => body)).toMatchObject([
      [{ type: 'input', label: 'Dietary needs', required: true, show_on_slack: false, order: 1 }],
      [{ type: 'textarea', required: false, show_on_slack: true, order: 2 }],
      [{ type: 'checkbox', order: 3 }],
      [{ type: 'select', options: ['Newsletter', 'Search'], order: 4 }],
      [{ type: 'disclaimer', options: [], order: 5 }],
    ]);
    await preview.getByRole('textbox', { name: 'Dietary needs' }).waitFor();
    await preview.getByRole('option', { name: 'Search' }).waitFor({ state: 'attached' });
    await preview.getByText('We keep your details.').waitFor();
    expect(await builder.row('We keep your details.').innerText()).toMatch(/After the questions\s*·\s*Show on slack: No/);
    await reload(builder);
    expect(await builder.labels()).toEqual([
      'Dietary needs',
      'Anything else',
      'I will attend in person',
      'How did you hear of us?',
      'We keep your details.',
    ]);
  });

  test('VAL-23, VAL-24, VAL-25: an empty label and empty options are refused at their inputs, and the first takes the focus', async () => {
    const { page, panel, chooseType, sent } = await open([]);
    await chooseType('Select Field');
    await expect.poll(() => panel.getByRole('button', { name: 'Add another option' }).isDisabled()).toBe(true);
    await panel.getByRole('button', { name: 'Add field' }).click();
    await expect.poll(() => panel.getByText('This field cannot be empty').count()).toBe(2);
    await expectFocused(panel.getByLabel('Label'));
    await page.keyboard.type('Menu');
    await expect.poll(() => panel.getByText('This field cannot be empty').count()).toBe(1);
    expect(sent).toEqual([]);
  });

  test('BLD-15, BLD-16, BLD-17, BLD-18, BLD-29, VAL-26: a brunch menu needs one of the brunch events; choosing another type drops it', async () => {
    const { page, panel, chooseType, preview } = await open();
    await chooseType('Select Field');
    await panel.getByLabel('Label').fill('Brunch at the coaching day');
    await panel.getByLabel('Option 1').fill('Full English');
    await panel.getByText('Is this a brunch menu?').click();
    await panel.getByRole('button', { name: 'Add field' }).click();
    await panel.getByText('Please select a brunch event').waitFor();
    const events = panel.getByRole('combobox', { name: 'Select the event to which this menu applies' });
    await events.click();
    await expect.poll(() => page.getByRole('option').allTextContents()).toEqual(['Leading through change', 'Open day, March']);
    await page.getByRole('option', { name: 'Leading through change' }).click();
    await chooseType('Text Input');
    await chooseType('Select Field');
    await expect.poll(() => panel.getByLabel('Is this a brunch menu?').isChecked()).toBe(false);
    await panel.getByText('Is this a brunch menu?').click();
    await events.click();
    await page.getByRole('option', { name: 'Leading through change' }).click();
    await panel.getByRole('button', { name: 'Add field' }).click();
    await preview.getByText('Leading through change').click();
    await preview.getByRole('combobox', { name: 'Brunch at the coaching day' }).waitFor();
    await preview.getByText('Leading through change').click();
    await preview.getByRole('combobox', { name: 'Brunch at the coaching day' }).waitFor({ state: 'detached' });
  });

  test('BLD-18: a series without brunch events says so', async () => {
    const { panel, chooseType } = await open([]);
    await chooseType('Select Field');
    await panel.getByText('Is this a brunch menu?').click();
    await expect.poll(() => panel.getByText('No events available for this series.').isVisible()).toBe(true);
  });

  test('BLD-10, BLD-19, BLD-33: a row shows its type of field, and why a menu is shown to nobody', async () => {
    const { row } = await open();
    await row('Dietary needs').getByText('Text Input · Optional · Show on slack: Yes · Is this event a brunch event? No').waitFor();
    await row('Brunch').getByText('Options: Full English, Vegetarian, Pastries only').waitFor();
    await row('Brunch')
      .getByText(/Is this event a brunch event\? Yes · Leading through change · [\da-f-]{36}/)
      .waitFor();
    await row('Brunch at the open day').getByText('Its event is hidden.').waitFor();
    await row('How did you hear of us?').getByText('Is this event a brunch event? No').waitFor();
    expect(await row('I will attend in person').getByText('Required').isVisible()).toBe(true);
  });
});

describe('reordering', () => {
  test('BLD-9, BLD-21, BLD-22, BLD-23, BLD-24, BLD-25, ERR-11: by pointer; Save Form stores exactly the order shown', async () => {
    const builder = await open(['A', 'B', 'C', 'D']);
    const { page, row, saveButton } = builder;
    await page.getByText('Drag to reorder fields').waitFor();
    const ids = await page.locator('[data-field]').evaluateAll((rows) => rows.map((each) => each.getAttribute('data-field')));
    await expect.poll(() => saveButton.isDisabled()).toBe(true);
    const said = page.locator('[id^="DndLiveRegion"]');
    const drag = async (label: string, onto: string, position: number) => {
      await untilStill(page); // The previously dropped row may still be moving.
      await row(label)
        .getByRole('button', { name: `Drag ${label}` })
        .hover();
      await page.mouse.down();
      const box = await row(onto).boundingBox();
      await page.mouse.move(box!.x + 30, box!.y + box!.height / 2, { steps: 12 });
      await expect.poll(() => said.textContent()).toContain(`${label}, position ${position} of 4`);
      await page.mouse.up();
    };
    await drag('A', 'C', 3);
    await expect.poll(builder.labels).toEqual(['B', 'C', 'A', 'D']);
    await row('A').getByText('Moved').waitFor();
    await drag('D', 'B', 1);
    await expect.poll(builder.labels).toEqual(['D', 'B', 'C', 'A']);
    await page.getByText('2 unsaved changes').waitFor();
    expect(builder.sent).toEqual([]);
    await save(builder);
    expect(builder.sent).toEqual([
      { call: 'edit', fieldId: ids[0], body: { order: 2 } },
      { call: 'edit', fieldId: ids[2], body: { order: 1 } },
      { call: 'edit', fieldId: ids[3], body: { order: 0 } },
      { call: 'edit', fieldId: ids[1], body: { order: 1 } },
    ]);
    await page.getByText('All changes saved').waitFor();
    await reload(builder);
    expect(await builder.labels()).toEqual(['D', 'B', 'C', 'A']);
  });

  test('by keyboard, with each position announced', async () => {
    const builder = await open(['A', 'B', 'C']);
    const { page } = builder;
    const said = page.locator('[id^="DndLiveRegion"]');
    await page.getByRole('button', { name: 'Drag C' }).focus();
    await page.keyboard.press('Space');
    await expect.poll(() => said.textContent()).toBe('C, position 3 of 3.');
    // It handles the arrow keys only some frames after its announcement, once it has measured the rows.
    await untilStill(page);
    await page.keyboard.press('ArrowUp');
    await expect.poll(() => said.textContent()).toBe('C, position 2 of 3.');
    await page.keyboard.press('ArrowUp');
    await expect.poll(() => said.textContent()).toBe('C, position 1 of 3.');
    await page.keyboard.press('Space');
    await expect.poll(builder.labels).toEqual(['C', 'A', 'B']);
    await save(builder);
    await reload(builder);
    expect(await builder.labels()).toEqual(['C', 'A', 'B']);
  });

  test('by buttons, which keep the focus even at the end of the list; moving there and back is not a change', async () => {
    const builder = await open(['A', 'B', 'C']);
    const { page } = builder;
    const down = page.getByRole('button', { name: 'Move A down' });
    await down.focus();
    await page.keyboard.press('Enter');
    await page.getByRole('status').filter({ hasText: 'A, position 2 of 3.' }).waitFor();
    await page.keyboard.press('Enter');
    await page.getByRole('status').filter({ hasText: 'A, position 3 of 3.' }).waitFor();
    await expectFocused(down);
    expect(await down.isDisabled()).toBe(true);
    expect(await builder.labels()).toEqual(['B', 'C', 'A']);
    await page.getByRole('button', { name: 'Move A up' }).click({ clickCount: 1 });
    await page.getByRole('button', { name: 'Move A up' }).click();
    await page.getByText('All changes saved').waitFor();
  });
});

describe('editing and deleting', () => {
  test('BLD-31, BLD-32, D44: a field is edited in place, shows in the preview immediately, and is saved with Ctrl+S', async () => {
    const builder = await open();
    const { page, row, preview } = builder;
    await page.getByRole('button', { name: 'Edit How did you hear of us?' }).click();
    await page.keyboard.press('ControlOrMeta+A');
    await page.keyboard.type('Where from');
    const form = page.getByRole('form', { name: 'Edit Where from' });
    await form.getByText('Is this field mandatory?').click();
    await form.getByLabel('Option 3').fill('The web');
    await row('Where from').getByText('Edited').waitFor();
    await preview.getByRole('combobox', { name: 'Where from' }).waitFor();
    await page.getByText('1 unsaved change', { exact: true }).waitFor();
    expect(builder.sent).toEqual([]);
    await page.keyboard.press('ControlOrMeta+S');
    await alert(page, 'Form saved successfully!').waitFor();
    expect(builder.sent.map(({ body }) => body)).toEqual([
      { label: 'Where from', required: true, options: ['A colleague', 'Newsletter', 'The web', 'Other'] },
    ]);
    await form.getByRole('button', { name: 'Done' }).click();
    await expectFocused(page.getByRole('button', { name: 'Edit Where from' }));
    await reload(builder);
    await row('Where from').getByText('Select Field · Required · Show on slack: No').waitFor();
  });

  test('BLD-12, BLD-26: deleting a field asks, shows the number of answers, and keeps other unsaved changes', async () => {
    const builder = await open(['A', 'B', 'C']);
    const { page } = builder;
    await page.getByRole('button', { name: 'Move A down' }).click();
    await page.getByRole('button', { name: 'Delete C' }).click();
    const dialog = page.getByRole('dialog', { name: 'Are you sure you want to delete this field?' });
    await dialog.getByText('has no answers.').waitFor();
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    expect(builder.sent).toEqual([]);
    await page.getByRole('button', { name: 'Delete C' }).click();
    await dialog.getByRole('button', { name: 'Delete field' }).click();
    await expect.poll(builder.labels).toEqual(['B', 'A']);
    await expectFocused(page.getByRole('button', { name: 'Edit A' }));
    await page.getByText('1 unsaved change', { exact: true }).waitFor();
    await save(builder);
    await reload(builder);
    expect(await builder.labels()).toEqual(['B', 'A']);
  });
});

test('axe finds nothing with a field open and an error shown, nor in the preview', async () => {
  const { page, panel, preview } = await open();
  await panel.getByRole('button', { name: 'Add field' }).click();
  await page.getByRole('button', { name: 'Edit Brunch', exact: true }).click();
  await page.getByRole('button', { name: 'Move Dietary needs down' }).click();
  await page.getByRole('button', { name: 'Done' }).waitFor();
  await expectAccessibleViews(page, { fits: true });
  await page.setViewportSize(PHONE);
  await page.getByText('Preview', { exact: true }).first().click();
  await preview.getByRole('textbox', { name: 'First name' }).waitFor();
  await expectAccessible(page);
});
