import { queryOptions } from '@tanstack/react-query';
import { call } from '#admin/session/call.ts';
import { startOfToday } from '#admin/ui/format/dates.tsx';
import { overviewCalls } from '#contract/overview.ts';
import { queryKeys } from './query-keys.ts';

export const overviewQuery = () =>
  queryOptions({
    queryKey: queryKeys.overview,
    meta: { follows: ['dashboard', 'attention'] },
    queryFn: ({ signal }) => call(overviewCalls.getOverview, { query: { today_from: startOfToday(new Date()) }, signal }),
  });
