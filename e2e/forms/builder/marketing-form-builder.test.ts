import { describe, expect, test } from 'vitest';
import { expectAccessibleViews, expectShown } from '../../support/browser.ts';
import { alert, type BuilderScreen, openBuilder, reload } from '../../support/builder-form.ts';
import { startFormScreen } from '../marketing-form-screen.ts';

const { db, url, page, formId, path } = await startFormScreen();

const open = async (): Promise<BuilderScreen> => openBuilder(page(), `${url}${path()}/create`);

async function save({ saveButton }: BuilderScreen): Promise<void> {
  await saveButton.click();
  await alert(page(), 'Form saved successfully!').waitFor();
}

const storedFields = async () =>
  db
    .selectFrom('form_fields')
    .select(['label', 'is_required', 'show_on_slack'])
    .where('form_id', '=', formId())
    .orderBy('position')
    .execute();

describe('the builder of a marketing form', () => {
  test('R16, BLD-5, BLD-6, BLD-10: has its own texts, and no brunch menus', async () => {
    const builder = await open();
    await expectShown(page().getByRole('heading', { name: 'Marketing form', exact: true }));
    await builder.chooseType('Select Field');
    await expectShown(builder.panel.getByRole('checkbox', { name: 'Required Field' }));
    await expectShown(builder.panel.getByRole('checkbox', { name: 'Show on slack' }));
    expect(
      await page()
        .getByText(/brunch/i)
        .count(),
    ).toBe(0);
    const row = await builder.row('Team size').textContent();
    for (const words of ['Select Field', 'Optional', 'Show on slack: No', 'Options: 1 to 10, More']) expect(row).toContain(words);
    await expectShown(builder.row('Team size').getByRole('button', { name: /^Delete/ }));
  });

  test('BLD-5, BLD-6, BLD-20, BLD-27: a field is added at the end, with both checkboxes', async () => {
    const builder = await open();
    const { panel } = builder;
    await panel.getByLabel('Label').fill('Phone number');
    await panel.getByRole('checkbox', { name: 'Required Field' }).check();
    await panel.getByRole('checkbox', { name: 'Show on slack' }).check();
    const adding = page().waitForRequest((request) => request.url().endsWith('/addformfields'));
    await panel.getByRole('button', { name: 'Add field' }).click();
    expect((await adding).postDataJSON()).toMatchObject({ formFields: [{ label: 'Phone number', order: 3 }] });
    await expectShown(builder.row('Phone number').getByText('Show on slack: Yes'));
    expect((await storedFields()).at(-1)).toEqual({ label: 'Phone number', is_required: true, show_on_slack: true });
    await expectShown(builder.preview.getByLabel('Phone number'));
    await reload(builder);
    expect(await builder.labels()).toEqual(['Dietary needs', 'Team size', 'Phone number']);
  });

  test('BLD-11, BLD-25, BLD-31, BLD-32: moves and edits are kept until Save Form, and are there after a reload', async () => {
    const builder = await open();
    await builder.row('Team size').getByRole('button', { name: 'Move Team size up' }).click();
    await builder.row('Dietary needs').getByRole('button', { name: /^Edit/ }).click();
    await page().getByRole('form', { name: 'Edit Dietary needs' }).getByLabel('Label').fill('Allergies');
    expect((await storedFields()).map(({ label }) => label)).toEqual(['Dietary needs', 'Team size']);
    await save(builder);
    expect((await storedFields()).map(({ label }) => label)).toEqual(['Team size', 'Allergies']);
    await reload(builder);
    expect(await builder.labels()).toEqual(['Team size', 'Allergies']);
  });

  test('BLD-12, BLD-26: a field is deleted after asking, with how many answers it has', async () => {
    const builder = await open();
    await builder
      .row('Dietary needs')
      .getByRole('button', { name: /^Delete/ })
      .click();
    const dialog = page().getByRole('dialog', { name: 'Are you sure you want to delete this field?' });
    await expectShown(dialog.getByText('1 answer', { exact: true }));
    await expectShown(dialog.getByText('It stays in the export'));
    const reloads = page().waitForResponse(
      (response) => response.request().method() === 'GET' && response.url() === `${url}/api/form/${formId()}`,
    );
    await dialog.getByRole('button', { name: 'Delete field' }).click();
    await builder.row('Dietary needs').waitFor({ state: 'detached' });
    const { data } = await (await reloads).json();
    expect(data.formFields.map(({ label }: { label: string }) => label)).toEqual(['Team size']);
    expect(await builder.labels()).toEqual(['Team size']);
  });

  test('PUB-9: the preview is the marketing form itself, and its button reads Download', async () => {
    const { preview } = await open();
    await expectShown(preview.getByRole('button', { name: 'Download' }));
    await expectAccessibleViews(page(), { fits: true });
    expect(await preview.getByText('Choose one or more').count()).toBe(0);
  });
});
