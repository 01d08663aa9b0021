import { queryOptions } from '@tanstack/react-query';
import { queryKeys } from '#admin/reads/query-keys.ts';
import { call } from '#admin/session/call.ts';
import { dates } from '#admin/ui/format/dates.tsx';
import type { FormRef } from '#contract/forms/form-ref.ts';
import { topicOf } from '#contract/live.ts';
import { type FormStatistics, type Statistics, statisticsCallOf } from '#contract/statistics.ts';
import type { DateRange } from './date-range.ts';

/** The statistics of a series or marketing form; only those of a series have events. */
export type ReadStatistics = FormStatistics & Partial<Pick<Statistics, 'events' | 'places' | 'attendance'>>;

/** All statistics of a series or marketing form. A null range is the server's default: the last 30 days and today, with as many days before. */
export const statisticsQuery = (form: FormRef, range: DateRange | null, before?: DateRange) => {
  const compared = before === undefined || range === null ? {} : { before_from: before.from, before_to: before.to };
  return queryOptions({
    queryKey: queryKeys.statistics(form, range && { ...range, ...compared }),
    queryFn: async ({ signal }): Promise<ReadStatistics> =>
      call(statisticsCallOf[form.kind], {
        params: { id: form.id },
        query: { zone: dates.timeZone, ...range, ...compared },
        signal,
      }),
    meta: { follows: [topicOf(form)] },
  });
};
