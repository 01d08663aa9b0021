import { queryKeys } from '#admin/reads/query-keys.ts';
import { call } from '#admin/session/call.ts';
import { type Action, action } from '#admin/ui/actions/use-actions.tsx';
import { CodeDialog } from '#admin/ui/dialogs/code-dialog.tsx';
import { IconCode, IconTrash } from '#admin/ui/layout/icons.tsx';
import { DeleteCardDialog } from '#admin/ui/layout/settings-menu.tsx';
import { type FeedbackCard, feedbackCalls } from '#contract/feedback.ts';
import { counted } from '#contract/texts/counts.ts';
import { feedbackCode } from './feedback-code.ts';

interface OnFeedbackList {
  readonly list: Pick<FeedbackCard, 'id' | 'title' | 'count'>;
  readonly onDeleted: () => void;
}

/** What can be done with a list of feedback. */
export const FEEDBACK_ACTIONS: readonly Action<OnFeedbackList>[] = [
  action('code', 'Website code', IconCode, [feedbackCalls.getFeedback], {
    dialog: ({ list }) => (
      <CodeDialog
        title={`Collect feedback for ‘${list.title}’`}
        about="Paste this where you want to ask for feedback. Change the wording and style as you like; feedback appears in this list."
        code={feedbackCode({ origin: window.location.origin, listId: list.id })}
      />
    ),
  }),
  action('delete', 'Delete List…', IconTrash, [feedbackCalls.deleteFeedbackList], {
    tone: 'danger',
    dialog: ({ list, onDeleted }) => (
      <DeleteCardDialog
        card={list}
        remove={() => call(feedbackCalls.deleteFeedbackList, { params: { id: list.id } })}
        readsKey={queryKeys.feedback(list.id)}
        cardsKey={queryKeys.feedbackCards}
        losses={
          <span>
            <strong>{counted(list.count, 'entry is', 'entries are')} lost.</strong> A website that still sends feedback to this list will
            get an error.
          </span>
        }
        go="Delete list"
        onDeleted={onDeleted}
      />
    ),
  }),
];
