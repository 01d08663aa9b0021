import { call } from '#admin/api/call.ts';
import { queryKeys } from '#admin/api/query-keys.ts';
import { useDeleteCard } from '#admin/api/use-delete-card.ts';
import { DeletionDialog } from '#admin/ui/dialogs/confirm-dialog.tsx';
import { counted } from '#admin/ui/format/counts.ts';
import { api } from '#contract/api.ts';
import type { FeedbackCard } from '#contract/feedback.ts';

interface DeleteFeedbackDialogProps {
  opened: boolean;
  list: FeedbackCard;
  onClose: () => void;
  onDeleted: () => void;
}

/** Asks before a feedback list is deleted, and says what is deleted with it. */
export function DeleteFeedbackDialog({ opened, list, onClose, onDeleted }: DeleteFeedbackDialogProps) {
  const deleteList = useDeleteCard({
    id: list.id,
    remove: () => call(api.deleteFeedbackList, { params: { id: list.id } }),
    key: queryKeys.feedback(list.id),
    cardsKey: queryKeys.feedbackCards,
  });
  const { count } = list;
  return (
    <DeletionDialog
      deletion={deleteList}
      opened={opened}
      title={`Delete ‘${list.title}’?`}
      loss={
        <>
          <strong>
            {counted(count, 'entry', 'entries')} {count === 1 ? 'is' : 'are'} lost.
          </strong>{' '}
          A website that still sends feedback to this list will get an error.
        </>
      }
      confirmLabel="Delete list"
      onConfirm={() => deleteList.mutate(undefined, { onSuccess: onDeleted })}
      onClose={onClose}
    />
  );
}
