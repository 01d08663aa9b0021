import { counted } from '#admin/ui/counts.ts';
import type { Series } from '#contract/event-series.ts';

/** How many tries the form of a series or a marketing form refused lately: said quietly and only when there are any (decision 32). */
export function RefusedTries({ days }: { days: Series['refused_tries'] }) {
  const tries = days.reduce((sum, day) => sum + day.tries, 0);
  if (tries === 0) return null;
  return (
    <span title="Tries to sign up that were taken for a machine’s, or came too often from one place">
      {counted(tries, 'refused try', 'refused tries')} in 30 days
    </span>
  );
}
