import { createToken } from '#server/registrations/links.ts';
import { addAttendees } from '../../support/series-rows.ts';
import type { Steps } from '../tour.ts';
import { buildBreakfasts, EVENT, onOneDay, PEOPLE, SERIES } from './sample.ts';

export const selfService: Steps = async ({ db, page, open, picture }) => {
  const { path, eventId } = await buildBreakfasts(db);
  const day = `${new Date().getFullYear() + 1}-01-14`; // The server has the real time, whatever the clock of the pictures says.
  const times = { starts_at: `${day}T08:30:00Z`, ends_at: `${day}T10:00:00Z` };
  const place = { ...times, venue: 'Harbour House', venue_address: '14 Quay Street\nNorthfield' };
  await db.updateTable('events').set(place).where('id', '=', eventId).execute();
  const [priya] = onOneDay(PEOPLE);
  const answers = { dietary_needs: 'Vegetarian' };
  const [submissionId = ''] = await addAttendees(db, SERIES.id, [eventId], [{ ...priya, job_title: 'Head of Learning', answers }]);

  await open(`${path}/edit`);
  const settings = page.getByRole('region', { name: 'Self-service page' });
  const isOn = settings.getByRole('switch', { name: 'Self-service page' });
  await isOn.click();
  await settings.getByLabel('Changes close this long before the event').fill('48');
  await picture('self-service-settings', [settings.getByRole('heading', { level: 2 }), settings], settings.locator('label').first());
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await page.getByText('All changes saved').waitFor();

  await open(`/registration/${await createToken(db, submissionId)}`);
  await page.getByRole('heading', { name: 'Hello Priya' }).waitFor();
  await picture('self-service', page.locator('main'));
  await page.getByRole('link', { name: `Cancel this place: ${EVENT}` }).click();
  await page.getByRole('button', { name: `Cancel my place: ${EVENT}` }).click();
  await page
    .getByRole('status')
    .filter({ hasText: `Your place at ‘${EVENT}’ was cancelled.` })
    .waitFor();
};
