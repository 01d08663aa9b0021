import { addAttendees } from '../../support/series-rows.ts';
import type { Steps } from '../tour.ts';
import { EVENT, onOneDay, PEOPLE, SERIES } from './sample.ts';

export const firstSeries: Steps = async ({ db, page, open, picture }) => {
  await open('/home');
  const add = page.getByRole('button', { name: 'Add event series' });
  await add.waitFor();
  await picture('first-series-home', [page.getByRole('heading', { level: 1 }), page.getByRole('region', { name: 'Event series' })], add);

  await add.click();
  const dialog = page.getByRole('dialog', { name: 'New event series' });
  await dialog.getByLabel('Title').fill(SERIES.title);
  await picture('first-series-title', dialog, dialog.getByRole('button', { name: 'Create' }));
  await dialog.getByRole('button', { name: 'Create' }).click();

  await page.getByRole('heading', { level: 1, name: SERIES.title }).waitFor();
  const setup = page.getByRole('region', { name: /^Setup/ });
  const addEvent = setup.getByRole('link', { name: 'Add an event' });
  await setup.getByText('QR code', { exact: true }).waitFor();
  await picture('first-series-setup', setup, addEvent);
  await addEvent.click();
  await page.getByLabel('Title').fill(EVENT);
  await page.getByRole('button', { name: 'Date' }).click();
  const date = page.getByRole('dialog', { name: 'Date and time' });
  for (let month = 0; month < 2; month += 1) await date.getByRole('button', { name: 'Next month' }).click();
  await date.getByRole('button', { name: '14 January 2027' }).click();
  await date.getByLabel('Hours').fill('08');
  await date.getByLabel('Minutes').fill('30');
  await picture('first-series-date', [page.locator('form'), date], date.getByRole('button', { name: 'Use this date and time' }));
  await date.getByRole('button', { name: 'Use this date and time' }).click();
  await page.getByRole('button', { name: 'Add Event' }).click();
  const card = page.getByRole('article', { name: EVENT });
  await card.waitFor();
  await page.getByRole('alert').waitFor({ state: 'detached' });
  await picture('first-series-event', [page.getByRole('link', { name: 'Events Hub' }), card], page.getByRole('link', { name: /^Form/ }));

  const { id, form_id: seriesId } = await db.selectFrom('events').select(['id', 'form_id']).executeTakeFirstOrThrow();
  await addAttendees(db, seriesId, [id], onOneDay(PEOPLE));
  await page.reload();
  await card.getByRole('button', { name: 'Attendees', exact: true }).click();
  await card.getByRole('table').waitFor();
  await picture('first-series-attendees', card, card.getByRole('button', { name: 'Attendees', exact: true }));
};
