import { useMutation, useQueryClient } from '@tanstack/react-query';
import { isConflict } from '#admin/api/api-error.ts';
import { call } from '#admin/api/call.ts';
import { useIdempotencyKeys } from '#admin/api/idempotency-key.ts';
import { queryKeys } from '#admin/api/query-keys.ts';
import { api } from '#contract/api.ts';
import type { FormEdit } from '#contract/marketing-form.ts';
import { formCardsQuery } from './form-cards-query.ts';
import { formQuery } from './form-queries.ts';

/** Adds a marketing form by its title. */
export function useAddForm() {
  const queryClient = useQueryClient();
  const keyOf = useIdempotencyKeys();
  return useMutation({
    mutationFn: (body: { title: string }) => call(api.addForm, { body, idempotencyKey: keyOf(body) }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: queryKeys.formCards }),
  });
}

/**
 * Changes settings of a marketing form; `version` is the one that was read. After a conflict the form has been read again by the time the
 * mutation fails.
 */
export function useEditForm(formId: string) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: ({ changed, version }: { changed: FormEdit; version: number }) =>
      call(api.editForm, { params: { id: formId }, body: changed, ifMatch: version }),
    onSuccess: async (settings) => {
      const { queryKey } = formQuery(formId);
      await queryClient.cancelQueries({ queryKey });
      queryClient.setQueryData(queryKey, (form) => form && { ...form, ...settings });
      // Not awaited: until the caller has applied the save, its own values would look like a remote change.
      void queryClient.invalidateQueries({ queryKey: queryKeys.formCards });
    },
    onError: async (error) => {
      if (isConflict(error)) await queryClient.invalidateQueries({ queryKey: queryKeys.form(formId) });
    },
  });
}

/** Deletes a marketing form and removes it from the cache, so that no screen reads it again. */
export function useDeleteForm(formId: string) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: () => call(api.deleteForm, { params: { id: formId } }),
    onSuccess: async () => {
      await queryClient.cancelQueries({ queryKey: queryKeys.form(formId) });
      queryClient.setQueryData(formCardsQuery().queryKey, (cards) => cards?.filter(({ id }) => id !== formId));
      await queryClient.invalidateQueries({ queryKey: queryKeys.formCards });
    },
  });
}
