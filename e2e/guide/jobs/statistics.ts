import { addSignUpsOnDays, addViews } from '../../statistics/statistics-rows.ts';
import type { Steps } from '../tour.ts';
import { buildBreakfasts, SERIES } from './sample.ts';

/** Sign-ups of every day from 21 September on. */
const DAYS = [2, 3, 1, 4, 2, 0, 1, 3, 5, 2, 4, 3, 1, 2, 3, 5, 4, 8, 6, 2, 1, 7, 12, 9, 6, 5, 3, 2];
const FIRST_DAY = Date.UTC(2026, 8, 21);
const DAY_MS = 86_400_000;

export const statistics: Steps = async ({ db, page, open, picture }) => {
  const { path, eventId } = await buildBreakfasts(db);
  const counts = Object.fromEntries(DAYS.map((count, index) => [new Date(FIRST_DAY + index * DAY_MS).toISOString().slice(0, 10), count]));
  await addSignUpsOnDays(db, SERIES.id, [eventId], counts);
  for (const [day, count] of Object.entries(counts)) await addViews(db, SERIES.id, day, 3 * count + 2);
  await open(`${path}/statistics?from=2026-10-05&to=2026-10-18`);
  const range = page.getByRole('region', { name: 'Select Date Range' });
  await range.getByText('Busiest day').waitFor();
  await range.getByRole('region', { name: 'Daily submissions, line chart' }).locator('svg.recharts-surface').waitFor();
  await picture('statistics-range', [range.getByRole('heading', { level: 2 }), range]);
};
