import { useState } from 'react';
import { DeletionDialog } from '#admin/ui/dialogs/confirm-dialog.tsx';
import { showSuccess } from '#admin/ui/feedback/show-alert.tsx';
import { fullName } from '#admin/ui/format/full-name.ts';
import type { AttendeeScope } from '#contract/form-ref.ts';
import type { Submission } from '#contract/submission.ts';
import { useDeleteSubmission } from '../submission-mutations.ts';
import { RemovalLoss } from './removal-loss.tsx';

interface DeleteSubmissionDialogProps {
  scope: AttendeeScope;
  scopeTitle: string;
  submission: Submission | undefined;
  onClose: () => void;
  onDeleted: () => void;
}

/** Confirms the removal of a submission from an event or a marketing form. */
export function DeleteSubmissionDialog({ scope, scopeTitle, submission, onClose, onDeleted }: DeleteSubmissionDialogProps) {
  const deletion = useDeleteSubmission(scope);
  // Kept, so that the text does not change while the dialog closes.
  const [shown, setShown] = useState(submission);
  if (submission !== undefined && submission !== shown) setShown(submission);
  const handleConfirm = () => {
    if (shown === undefined) return;
    deletion.mutate(shown.id, {
      onSuccess: () => {
        onDeleted();
        showSuccess({ title: `${fullName(shown)} was removed from ‘${scopeTitle}’` });
      },
    });
  };
  return (
    <DeletionDialog
      deletion={deletion}
      opened={submission !== undefined}
      title={shown === undefined ? '' : `Delete the submission of ${fullName(shown)}?`}
      loss={shown === undefined ? undefined : <RemovalLoss scope={scope} scopeTitle={scopeTitle} submissions={[shown]} />}
      confirmLabel="Delete submission"
      onConfirm={handleConfirm}
      onClose={onClose}
    />
  );
}
