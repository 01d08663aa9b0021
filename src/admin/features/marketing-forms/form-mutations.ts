import { call } from '#admin/api/call.ts';
import { queryKeys } from '#admin/api/query-keys.ts';
import { useEditMutation } from '#admin/api/use-edit-mutation.ts';
import { api } from '#contract/api.ts';
import type { FormEdit } from '#contract/marketing-form.ts';
import { formQuery } from './form-queries.ts';

/** Changes settings of a marketing form. */
export const useEditForm = (formId: string) =>
  useEditMutation({
    send: (body: FormEdit, ifMatch) => call(api.editForm, { params: { id: formId }, body, ifMatch }),
    key: queryKeys.formRead(formId),
    store: (queryClient, settings) => queryClient.setQueryData(formQuery(formId).queryKey, (form) => form && { ...form, ...settings }),
    staleKeys: [queryKeys.formCards],
  });
