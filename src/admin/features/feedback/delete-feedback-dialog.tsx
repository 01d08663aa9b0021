import { call } from '#admin/api/call.ts';
import { queryKeys } from '#admin/api/query-keys.ts';
import { DeleteCardDialog, type DeleteDialogProps } from '#admin/ui/dialogs/delete-card-dialog.tsx';
import { counted } from '#admin/ui/format/counts.ts';
import { api } from '#contract/api.ts';
import type { FeedbackCard } from '#contract/feedback.ts';

/** Asks before a feedback list is deleted, and says what is deleted with it. */
export function DeleteFeedbackDialog({ list, ...dialog }: DeleteDialogProps & { list: FeedbackCard }) {
  return (
    <DeleteCardDialog
      {...dialog}
      card={list}
      remove={() => call(api.deleteFeedbackList, { params: { id: list.id } })}
      readsKey={queryKeys.feedback(list.id)}
      cardsKey={queryKeys.feedbackCards}
      loss={
        <>
          <strong>
            {counted(list.count, 'entry', 'entries')} {list.count === 1 ? 'is' : 'are'} lost.
          </strong>{' '}
          A website that still sends feedback to this list will get an error.
        </>
      }
      confirmLabel="Delete list"
    />
  );
}
