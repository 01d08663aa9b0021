import { queryOptions } from '@tanstack/react-query';
import { queryKeys } from '#admin/reads/query-keys.ts';
import { call } from '#admin/session/call.ts';
import { seriesMailCalls } from '#contract/forms/series-mails.ts';

/** Below the key of the series, and not among those of the first script. */
export const seriesMailsKey = (seriesId: string) => [...queryKeys.series(seriesId), 'mails'];

export const seriesMailsQuery = (seriesId: string) =>
  queryOptions({
    queryKey: seriesMailsKey(seriesId),
    meta: { follows: [`series/${seriesId}`] },
    queryFn: ({ signal }) => call(seriesMailCalls.listSeriesMails, { params: { id: seriesId }, signal }),
  });
