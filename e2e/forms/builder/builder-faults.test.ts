import type { Route } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { buildEvent, buildField, buildSeries } from '#server/testing/form-rows.ts';
import { expectAccessibleViews, leaveAndStay, openPage } from '../../support/browser.ts';
import { alert, type BuilderScreen, openBuilder, reload } from '../../support/builder-form.ts';
import { expectFocused } from '../../support/focus.ts';
import { addAttendees } from '../../support/series-rows.ts';
import { startStaffProduct } from '../../support/staff-product.ts';

const ADD = '**/addeventseriesformfields';
const EDIT = '**/eventseriesformfield/*/edit';
const DELETE = '**/eventseriesformfield/*/delete';

const { db, url, browser, storageState } = await startStaffProduct();

const addressOf = (seriesId: string) => `${url}/spring/events-series/${seriesId}/create`;

async function newForm(labels: readonly string[]): Promise<string> {
  const seriesId = await buildSeries(db, { title: 'Spring' });
  for (const [position, label] of labels.entries()) await buildField(db, { form_id: seriesId }, { label, position });
  return seriesId;
}

async function openForm(seriesId: string): Promise<BuilderScreen> {
  const page = await openPage(browser, { storageState });
  return openBuilder(page, addressOf(seriesId));
}

const open = async (...labels: string[]): Promise<BuilderScreen> => openForm(await newForm(labels));

const lost = async (route: Route) => route.abort('connectionfailed');

describe('when something fails', () => {
  test('ERR-8: when a field cannot be added the builder says so and keeps what was typed; a second attempt adds it once', async () => {
    const builder = await open();
    const { page, panel } = builder;
    await page.getByText('No fields added yet. Add fields above.').waitFor();
    await expectAccessibleViews(page);
    await builder.chooseType('Select Field');
    await panel.getByLabel('Label').fill('Menu');
    await panel.getByLabel('Option 1').fill('Vegan');
    await page.route(ADD, async (route) => {
      await route.fetch(); // The request arrives, but its answer is lost.
      await lost(route);
    });
    await panel.getByRole('button', { name: 'Add field' }).click();
    await alert(page, 'Error adding field. Please try again.').waitFor();
    await expectAccessibleViews(page);
    expect(await panel.getByLabel('Label').inputValue()).toBe('Menu');
    expect(await panel.getByLabel('Option 1').inputValue()).toBe('Vegan');
    await page.unroute(ADD);
    await panel.getByRole('button', { name: 'Add field' }).click();
    await expect.poll(async () => panel.getByLabel('Label').inputValue()).toBe('');
    await builder.row('Menu').waitFor();
    await reload(builder);
    expect(await builder.labels()).toEqual(['Menu']);
  });

  test('BLD-28: when the answer to an add is not a list, the form is reread', async () => {
    const builder = await open('A');
    const { page, panel } = builder;
    await page.route(ADD, async (route) => {
      const response = await route.fetch();
      await route.fulfill({ response, json: { data: { done: true } } });
    });
    await panel.getByLabel('Label').fill('B');
    await panel.getByRole('button', { name: 'Add field' }).click();
    await expect.poll(builder.labels).toEqual(['A', 'B']);
  });

  test('ERR-9: when a field cannot be deleted the builder says so and keeps it', async () => {
    const builder = await open('A', 'B');
    const { page } = builder;
    await page.route(DELETE, lost);
    await page.getByRole('button', { name: 'Delete A' }).click();
    await page.getByRole('button', { name: 'Delete field' }).click();
    await alert(page, 'Error deleting field. Please try again.').waitFor();
    await expectAccessibleViews(page);
    await page.getByRole('button', { name: 'Cancel' }).click();
    expect(await builder.labels()).toEqual(['A', 'B']);
  });

  test('ERR-10: when the form cannot be saved the builder says so and keeps the rest; the next save stores it', async () => {
    const builder = await open('A', 'B', 'C');
    const { page, saveButton } = builder;
    await page.getByRole('button', { name: 'Move A down' }).click();
    await page.getByRole('button', { name: 'Move C up' }).click();
    let calls = 0;
    await page.route(EDIT, async (route) => {
      calls += 1;
      await (calls > 2 ? lost(route) : route.continue());
    });
    const seen = await builder.labels();
    await saveButton.click();
    await alert(page, 'Error saving form. Please try again.').waitFor();
    await page.getByText('1 unsaved change', { exact: true }).waitFor();
    await expectAccessibleViews(page);
    expect(await builder.labels()).toEqual(seen);
    await page.unroute(EDIT);
    await saveButton.click();
    await alert(page, 'Form saved successfully!').waitFor();
    await reload(builder);
    expect(await builder.labels()).toEqual(seen);
  });

  test('VAL-23, VAL-24: Save Form refuses an edit with an empty value, at its input, and sends nothing', async () => {
    const builder = await open('A', 'B');
    const { page, saveButton } = builder;
    await page.getByRole('button', { name: 'Edit A' }).click();
    const label = page.getByRole('form', { name: /^Edit/ }).getByLabel('Label');
    await label.fill(' ');
    await page.getByRole('button', { name: 'Edit B' }).click();
    await saveButton.click();
    await page.getByRole('form', { name: /^Edit/ }).getByText('This field cannot be empty').waitFor();
    await expectFocused(label);
    expect(builder.sent).toEqual([]);
  });
});

describe('what only the server knows', () => {
  test('BLD-30: a key that has answers of a deleted field is refused at the label, with what was typed', async () => {
    const seriesId = await newForm(['Menu']);
    const event = await buildEvent(db, seriesId);
    await addAttendees(db, seriesId, [event], [{ answers: { menu: 'Vegan' } }, { answers: { menu: 'Fish' }, email: 'second@example.com' }]);
    const { page, panel, labels } = await openForm(seriesId);
    await page.getByRole('button', { name: 'Delete Menu' }).click();
    await page.getByRole('dialog').getByText('2 answers').waitFor();
    await page.getByRole('button', { name: 'Delete field' }).click();
    await expect.poll(labels).toEqual([]);
    await panel.getByLabel('Label').fill(' MENU ');
    await panel.getByRole('button', { name: 'Add field' }).click();
    await panel.getByText('A deleted field of this form has answers under this label. Please choose another.').waitFor();
    await expectFocused(panel.getByLabel('Label'));
    expect(await panel.getByLabel('Label').inputValue()).toBe(' MENU ');
    expect(await alert(page, 'Error adding field').count()).toBe(0);
  });

  const rename = async ({ page }: BuilderScreen, from: string, to: string) => {
    await page.getByRole('button', { name: `Edit ${from}` }).click();
    await page.getByRole('form', { name: /^Edit/ }).getByLabel('Label').fill(to);
  };

  test('D16: a value that was just saved in another tab is shown, nothing typed is lost, and the person decides', async () => {
    const seriesId = await newForm(['A', 'B']);
    const [mine, theirs] = [await openForm(seriesId), await openForm(seriesId)];
    await rename(mine, 'A', 'Mine');
    await rename(theirs, 'A', 'Theirs');
    await theirs.saveButton.click();
    await alert(theirs.page, 'Form saved successfully!').waitFor();
    await mine.saveButton.click();
    await alert(mine.page, 'Error saving form. Please try again.').waitFor();
    await alert(mine.page, 'You saved ‘Theirs’ in another tab.').waitFor();
    expect(await mine.labels()).toEqual(['Mine', 'B']);
    // Saving waits for the decision.
    await mine.saveButton.click();
    await expectFocused(mine.page.getByRole('button', { name: 'Keep this: Label' }));
    await mine.page.getByRole('button', { name: 'Use the other: Label' }).click();
    await expect.poll(mine.labels).toEqual(['Theirs', 'B']);
    await mine.page.getByText('All changes saved').waitFor();
  });

  test('D16: Keep this overwrites what another tab saved; edits of a field deleted there are dropped with it', async () => {
    const seriesId = await newForm(['A', 'B']);
    const [mine, theirs] = [await openForm(seriesId), await openForm(seriesId)];
    await rename(mine, 'B', 'Gone');
    await rename(mine, 'A', 'Mine');
    await theirs.page.getByRole('button', { name: 'Delete B' }).click();
    await theirs.page.getByRole('button', { name: 'Delete field' }).click();
    await expect.poll(theirs.labels).toEqual(['A']);
    await rename(theirs, 'A', 'Theirs');
    await theirs.saveButton.click();
    await alert(theirs.page, 'Form saved successfully!').waitFor();
    await mine.saveButton.click();
    await mine.page.getByRole('button', { name: 'Keep this: Label' }).click();
    await mine.saveButton.click();
    await alert(mine.page, 'Form saved successfully!').waitFor();
    await expect.poll(mine.labels).toEqual(['Mine']);
    const saved = await db.selectFrom('form_fields').select('label').where('form_id', '=', seriesId).execute();
    expect(saved).toEqual([{ label: 'Mine' }]);
  });

  test('D16: a field that someone else deleted a moment before is named, and the next save keeps the other changes', async () => {
    const seriesId = await newForm(['A', 'B']);
    const builder = await openForm(seriesId);
    await rename(builder, 'A', 'Gone');
    await rename(builder, 'B', 'Kept');
    await db.deleteFrom('form_fields').where('form_id', '=', seriesId).where('label', '=', 'A').execute();
    await builder.saveButton.click();
    await builder.page.getByText('Someone else deleted ‘A’. Save again to keep your other changes.').waitFor();
    await builder.saveButton.click();
    await alert(builder.page, 'Form saved successfully!').waitFor();
    await expect.poll(builder.labels).toEqual(['Kept']);
  });

  test('D6, D16: a move is saved although someone else has just deleted the field that it landed on', async () => {
    const seriesId = await newForm(['A', 'B', 'C', 'D']);
    const builder = await openForm(seriesId);
    await builder.page.getByRole('button', { name: 'Move D up' }).click();
    await builder.page.getByRole('button', { name: 'Move D up' }).click();
    await rename(builder, 'A', 'Kept');
    await db.deleteFrom('form_fields').where('form_id', '=', seriesId).where('label', '=', 'C').execute();
    await builder.saveButton.click();
    await alert(builder.page, 'Form saved successfully!').waitFor();
    await builder.page.getByText('Someone else changed the list at the same time. This is the current version.').waitFor();
    await expect.poll(builder.labels).toEqual(['Kept', 'D', 'B']);
    await builder.page.getByText('All changes saved').waitFor();
  });

  test.each([
    [['A'], ['A'], 'Someone else deleted ‘A’.'],
    [['B'], ['A', 'B'], 'Someone else deleted ‘B’.'],
    [['A', 'B'], ['A', 'B'], 'Someone else deleted ‘A’ and ‘B’.'],
  ])('D16: with edits of %j, when someone else has deleted %j, it says only %j', async (edited, deleted, says) => {
    const seriesId = await newForm(['A', 'B', 'C']);
    const builder = await openForm(seriesId);
    for (const label of edited) await rename(builder, label, `My ${label}`);
    await db.deleteFrom('form_fields').where('form_id', '=', seriesId).where('label', 'in', deleted).execute();
    await builder.saveButton.click();
    await builder.page.getByText(says, { exact: true }).waitFor();
    await expect.poll(builder.labels).toEqual(['A', 'B', 'C'].filter((label) => !deleted.includes(label)));
    await builder.page.getByText('All changes saved').waitFor();
  });
});

describe('loading and leaving', () => {
  test('BLD-34: while the form loads, the preview says "Loading form..."; a failed read has Retry', async () => {
    const seriesId = await newForm(['A']);
    const page = await openPage(browser, { storageState });
    const gate = Promise.withResolvers<void>();
    // The read fails with its two repeats, and Retry succeeds.
    const answer = async (route: Route) => {
      await gate.promise;
      await lost(route);
    };
    await page.route(`**/api/event_series/${seriesId}*`, answer, { times: 3 });
    await page.goto(addressOf(seriesId));
    await page.getByRole('status').filter({ hasText: 'Loading form...' }).waitFor();
    await expectAccessibleViews(page);
    gate.resolve();
    await page.getByRole('button', { name: 'Retry' }).click();
    await page.frameLocator('iframe').getByRole('textbox', { name: 'A (optional)' }).waitFor();
    await expect.poll(() => page.getByText('Loading form...').count()).toBe(0);
  });

  test('leaving with unsaved changes asks; discarding drops them, and then it does not ask', async () => {
    const builder = await open('A', 'B');
    const { page } = builder;
    await page.getByRole('button', { name: 'Move A down' }).click();
    await leaveAndStay(page, page.getByRole('link', { name: 'Turnout' }));
    expect(await builder.labels()).toEqual(['B', 'A']);
    await page.getByRole('button', { name: 'Discard' }).click();
    await page.getByRole('dialog', { name: 'Discard 1 unsaved change?' }).getByRole('button', { name: 'Discard' }).click();
    expect(await builder.labels()).toEqual(['A', 'B']);
    await page.getByRole('link', { name: 'Turnout' }).click();
    await page.waitForURL('**/home');
  });
});
