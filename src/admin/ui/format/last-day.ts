import { DAY_MS } from './dates.ts';

const relative = new Intl.RelativeTimeFormat('en-GB', { numeric: 'auto' });

/** How long ago a day of UTC was, such as `2026-11-26`: `today`, `yesterday`, `3 days ago`. */
export function lastDay(day: string, now: Date): string {
  const today = Date.parse(now.toISOString().slice(0, 10));
  return relative.format(Math.round((Date.parse(day) - today) / DAY_MS), 'day');
}
