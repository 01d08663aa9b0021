import { expect, test } from 'vitest';
import { expectAccessibleViews, expectShown } from '../support/browser.ts';
import { exportBy } from '../support/export.ts';
import { addFormSubmissions } from '../support/series-rows.ts';
import { startFormScreen } from './marketing-form-screen.ts';

const { db, url, page, formId, path } = await startFormScreen();

const card = () => page().getByRole('region', { name: 'Sign-ups' });
const rows = () =>
  page()
    .getByRole('table')
    .locator('tbody')
    .getByRole('button', { name: /Vera|Wim|Xenia/ });

/** Opens the form's page; three more people have answered, two of them by the newsletter. */
async function open(query = ''): Promise<void> {
  await addFormSubmissions(db, formId(), [
    { first_name: 'Vera', answers: { team_size: 'More' }, source: { utm_source: 'spring mail' } },
    { first_name: 'Wim', answers: { team_size: 'More' } },
    { first_name: 'Xenia', answers: { team_size: '1 to 10' }, source: { utm_source: 'spring mail' } },
  ]);
  await page().goto(url + path() + query);
  await card().getByRole('button', { name: 'More 2' }).waitFor();
}

test('EXTRA-52: an answer in the line lists those people, in the address, in addition to a source from the menu', async () => {
  await open();
  await card().getByRole('button', { name: 'More 2' }).click();
  await expectShown(card().getByText(/^2 of \d+ attendees$/));
  expect(new URL(page().url()).searchParams.get('answers')).toBe('{"team_size":"More"}');
  await card().getByRole('button', { name: 'Answer or source' }).press('Enter');
  await page().getByRole('menuitem', { name: 'spring mail 2' }).press('Enter');
  await expectShown(card().getByText(/^1 of \d+ attendees$/));
  expect(await rows().allTextContents()).toHaveLength(1);
  await page().reload();
  await expectShown(card().getByText(/^1 of \d+ attendees$/));
  const file = await exportBy(card().getByRole('button', { name: 'Export these 1' }));
  expect(file.suggestedFilename()).toMatch(/\.csv$/);
  await card().getByRole('button', { name: 'Clear filter' }).click();
  await expect.poll(() => page().url()).not.toContain('answers');
});

test('EXTRA-52: All answers opens the bars, also on a phone and in the dark scheme', async () => {
  await open(`?answers=${encodeURIComponent('{"team_size":"1 to 10"}')}`);
  await card().getByRole('button', { name: 'All answers' }).click();
  const bars = card().getByRole('region', { name: 'Team size' });
  await expectShown(bars.getByRole('button', { name: 'More 2', pressed: false }));
  await expectAccessibleViews(page(), { fits: true });
});
