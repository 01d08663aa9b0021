import { useDates } from './dates-context.tsx';
import { relativeTime } from './dates.ts';
import { useNow } from './use-now.ts';

/** How long ago a moment was, kept current, with its date and time on hover. */
export function RelativeTime({ at }: { at: string }) {
  const now = useNow();
  const dates = useDates();
  return (
    <time dateTime={at} title={dates.dayAndTime(at)}>
      {relativeTime(at, now)}
    </time>
  );
}
