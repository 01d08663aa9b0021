import { daysUntil } from '#contract/rules/next-event.ts';
import type { Dates } from './dates.ts';

const DAY_MS = 86_400_000;

/** `today`, `tomorrow`, else `in 6 days` as the dashboard's cards count them. */
export function daysAhead(iso: string, now: Date, dates: Pick<Dates, 'key'>): string {
  const key = dates.key(iso);
  if (key === dates.key(now.toISOString())) return 'today';
  if (key === dates.key(new Date(now.getTime() + DAY_MS).toISOString())) return 'tomorrow';
  return `in ${daysUntil(new Date(iso), now)} days`;
}
