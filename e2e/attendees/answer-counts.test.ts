import { describe, expect, test } from 'vitest';
import { expectAccessibleViews, expectShown, PHONE } from '../support/browser.ts';
import { exportBy } from '../support/export.ts';
import { addAttendees } from '../support/series-rows.ts';
import { startAttendeeScreen } from './attendee-screen.ts';

const { db, url, page, series, table, names, heads } = await startAttendeeScreen();

const card = () => page().getByRole('article', { name: 'Leading through change' });

/** Opens the series page, on which nobody's list is open; one more attendee is vegan. */
async function openSeries(query = ''): Promise<void> {
  await addAttendees(db, series().id, [series().events.full], [{ first_name: 'Vera', answers: { brunch: 'Vegan' } }]);
  await page().goto(`${url}${series().path}${query}`);
  await card().getByRole('button', { name: 'All answers' }).waitFor();
}

const bars = (question: string) => card().getByRole('region', { name: question });

describe('answers on the card of an event', () => {
  test('EXTRA-29: the first question is counted on the card, and a click lists those people, in the address', async () => {
    await openSeries();
    await card().getByRole('button', { name: 'Vegan 1' }).click();
    await table().waitFor();
    expect(await names()).toEqual(['Vera Number 0']);
    expect(await heads()).toContain('Brunch');
    expect(new URL(page().url()).searchParams.get('answers')).toBe('{"brunch":"Vegan"}');
    await expectShown(card().getByText('1 of 9 attendees'));
    await expectShown(card().getByRole('button', { name: 'All 1' }));
    await page().reload();
    await expectShown(card().getByText('1 of 9 attendees'));
    await card().getByRole('button', { name: 'Brunch Vegan (remove this filter)' }).click();
    await expectShown(card().getByText('9 of 9 shown'));
    expect(page().url()).not.toContain('answers');
  });

  test('EXTRA-29, USE-16: All answers opens the bars, those who did not answer included; the figures stay those of the event', async () => {
    await openSeries(`?event=${series().events.full}`);
    await card().getByRole('button', { name: 'All answers' }).click();
    await bars('Brunch').getByRole('button', { name: 'Not answered 7' }).click();
    await expectShown(card().getByText('7 of 9 attendees'));
    await expectShown(bars('Brunch').getByRole('button', { name: 'Full English 1' }));
    await bars('Brunch').getByRole('button', { name: 'Not answered 7' }).click();
    await expectShown(card().getByText('9 of 9 shown'));
    await bars('Dietary needs')
      .getByRole('button', { name: /^Answered/ })
      .click();
    await expectShown(card().getByRole('button', { name: 'Dietary needs Answered (remove this filter)' }));
    await expectShown(table().getByText('No nuts, please'));
    await page().context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await card().getByRole('button', { name: 'Copy answers' }).click();
    await expectShown(page().getByText('Answers copied to clipboard!'));
    expect(await page().evaluate(async () => navigator.clipboard.readText())).toBe('No nuts, please');
  });

  test('EXTRA-30: a source is chosen from the menu by keyboard, in addition to an answer, and those people are exported and emailed', async () => {
    await openSeries(`?event=${series().events.full}`);
    await card().getByRole('button', { name: 'Answer or source' }).press('Enter');
    await page().getByRole('menuitem', { name: 'newsletter 1' }).press('Enter');
    await expectShown(card().getByText('1 of 9 attendees'));
    await card().getByRole('button', { name: 'Full English 1' }).click();
    await expectShown(card().getByRole('button', { name: 'Brunch Full English (remove this filter)' }));
    expect(await names()).toEqual(['Tomasz Zieliński']);
    // The first filter leaves the same person, whose list gives the link no addresses yet.
    const link = card().getByRole('link', { name: 'Email these 1' });
    await expect.poll(async () => link.getAttribute('href')).toBe('mailto:?bcc=t.zielinski@brightwater.example');
    const file = await exportBy(card().getByRole('button', { name: 'Export these 1' }));
    expect(file.suggestedFilename()).toMatch(/\.csv$/);
    await card().getByRole('button', { name: 'Clear filter' }).click();
    await expectShown(card().getByText('9 of 9 shown'));
  });

  test('USE-17: the line has the three most frequent answers, and says how many more there are', async () => {
    const answers = ['Porridge', 'Porridge', 'Porridge', 'Fish', 'Fish', 'Eggs', 'Eggs'].map((brunch) => ({ answers: { brunch } }));
    await addAttendees(db, series().id, [series().events.full], answers);
    await openSeries();
    expect(await card().getByText('Brunch', { exact: true }).locator('..').innerText()).toMatch(
      /^Brunch\s+Porridge 3\s+(?:Eggs 2\s+Fish 2|Fish 2\s+Eggs 2)\s+\+2 more/,
    );
  });

  test('USE-17: a fourth answer is shown rather than counted as one more', async () => {
    await addAttendees(
      db,
      series().id,
      [series().events.full],
      ['Porridge', 'Porridge', 'Fish'].map((brunch) => ({ answers: { brunch } })),
    );
    await openSeries();
    await expectShown(card().getByRole('button', { name: 'Fish 1' }));
    await expectShown(card().getByRole('button', { name: 'Vegan 1' }));
    expect(
      await card()
        .getByText(/\+\d more/)
        .count(),
    ).toBe(0);
  });

  test('is accessible, also on a phone and in the dark scheme', async () => {
    await openSeries(`?event=${series().events.full}&answers=${encodeURIComponent('{"brunch":"Vegan"}')}`);
    await card().getByRole('button', { name: 'All answers' }).click();
    await bars('Brunch').waitFor();
    await expectAccessibleViews(page());
    await page().setViewportSize(PHONE);
    await expectShown(card().getByText('1 of 9 attendees'));
  });
});
