import type { Steps } from '../tour.ts';
import { buildBreakfasts, EVENT, PEOPLE } from './sample.ts';

export const changes: Steps = async ({ db, page, open, picture }) => {
  const { path, eventId } = await buildBreakfasts(db, PEOPLE);
  await db.updateTable('forms').set({ calendar_entries: true }).execute();
  await db.updateTable('events').set({ venue: 'The Old Mill' }).where('id', '=', eventId).execute();
  await open(`${path}/event/${eventId}/edit`);
  await page.getByRole('textbox', { name: 'Venue', exact: true }).fill('Harbour House');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Notify 4 attendees?' });
  await dialog.getByLabel('Note').fill('The Old Mill has no heating this winter.');
  await dialog
    .getByRole('region', { name: /^The email .* gets$/ })
    .getByText('no heating')
    .waitFor();
  const notify = dialog.getByRole('button', { name: 'Notify 4 people' });
  await picture('changes-announce', dialog, notify);
  await dialog.getByRole('button', { name: 'Not now' }).click();

  await open(path);
  await page.getByRole('article', { name: EVENT }).getByRole('button', { name: 'Notify…' }).click();
  await notify.click();
  await page.getByText('Emailing 4 people.').waitFor();
};
