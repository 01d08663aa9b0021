import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { ANSWERS_COUNTED_MAX, LOSSES_COUNTED_MAX, REPEATED_COUNTED_MAX } from '#contract/rules/large-lists.ts';
import { chooseMore, expectAccessibleViews, expectShown } from '../support/browser.ts';
import { startAttendeeScreen } from './attendee-screen.ts';

const COUNTED_MAX = Math.max(ANSWERS_COUNTED_MAX, LOSSES_COUNTED_MAX);

const { db, page, series, table, openTable } = await startAttendeeScreen();

/** One more attendee than are counted for answers and losses, and one more repeated address than are counted. */
async function fillEvent(): Promise<void> {
  await sql`
    with person as (
      insert into submissions (id, form_id, first_name, last_name, email, email_key, answers)
      select gen_random_uuid(), ${series().id}, 'Ada', 'Lovelace', email, email, '{"brunch": "Vegan"}'
      from generate_series(0, ${COUNTED_MAX}::integer) as number
      cross join lateral (select 'p' || number % ${COUNTED_MAX - REPEATED_COUNTED_MAX}::integer || '@example.com') as address (email)
      returning id, submitted_at
    )
    insert into registrations (event_id, submission_id, submitted_at) select ${series().events.full}, id, submitted_at from person`.execute(
    db,
  );
  await sql`analyze submissions, registrations`.execute(db);
}

test('API-102: the card of a very large event says which answers were counted, and the minimum number of duplicates', async () => {
  await fillEvent();
  await openTable();
  const card = page().getByRole('article', { name: 'Leading through change' });
  await expectShown(card.getByText('From the newest 50,000 attendees'));
  await expectShown(page().getByRole('button', { name: 'Find duplicates' }).first());
  await expectShown(card.getByRole('button', { name: '20,000+ repeat an email address' }));
  await expectShown(card.getByText('Sorting, filters and their counts cover the newest 10,000 attendees', { exact: false }));
  await card.getByRole('button', { name: 'Answer or source' }).click();
  await expectShown(page().getByRole('menu').getByText('From the newest 50,000 attendees'));
  await page().keyboard.press('Escape');
  await expectAccessibleViews(page());
  await chooseMore(card, 'Delete');
  await expectShown(page().getByRole('dialog').getByText('Any that are not in another event will be lost too.', { exact: false }));
  await page().keyboard.press('Escape');
  await card.getByRole('button', { name: '20,000+ repeat an email address' }).click();
  await table().waitFor();
  expect(new URL(page().url()).searchParams.get('filter')).toBe('duplicates');
});
