import { type QueryKey, useMutation, useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { DeletionDialog } from './confirm-dialog.tsx';

export interface DeleteDialogProps {
  opened: boolean;
  onClose: () => void;
  onDeleted: () => void;
}

interface DeleteCardDialogProps extends DeleteDialogProps {
  card: { id: string; title: string };
  remove: () => Promise<unknown>;
  readsKey: QueryKey;
  /** Key of the dashboard's cards that then have one less. */
  cardsKey: QueryKey;
  loss: ReactNode;
  confirmLabel: string;
  children?: ReactNode;
}

/** Deletes something that has a card on the dashboard, and removes it from the cache, so that no screen reads it again. */
export function DeleteCardDialog({ card, remove, readsKey, cardsKey, onDeleted, ...dialog }: DeleteCardDialogProps) {
  const queryClient = useQueryClient();
  const deletion = useMutation({
    mutationFn: remove,
    onSuccess: async () => {
      await queryClient.cancelQueries({ queryKey: readsKey });
      queryClient.setQueryData<readonly { id: string }[]>(cardsKey, (cards) => cards?.filter(({ id }) => id !== card.id));
      await queryClient.invalidateQueries({ queryKey: cardsKey });
    },
  });
  return (
    <DeletionDialog
      {...dialog}
      deletion={deletion}
      title={`Delete ‘${card.title}’?`}
      onConfirm={() => deletion.mutate(undefined, { onSuccess: onDeleted })}
    />
  );
}
