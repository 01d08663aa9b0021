import { createContext, type ReactNode, use, useMemo } from 'react';
import { createDates, type Dates } from './dates.ts';

const DatesContext = createContext<Dates>(createDates('Europe/London'));

/** Provides date formats in the server's time zone. */
export function DatesProvider({ timeZone, children }: { timeZone: string; children: ReactNode }) {
  const dates = useMemo(() => createDates(timeZone), [timeZone]);
  return <DatesContext value={dates}>{children}</DatesContext>;
}

export const useDates = (): Dates => use(DatesContext);
