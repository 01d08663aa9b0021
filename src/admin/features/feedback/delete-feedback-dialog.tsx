import { messageOf } from '#admin/api/api-error.ts';
import { ConfirmDialog } from '#admin/ui/dialogs/confirm-dialog.tsx';
import { counted } from '#admin/ui/format/counts.ts';
import type { FeedbackCard } from '#contract/feedback.ts';
import { useDeleteFeedbackList } from './feedback-mutations.ts';

interface DeleteFeedbackDialogProps {
  opened: boolean;
  list: FeedbackCard;
  onClose: () => void;
  onDeleted: () => void;
}

/** Asks before a feedback list is deleted, and says what is deleted with it. */
export function DeleteFeedbackDialog({ opened, list, onClose, onDeleted }: DeleteFeedbackDialogProps) {
  const deleteList = useDeleteFeedbackList(list.id);
  const { count } = list;
  const handleClose = () => {
    deleteList.reset();
    onClose();
  };
  return (
    <ConfirmDialog
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
      isPending={deleteList.isPending}
      failure={deleteList.isError ? messageOf(deleteList.error) : undefined}
      onConfirm={() => deleteList.mutate(undefined, { onSuccess: onDeleted })}
      onClose={handleClose}
    />
  );
}
