import { queryOptions } from '@tanstack/react-query';
import { call } from '#admin/api/call.ts';
import { queryKeys } from '#admin/api/query-keys.ts';
import { api } from '#contract/api.ts';

/** The dashboard's cards. */
export const formCardsQuery = () =>
  queryOptions({ queryKey: queryKeys.formCards, queryFn: ({ signal }) => call(api.listForms, { signal }) });
