import { createContext, type ReactNode, use, useEffect, useMemo, useState } from 'react';
import { MINUTE_MS } from '#contract/time.ts';
import { createDates, type Dates, relativeTime, startOfToday } from './dates.ts';

const DatesContext = createContext<Dates>(createDates('Europe/London'));

export function DatesProvider({ timeZone, children }: { timeZone: string; children: ReactNode }) {
  const dates = useMemo(() => createDates(timeZone), [timeZone]);
  return <DatesContext value={dates}>{children}</DatesContext>;
}

export const useDates = (): Dates => use(DatesContext);

/** The current time, by default updated every minute. */
export function useNow(everyMs = MINUTE_MS): Date {
  const [now, setNow] = useState(() => new Date());
  useEffect(() => {
    const timer = setInterval(() => setNow(new Date()), everyMs);
    return () => clearInterval(timer);
  }, [everyMs]);
  return now;
}

export const useStartOfToday = (): string => startOfToday(useNow());

/** A moment in the events' time zone, which it names. */
export const Moment = ({ at }: { at: string }) => <time dateTime={at}>{useDates().dayAndTime(at)}</time>;

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
