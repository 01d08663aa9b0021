import { useAddByTitle } from '#admin/forms/use-add-by-title.ts';
import { TitleDialog } from '#admin/ui/dialogs/title-dialog.tsx';
import { useAddFeedbackList } from './feedback-mutations.ts';

interface AddFeedbackDialogProps {
  opened: boolean;
  onClose: () => void;
  onAdded: (list: { id: string }) => void;
}

/** Asks for the title of a new feedback list and adds it. */
export function AddFeedbackDialog({ opened, onClose, onAdded }: AddFeedbackDialogProps) {
  const dialog = useAddByTitle({ draft: 'new-feedback-list', add: useAddFeedbackList(), opened, onClose, onAdded });
  return <TitleDialog heading="New feedback list" description="The website or page that the feedback is about" {...dialog} />;
}
