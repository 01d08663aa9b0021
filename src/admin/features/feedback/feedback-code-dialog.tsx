import { CodeDialog } from '#admin/ui/dialogs/code-dialog.tsx';
import type { FeedbackList } from '#contract/feedback.ts';
import { feedbackCode } from './feedback-code.ts';

interface FeedbackCodeDialogProps {
  opened: boolean;
  list: Pick<FeedbackList, 'id' | 'title'>;
  onClose: () => void;
}

/** The code with which a website sends feedback to this list. */
export function FeedbackCodeDialog({ opened, list, onClose }: FeedbackCodeDialogProps) {
  return (
    <CodeDialog
      opened={opened}
      title={`Collect feedback for ‘${list.title}’`}
      about="Paste this where the page should ask for feedback. The words and the look are yours to change; what visitors send appears in this list."
      code={feedbackCode({ origin: window.location.origin, listId: list.id })}
      onClose={onClose}
    />
  );
}
