import { useState } from 'react';
import { messageOf } from '#admin/api/api-error.ts';
import { ConfirmDialog } from '#admin/ui/confirm-dialog.tsx';
import type { Submission } from '#contract/submission.ts';
import { useDeleteSubmission } from './submission-mutations.ts';
import type { SubmissionOwner } from './submission-owner.ts';

interface DeleteSubmissionDialogProps {
  owner: SubmissionOwner;
  /** Title of the event or the form. */
  ownerTitle: string;
  /** Undefined while nothing is to be deleted. */
  submission: Submission | undefined;
  onClose: () => void;
  onDeleted: () => void;
}

/** What goes: a sign-up may be in several events, and only leaves this one (decision 1). */
function Loss({ owner, ownerTitle, submission }: Pick<DeleteSubmissionDialogProps, 'owner' | 'ownerTitle'> & { submission: Submission }) {
  if (!owner.mayShare || submission.signups_count <= 1) return <strong>The sign-up is lost with all its answers.</strong>;
  return (
    <>
      <strong>The sign-up leaves ‘{ownerTitle}’ only.</strong> When it is in other events too, it stays there; when not, it is lost with all
      its answers.
    </>
  );
}

/** Asks before a submission is taken out of an event, or out of its form. */
export function DeleteSubmissionDialog({ owner, ownerTitle, submission, onClose, onDeleted }: DeleteSubmissionDialogProps) {
  const deletion = useDeleteSubmission(owner);
  // What the dialog says stays while it closes.
  const [shown, setShown] = useState(submission);
  if (submission !== undefined && submission !== shown) setShown(submission);
  const handleClose = () => {
    deletion.reset();
    onClose();
  };
  const handleConfirm = () => {
    if (shown !== undefined) deletion.mutate(shown.id, { onSuccess: onDeleted });
  };
  return (
    <ConfirmDialog
      opened={submission !== undefined}
      title={shown === undefined ? '' : `Delete the submission of ${shown.first_name} ${shown.last_name}?`}
      loss={shown === undefined ? undefined : <Loss owner={owner} ownerTitle={ownerTitle} submission={shown} />}
      confirmLabel="Delete submission"
      isPending={deletion.isPending}
      failure={deletion.isError ? messageOf(deletion.error) : undefined}
      onConfirm={handleConfirm}
      onClose={handleClose}
    />
  );
}
