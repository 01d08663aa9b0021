import { rebuildCounters } from '#server/registrations/counters.ts';
import { addRegistered } from '../../support/limited-rows.ts';
import { done } from '../../support/series-rows.ts';
import type { Steps } from '../tour.ts';
import { buildBreakfasts, EVENT, onOneDay, PEOPLE, person, SERIES } from './sample.ts';

const WAITING = [
  person('Grace', 'Liu', 'Oakfield College', 'oakfield'),
  person('Owen', 'Pugh', 'Harbour Council', 'harbour'),
  person('Marta', 'Kowal', 'Kestrel Housing', 'kestrel'),
];

export const limitedEvents: Steps = async ({ db, page, open, picture }) => {
  const { path, eventId } = await buildBreakfasts(db, PEOPLE);
  await open(`${path}/event/${eventId}/edit`);
  const maximum = page.getByRole('textbox', { name: 'Maximum participants' });
  await maximum.fill(String(PEOPLE.length));
  await page.getByRole('switch', { name: 'Close when full' }).click();
  await page.getByRole('combobox', { name: 'Waiting list' }).selectOption('Timed offer');
  await picture(
    'limited-events-limit',
    [page.getByText('Maximum participants'), page.getByText('or fewer'), page.getByText('Brunch event')],
    page.locator('label').filter({ hasText: 'Close when full' }),
  );
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await page.getByText('All changes saved').waitFor();

  const waiting = onOneDay(WAITING.toReversed())
    .toReversed()
    .map((attendee) => ({ ...attendee, steps: { email: done } }));
  await addRegistered(db, { seriesId: SERIES.id, eventId, status: 'waiting' }, waiting);
  await rebuildCounters(db);
  await open(`${path}/view`);
  const events = page.getByRole('group', { name: 'Events' });
  await picture('limited-events-form', [events.locator('legend'), events], events.getByText('Join the waiting list'));

  await open(path);
  const card = page.getByRole('article', { name: EVENT });
  await card.getByRole('button', { name: 'Attendees', exact: true }).click();
  const tab = card.getByRole('tab', { name: /^Waiting/ });
  await tab.click();
  await card.getByRole('table', { name: /^Waiting list for/ }).waitFor();
  await picture('limited-events-waiting', card, tab);

  const choose = async (item: string) => {
    await card.getByRole('button', { name: 'More for Owen Pugh' }).click();
    await page.getByRole('menuitem', { name: item }).click();
  };
  await choose('Move up');
  await page.getByRole('status').filter({ hasText: 'Owen Pugh, position 1 of 3' }).waitFor();
  await choose('Give a place');
  const dialog = page.getByRole('dialog');
  await dialog.getByText('This goes 1 over the maximum of 4.').waitFor();
  await dialog.getByRole('button', { name: 'Give a place' }).click();
  await card.getByText('1 over').waitFor();
  await card.getByRole('button', { name: 'Add Attendee' }).click();
  await dialog.getByRole('radio', { name: 'Add to the waiting list' }).check();
};
