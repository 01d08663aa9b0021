import { useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '#admin/api/call.ts';
import { useIdempotencyKeys } from '#admin/api/idempotency-key.ts';
import { queryKeys } from '#admin/api/query-keys.ts';
import { api } from '#contract/api.ts';
import { feedbackCardsQuery } from './feedback-queries.ts';

/** Adds a feedback list by its title. */
export function useAddFeedbackList() {
  const queryClient = useQueryClient();
  const keyOf = useIdempotencyKeys();
  return useMutation({
    mutationFn: (body: { title: string }) => call(api.addFeedbackList, { body, idempotencyKey: keyOf(body) }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: queryKeys.feedbackCards }),
  });
}

/** Deletes a feedback list with its entries. */
export function useDeleteFeedbackList(listId: string) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: () => call(api.deleteFeedbackList, { params: { id: listId } }),
    onSuccess: async () => {
      await queryClient.cancelQueries({ queryKey: queryKeys.feedback(listId) });
      queryClient.setQueryData(feedbackCardsQuery().queryKey, (cards) => cards?.filter(({ id }) => id !== listId));
      await queryClient.invalidateQueries({ queryKey: queryKeys.feedbackCards });
    },
  });
}
