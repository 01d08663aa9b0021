import { openBuilder } from '../../support/builder-form.ts';
import type { Steps } from '../tour.ts';
import { buildBreakfasts } from './sample.ts';

export const form: Steps = async ({ db, page, address, open, picture }) => {
  const { path } = await buildBreakfasts(db);
  await db.deleteFrom('form_fields').execute();
  const builder = await openBuilder(page, address(`${path}/create`));
  const { panel } = builder;
  await panel.getByLabel('Label').fill('Dietary needs');
  await panel.getByRole('button', { name: 'Add field' }).click();
  await builder.row('Dietary needs').waitFor();

  await builder.chooseType('Select Field');
  await panel.getByLabel('Label').fill('How did you hear of us?');
  await panel.getByLabel('Option 1').fill('A colleague');
  await panel.getByRole('button', { name: 'Add another option' }).click();
  await panel.getByLabel('Option 2').fill('Newsletter');
  await picture('form-add-field', panel, panel.getByRole('button', { name: 'Add field' }));
  await panel.getByRole('button', { name: 'Add field' }).click();
  await builder.row('How did you hear of us?').waitFor();

  await page.getByRole('button', { name: 'Move How did you hear of us? up' }).click();
  const fields = page.getByRole('region', { name: /^Form Fields/ });
  await picture('form-order', fields, page.getByRole('button', { name: 'Drag How did you hear of us?' }));
  await builder.saveButton.click();
  await page.getByRole('alert').filter({ hasText: 'Form saved successfully!' }).waitFor();

  await open(`${path}/view`);
  const events = page.getByRole('group', { name: 'Events' });
  await picture('form-public', [events, page.getByRole('button', { name: 'Submit' })]);
};
