import { useState } from 'react';
import { ConfirmDialog } from '#admin/ui/dialogs/confirm-dialog.tsx';
import { showSuccess } from '#admin/ui/feedback/show-alert.tsx';
import type { AttendeeScope } from '#contract/form-ref.ts';
import type { Submission } from '#contract/submission.ts';
import { counted, formatCount } from '#contract/texts/counts.ts';
import { useDeleteSubmissions } from '../submission-mutations.ts';
import type { Selection } from '../table/use-selection.ts';
import { failureText } from './deletion-texts.ts';
import { RemovalLoss } from './removal-loss.tsx';

interface DeleteChosenDialogProps {
  scope: AttendeeScope;
  scopeTitle: string;
  chosen: Selection;
  opened: boolean;
  onClose: () => void;
  /** Called with the deleted ids. The dialog stays open if some could not be deleted. */
  onDeleted: (deletedIds: ReadonlySet<string>, isComplete: boolean) => void;
}

/** Confirms the deletion of the chosen submissions, and shows its progress and failures. */
export function DeleteChosenDialog({ scope, scopeTitle, chosen, opened, onClose, onDeleted }: DeleteChosenDialogProps) {
  const [doneCount, setDoneCount] = useState(0);
  const deletion = useDeleteSubmissions(scope);
  // Kept, so that the text does not change while the dialog closes.
  const [shown, setShown] = useState<readonly Submission[]>([]);
  const [seen, setSeen] = useState(chosen);
  if (opened && !deletion.isPending && seen !== chosen) {
    setSeen(chosen);
    setShown([...chosen.values()]);
  }
  const count = counted(shown.length, 'submission');
  const failed = deletion.data?.failed ?? [];
  const handleConfirm = async () => {
    setDoneCount(0);
    // Awaited, because the mutation's callback is not called once this dialog is unmounted with the last attendee.
    const result = await deletion.mutateAsync({ submissions: shown, onProgress: setDoneCount });
    onDeleted(result.deletedIds, result.failed.length === 0);
    const removed = result.deletedIds.size;
    if (removed > 0) showSuccess({ title: `${counted(removed, 'submission was', 'submissions were')} removed from ‘${scopeTitle}’` });
  };
  return (
    <ConfirmDialog
      opened={opened}
      title={`Delete ${count}?`}
      loss={
        deletion.isPending ? (
          <span role="status">
            {formatCount(doneCount)} of {formatCount(shown.length)} done
          </span>
        ) : (
          <RemovalLoss scope={scope} scopeTitle={scopeTitle} submissions={shown} />
        )
      }
      confirmLabel={`Delete ${count}`}
      isPending={deletion.isPending}
      failure={!deletion.isPending && failed.length > 0 ? failureText(failed) : undefined}
      onConfirm={() => void handleConfirm()}
      onClose={() => {
        deletion.reset();
        onClose();
      }}
    />
  );
}
