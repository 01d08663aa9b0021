import { type QueryClient, queryOptions, useQuery } from '@tanstack/react-query';
import { ApiError } from '#admin/api/api-error.ts';
import { call } from '#admin/api/call.ts';
import { queryKeys } from '#admin/api/query-keys.ts';
import { api } from '#contract/api.ts';
import type { MarketingForm, PublicForm } from '#contract/marketing-form.ts';
import { formCardsQuery } from './form-cards-query.ts';

/** The server shows less to a caller without a token (decision 15): here that can only be a session that has just ended. */
function staffForm(read: MarketingForm | PublicForm): MarketingForm {
  if ('version' in read) return read;
  const problem = { type: 'about:blank', title: 'Unauthorized', status: 401, detail: 'Please sign in again.' };
  throw new ApiError({ kind: 'answered', problem });
}

/** One marketing form with its settings, its fields and how many signed up (decision 15). */
export const formQuery = (formId: string) =>
  queryOptions({
    queryKey: queryKeys.formRead(formId),
    queryFn: async ({ signal }) => staffForm(await call(api.getForm, { params: { id: formId }, signal })),
  });

/** The title as far as an earlier screen has read it, so that the head of a page stands at once. */
export function knownFormTitle(queryClient: QueryClient, formId: string): string | undefined {
  const card = queryClient.getQueryData(formCardsQuery().queryKey)?.find(({ id }) => id === formId);
  return queryClient.getQueryData(formQuery(formId).queryKey)?.title ?? card?.title;
}

/** The title as the screens of a form have read it last, without asking for it; undefined while none has. */
export const useReadFormTitle = (formId: string): string | undefined => useQuery({ ...formQuery(formId), enabled: false }).data?.title;
