import { queryOptions } from '@tanstack/react-query';
import { call } from '#admin/api/call.ts';
import { queryKeys } from '#admin/api/query-keys.ts';
import { api } from '#contract/api.ts';
import type { DateRange } from './date-range.ts';

/** All statistics of a series. A null range is the server's default: the last 30 days and today. */
export const statisticsQuery = (seriesId: string, range: DateRange | null) =>
  queryOptions({
    queryKey: queryKeys.statistics(seriesId, range),
    queryFn: ({ signal }) => call(api.getStatistics, { params: { id: seriesId }, query: range ?? {}, signal }),
  });
