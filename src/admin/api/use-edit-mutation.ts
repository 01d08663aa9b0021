import { type QueryClient, type QueryKey, useMutation, useQueryClient } from '@tanstack/react-query';
import { isConflict } from './api-error.ts';

interface EditMutationOptions<Changed, Saved> {
  readonly send: (changed: Changed, version: number) => Promise<Saved>;
  /** Key prefix of the reads of what is edited. */
  readonly key: QueryKey;
  /** Puts what was saved into the cached reads. */
  readonly store: (queryClient: QueryClient, saved: Saved) => void;
  /** Keys of other reads that show it. */
  readonly staleKeys: readonly QueryKey[];
}

/** Saves an edit. After a 409 the mutation fails only when the saved state was read again, so that the caller can show the conflict at once. */
export function useEditMutation<Changed, Saved>({ send, key, store, staleKeys }: EditMutationOptions<Changed, Saved>) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: ({ changed, version }: { changed: Changed; version: number }) => send(changed, version),
    onSuccess: async (saved) => {
      await queryClient.cancelQueries({ queryKey: key });
      store(queryClient, saved);
      // Not awaited: until the caller has applied the save, its own values would look like a remote change.
      for (const queryKey of staleKeys) void queryClient.invalidateQueries({ queryKey });
    },
    onError: async (error) => {
      if (isConflict(error)) await queryClient.invalidateQueries({ queryKey: key });
    },
  });
}
