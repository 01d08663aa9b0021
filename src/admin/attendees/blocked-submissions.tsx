import type { Series } from '#contract/forms/event-series.ts';
import { counted } from '#contract/texts/counts.ts';

export function BlockedSubmissions({ days }: { days: Series['refused_tries'] }) {
  const count = days.reduce((sum, day) => sum + day.tries, 0);
  if (count === 0) return null;
  return (
    <span title="Sign-up attempts that looked automated, or came too often from the same network">
      {`${counted(count, 'blocked attempt', 'blocked attempts')} in 30 days`}
    </span>
  );
}
