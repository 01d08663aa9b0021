import { buildEvent } from '#server/testing/form-rows.ts';
import { buildFeedbackList } from '../../feedback/feedback-rows.ts';
import { addAttendees } from '../../support/series-rows.ts';
import type { Steps } from '../tour.ts';
import { buildBreakfasts, onOneDay, PEOPLE, SERIES } from './sample.ts';

export const afterTheEvent: Steps = async ({ db, page, open, picture }) => {
  const { path } = await buildBreakfasts(db);
  const title = 'Difficult conversations';
  const eventId = await buildEvent(db, SERIES.id, { title, starts_at: '2026-11-12T08:30:00Z', ends_at: '2026-11-12T10:30:00Z' });
  const ids = await addAttendees(db, SERIES.id, [eventId], onOneDay(PEOPLE));
  const came = db.updateTable('registrations').set({ attended_at: '2026-11-12T08:20:00Z' });
  await came.where('submission_id', 'in', ids.slice(0, 3)).execute();
  const listId = await buildFeedbackList(db, 'Breakfasts', [{ rating: 5 }, { rating: 4 }]);
  await db.updateTable('feedback_entries').set({ event_id: eventId }).where('list_id', '=', listId).execute();
  await open(path);
  const card = page.getByRole('article', { name: title });
  await card.getByRole('button', { name: 'Attendees', exact: true }).click();
  await card.getByRole('button', { name: /^Came/ }).click();
  await card.getByText('Helen Armitage').waitFor();
  await card.getByText('Yusuf Demir').waitFor({ state: 'detached' });
  await picture('after-the-event-came', card, card.getByRole('button', { name: /^Came/ }));
  await open(`${path}/statistics`);
  const table = page.getByRole('region', { name: 'Attendance', exact: true });
  const rating = table.getByText('4.5 (2)').first();
  await rating.waitFor();
  await picture('after-the-event-statistics', [page.getByRole('heading', { name: 'Attendance' }), table], rating);
};
