import { useState } from 'react';
import { Ask } from '#admin/ui/dialogs/dialog.tsx';
import { showSuccess } from '#admin/ui/feedback/show-alert.tsx';
import type { Submission } from '#contract/attendees/submission.ts';
import type { AttendeeScope } from '#contract/forms/form-ref.ts';
import { counted, formatCount } from '#contract/texts/counts.ts';
import { useDeleteSubmissions } from '../submission-mutations.ts';
import type { Selection } from '../table/use-selection.ts';
import { failureText } from './deletion-texts.ts';
import { RemovalLoss } from './removal-loss.tsx';

interface DeleteChosenDialogProps {
  scope: AttendeeScope;
  scopeTitle: string;
  chosen: Selection;
  /** Called with the deleted ids. The dialog stays open if some could not be deleted. */
  onDeleted: (deletedIds: ReadonlySet<string>, isComplete: boolean) => void;
}

/** Confirms the deletion of the chosen submissions, and shows its progress and failures. */
export function DeleteChosenDialog({ scope, scopeTitle, chosen, onDeleted }: DeleteChosenDialogProps) {
  const [doneCount, setDoneCount] = useState(0);
  const deletion = useDeleteSubmissions(scope);
  // Those who could not be deleted stay.
  const [shown, setShown] = useState<readonly Submission[]>(() => [...chosen.values()]);
  const count = counted(shown.length, 'submission');
  const failed = deletion.data?.failed ?? [];
  const handleConfirm = async () => {
    setDoneCount(0);
    // Awaited, because the mutation's callback is not called once this dialog is unmounted with the last attendee.
    const result = await deletion.mutateAsync({ submissions: shown, onProgress: setDoneCount });
    if (result.failed.length > 0) setShown(result.failed.map(({ submission }) => submission));
    onDeleted(result.deletedIds, result.failed.length === 0);
    const removed = result.deletedIds.size;
    if (removed > 0) showSuccess({ title: `${counted(removed, 'submission was', 'submissions were')} removed from ‘${scopeTitle}’` });
  };
  return (
    <Ask
      title={`Delete ${count}?`}
      losses={
        deletion.isPending ? (
          <span role="status">
            {formatCount(doneCount)} of {formatCount(shown.length)} done
          </span>
        ) : (
          <RemovalLoss scope={scope} scopeTitle={scopeTitle} submissions={shown} />
        )
      }
      go={`Delete ${count}`}
      isPending={deletion.isPending}
      failure={!deletion.isPending && failed.length > 0 ? failureText(failed) : undefined}
      onGo={() => void handleConfirm()}
    />
  );
}
