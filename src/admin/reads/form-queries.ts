import { type QueryClient, queryOptions, useQuery } from '@tanstack/react-query';
import { forStaff } from '#admin/api/api-error.ts';
import { call } from '#admin/api/call.ts';
import { api } from '#contract/api.ts';
import { queryKeys } from './query-keys.ts';

/** The dashboard's cards. */
export const formCardsQuery = () =>
  queryOptions({ queryKey: queryKeys.formCards, queryFn: ({ signal }) => call(api.listForms, { signal }) });

/** One marketing form with its settings, fields and number of submissions. */
export const formQuery = (formId: string) =>
  queryOptions({
    queryKey: queryKeys.formRead(formId),
    queryFn: async ({ signal }) => forStaff(await call(api.getForm, { params: { id: formId }, signal })),
  });

/** The title from an earlier read, so that the header can show it at once. */
export function knownFormTitle(queryClient: QueryClient, formId: string): string | undefined {
  const card = queryClient.getQueryData(formCardsQuery().queryKey)?.find(({ id }) => id === formId);
  return queryClient.getQueryData(formQuery(formId).queryKey)?.title ?? card?.title;
}

/** The latest title in the cache, without a read. */
export const useReadFormTitle = (formId: string): string | undefined => useQuery({ ...formQuery(formId), enabled: false }).data?.title;
