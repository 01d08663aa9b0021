import { Ask, runOf } from '#admin/ui/dialogs/dialog.tsx';
import { showSuccess } from '#admin/ui/feedback/show-alert.tsx';
import { fullName } from '#admin/ui/format/full-name.ts';
import type { Submission } from '#contract/attendees/submission.ts';
import type { AttendeeScope } from '#contract/forms/form-ref.ts';
import { useDeleteSubmission } from '../submission-mutations.ts';
import { RemovalLoss } from './removal-loss.tsx';

interface DeleteSubmissionDialogProps {
  scope: AttendeeScope;
  scopeTitle: string;
  submission: Submission;
  onDeleted: () => void;
}

/** Confirms the removal of a submission from an event or a marketing form. */
export function DeleteSubmissionDialog({ scope, scopeTitle, submission, onDeleted }: DeleteSubmissionDialogProps) {
  const deletion = useDeleteSubmission(scope);
  const handleGo = () =>
    deletion.mutate(submission.id, {
      onSuccess: () => {
        onDeleted();
        showSuccess({ title: `${fullName(submission)} was removed from ‘${scopeTitle}’` });
      },
    });
  return (
    <Ask
      {...runOf(deletion)}
      title={`Delete the submission of ${fullName(submission)}?`}
      losses={<RemovalLoss scope={scope} scopeTitle={scopeTitle} submissions={[submission]} />}
      go="Delete submission"
      onGo={handleGo}
    />
  );
}
