import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { messageOf } from '#admin/api/api-error.ts';
import { call } from '#admin/api/call.ts';
import { queryKeys } from '#admin/api/query-keys.ts';
import { showFailure } from '#admin/ui/feedback/show-alert.tsx';
import { api } from '#contract/api.ts';
import type { FormRef } from '#contract/form-ref.ts';

const CALLS = {
  series: { read: api.getSeriesSetup, dismiss: api.dismissSeriesSetup },
  form: { read: api.getFormSetup, dismiss: api.dismissFormSetup },
} as const;

/** The setup list of a series or marketing form. */
export const setupQuery = (form: FormRef) =>
  queryOptions({
    queryKey: queryKeys.setup(form),
    queryFn: ({ signal }) => call(CALLS[form.kind].read, { params: { id: form.id }, signal }),
  });

/** Hides the setup list for all staff, or brings it back. */
export function useDismissSetup(form: FormRef) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: async (dismissed: boolean) => call(CALLS[form.kind].dismiss, { params: { id: form.id }, body: { dismissed } }),
    onError: (error) => showFailure({ title: 'The setup list was not changed.', text: messageOf(error) }),
    onSettled: async () => queryClient.invalidateQueries({ queryKey: queryKeys.setup(form) }),
  });
}
