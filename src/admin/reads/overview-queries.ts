import { queryOptions } from '@tanstack/react-query';
import { call } from '#admin/session/call.ts';
import { startOfToday } from '#admin/ui/format/dates.ts';
import { overviewCalls } from '#contract/overview.ts';
import { queryKeys } from './query-keys.ts';

/** Today's sign-ups, where the day is the viewer's, and the next events. */
export const overviewQuery = () =>
  queryOptions({
    queryKey: queryKeys.overview,
    meta: { follows: ['dashboard', 'attention'] },
    queryFn: ({ signal }) => call(overviewCalls.getOverview, { query: { today_from: startOfToday(new Date()) }, signal }),
  });
