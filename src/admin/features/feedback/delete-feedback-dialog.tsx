import { messageOf } from '#admin/api/api-error.ts';
import { ConfirmDialog } from '#admin/ui/confirm-dialog.tsx';
import { counted } from '#admin/ui/counts.ts';
import type { FeedbackList } from '#contract/feedback.ts';
import { useDeleteFeedbackList } from './feedback-mutations.ts';

interface DeleteFeedbackDialogProps {
  opened: boolean;
  list: FeedbackList;
  onClose: () => void;
  onDeleted: () => void;
}

/** Asks before a list goes, and says what goes with it (decision 22). */
export function DeleteFeedbackDialog({ opened, list, onClose, onDeleted }: DeleteFeedbackDialogProps) {
  const deleteList = useDeleteFeedbackList(list.id);
  const count = list.entries.length;
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
