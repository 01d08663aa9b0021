import { useState } from 'react';
import { ConfirmDialog } from '#admin/ui/confirm-dialog.tsx';
import { counted, formatCount } from '#admin/ui/counts.ts';
import type { Submission } from '#contract/submission.ts';
import { failureWords, lossOf, namesOf } from './deletion-words.ts';
import type { Selection } from './selection.ts';
import { useDeleteEach } from './submission-mutations.ts';
import type { SubmissionOwner } from './submission-owner.ts';

interface DeleteChosenDialogProps {
  owner: SubmissionOwner;
  /** Title of the event or the form. */
  ownerTitle: string;
  chosen: Selection;
  opened: boolean;
  onClose: () => void;
  /** Told who is gone; the dialog stays while some are not. */
  onDeleted: (gone: ReadonlySet<string>, isComplete: boolean) => void;
}

/** What goes with them, and who they are. */
function Loss({ owner, ownerTitle, submissions }: { owner: SubmissionOwner; ownerTitle: string; submissions: readonly Submission[] }) {
  const { lost, mayStay } = lossOf(submissions, owner.mayShare);
  return (
    <>
      {lost > 0 ? (
        <strong>
          {counted(lost, 'sign-up is', 'sign-ups are')} lost with all {lost === 1 ? 'its' : 'their'} answers.{' '}
        </strong>
      ) : null}
      {mayStay > 0 ? (
        <>
          <strong>
            {counted(mayStay, 'sign-up leaves', 'sign-ups leave')} ‘{ownerTitle}’ only
          </strong>{' '}
          when in other events too, else {mayStay === 1 ? 'it is' : 'they are'} lost as well.{' '}
        </>
      ) : null}
      <span dir="auto">{namesOf(submissions)}.</span>
    </>
  );
}

/** Asks before the chosen submissions are deleted, says how far it is, and who could not be. */
export function DeleteChosenDialog({ owner, ownerTitle, chosen, opened, onClose, onDeleted }: DeleteChosenDialogProps) {
  const [through, setThrough] = useState(0);
  const deletion = useDeleteEach(owner);
  // What the dialog says stays while it closes.
  const [shown, setShown] = useState<readonly Submission[]>([]);
  const [seen, setSeen] = useState(chosen);
  if (opened && !deletion.isPending && seen !== chosen) {
    setSeen(chosen);
    setShown([...chosen.values()]);
  }
  const count = counted(shown.length, 'submission');
  const failed = deletion.data?.failed ?? [];
  const handleConfirm = async () => {
    setThrough(0);
    // Awaited, not left to the mutation's callback: with the last attendee this dialog goes too.
    const result = await deletion.mutateAsync({ submissions: shown, onProgress: setThrough });
    onDeleted(result.gone, result.failed.length === 0);
  };
  return (
    <ConfirmDialog
      opened={opened}
      title={`Delete ${count}?`}
      loss={
        deletion.isPending ? (
          <span role="status">
            {formatCount(through)} of {formatCount(shown.length)} done
          </span>
        ) : (
          <Loss owner={owner} ownerTitle={ownerTitle} submissions={shown} />
        )
      }
      confirmLabel={`Delete ${count}`}
      isPending={deletion.isPending}
      failure={!deletion.isPending && failed.length > 0 ? failureWords(failed) : undefined}
      onConfirm={() => void handleConfirm()}
      onClose={() => {
        deletion.reset();
        onClose();
      }}
    />
  );
}
