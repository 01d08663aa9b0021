import { type QueryKey, useMutation, useQueryClient } from '@tanstack/react-query';

interface DeleteCardOptions {
  readonly id: string;
  readonly remove: () => Promise<unknown>;
  readonly key: QueryKey;
  readonly cardsKey: QueryKey;
}

/** Deletes something that has a card on the dashboard, and removes it from the cache, so that no screen reads it again. */
export function useDeleteCard({ id, remove, key, cardsKey }: DeleteCardOptions) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: remove,
    onSuccess: async () => {
      await queryClient.cancelQueries({ queryKey: key });
      queryClient.setQueryData<readonly { id: string }[]>(cardsKey, (cards) => cards?.filter((card) => card.id !== id));
      await queryClient.invalidateQueries({ queryKey: cardsKey });
    },
  });
}
