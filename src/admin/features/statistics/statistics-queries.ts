import { queryOptions } from '@tanstack/react-query';
import { call } from '#admin/api/call.ts';
import { queryKeys } from '#admin/api/query-keys.ts';
import { api } from '#contract/api.ts';
import type { DateRange } from './date-range.ts';

/** All statistics of a series. A null range is the server's default: the last 30 days and today, with as many days before. */
export const statisticsQuery = (seriesId: string, range: DateRange | null, before?: DateRange) => {
  const compared = before === undefined ? {} : { before_from: before.from, before_to: before.to };
  return queryOptions({
    queryKey: queryKeys.statistics(seriesId, range && { ...range, ...compared }),
    queryFn: ({ signal }) =>
      call(api.getStatistics, { params: { id: seriesId }, query: range === null ? {} : { ...range, ...compared }, signal }),
  });
};
