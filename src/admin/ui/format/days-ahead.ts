import { daysUntil } from '#contract/rules/next-event.ts';
import { DAY_MS, type Dates } from './dates.ts';

/** `today`, `tomorrow`, otherwise `in 6 days` as the dashboard's cards count them. */
export function daysAhead(iso: string, now: Date, dates: Pick<Dates, 'isSameDay'>): string {
  if (dates.isSameDay(iso, now.toISOString())) return 'today';
  if (dates.isSameDay(iso, new Date(now.getTime() + DAY_MS).toISOString())) return 'tomorrow';
  return `in ${daysUntil(new Date(iso), now)} days`;
}
