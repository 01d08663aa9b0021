import { useState } from 'react';
import { DeletionDialog } from '#admin/ui/dialogs/confirm-dialog.tsx';
import type { SubmissionScope } from '#contract/form-ref.ts';
import type { Submission } from '#contract/submission.ts';
import { useDeleteSubmission } from '../submission-mutations.ts';

interface DeleteSubmissionDialogProps {
  scope: SubmissionScope;
  scopeTitle: string;
  submission: Submission | undefined;
  onClose: () => void;
  onDeleted: () => void;
}

/** What is lost. A submission may be in several events, and is then only removed from this one (D1). */
function Loss({ scope, scopeTitle, submission }: Pick<DeleteSubmissionDialogProps, 'scope' | 'scopeTitle'> & { submission: Submission }) {
  if (scope.kind === 'form' || submission.signups_count <= 1) return <strong>The sign-up is lost with all its answers.</strong>;
  return (
    <>
      <strong>The sign-up leaves ‘{scopeTitle}’ only.</strong> When it is in other events too, it stays there; when not, it is lost with all
      its answers.
    </>
  );
}

/** Confirms the removal of a submission from an event or a marketing form. */
export function DeleteSubmissionDialog({ scope, scopeTitle, submission, onClose, onDeleted }: DeleteSubmissionDialogProps) {
  const deletion = useDeleteSubmission(scope);
  // Kept, so that the text does not change while the dialog closes.
  const [shown, setShown] = useState(submission);
  if (submission !== undefined && submission !== shown) setShown(submission);
  const handleConfirm = () => {
    if (shown !== undefined) deletion.mutate(shown.id, { onSuccess: onDeleted });
  };
  return (
    <DeletionDialog
      deletion={deletion}
      opened={submission !== undefined}
      title={shown === undefined ? '' : `Delete the submission of ${shown.first_name} ${shown.last_name}?`}
      loss={shown === undefined ? undefined : <Loss scope={scope} scopeTitle={scopeTitle} submission={shown} />}
      confirmLabel="Delete submission"
      onConfirm={handleConfirm}
      onClose={onClose}
    />
  );
}
