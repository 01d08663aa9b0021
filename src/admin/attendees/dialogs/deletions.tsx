import type { AttendeeScope } from '#contract/form-ref.ts';
import type { Submission } from '#contract/submission.ts';
import type { AttendeeSelection } from '../table/use-selection.ts';
import type { AttendeeListState } from '../use-attendee-list-params.ts';
import { DeleteChosenDialog } from './delete-chosen-dialog.tsx';
import { DeleteSubmissionDialog } from './delete-submission-dialog.tsx';

interface DeletionsProps {
  panel: { scope: AttendeeScope; scopeTitle: string; open: AttendeeListState };
  selection: AttendeeSelection;
  isDeletingChosen: boolean;
  onChosenClose: () => void;
  deleting: Submission | undefined;
  onClose: () => void;
  onDeleted: (submissionId: string) => void;
}

/** The dialogs that delete one attendee, or those that are chosen. */
export function Deletions({ panel, selection, isDeletingChosen, onChosenClose, deleting, onClose, onDeleted }: DeletionsProps) {
  const { scope, scopeTitle, open } = panel;
  return (
    <>
      <DeleteChosenDialog
        scope={scope}
        scopeTitle={scopeTitle}
        chosen={selection.chosen}
        opened={isDeletingChosen}
        onClose={onChosenClose}
        onDeleted={(deletedIds, isComplete) => {
          selection.deselect(deletedIds);
          if (!isComplete) return;
          onChosenClose();
          selection.clear();
        }}
      />
      <DeleteSubmissionDialog
        scope={scope}
        scopeTitle={scopeTitle}
        submission={deleting}
        onClose={onClose}
        onDeleted={() => {
          onClose();
          open.setAttendee(undefined);
          if (deleting === undefined) return;
          selection.deselect(new Set([deleting.id]));
          onDeleted(deleting.id);
        }}
      />
    </>
  );
}
