import type { Series } from '#contract/forms/event-series.ts';
import { counted } from '#contract/texts/counts.ts';
import { BLOCKED_SUBMISSIONS } from '#contract/texts/staff.ts';

/** The number of recent submissions that the spam checks blocked, if any. */
export function BlockedSubmissions({ days }: { days: Series['refused_tries'] }) {
  const count = days.reduce((sum, day) => sum + day.tries, 0);
  if (count === 0) return null;
  return <span title={BLOCKED_SUBMISSIONS}>{counted(count, 'refused try', 'refused tries')} in 30 days</span>;
}
