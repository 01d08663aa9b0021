import type { RefObject } from 'react';
import type { Attendee } from '#admin/reads/attendee-row.ts';
import { useDialog, useDialogWith } from '#admin/ui/dialogs/use-dialog.tsx';
import type { Submission } from '#contract/attendees/submission.ts';
import type { AttendeeScope } from '#contract/forms/form-ref.ts';
import type { AttendeeSelection } from '../table/use-selection.ts';
import type { AttendeeListState } from '../use-attendee-list-params.ts';
import { DeleteChosenDialog } from './delete-chosen-dialog.tsx';
import { DeleteSubmissionDialog } from './delete-submission-dialog.tsx';

/** The index of the first row below the head, as screen readers count them. */
const FIRST_ROW = 2;

interface DeletedFrom {
  scope: AttendeeScope;
  scopeTitle: string;
  open: AttendeeListState;
  attendees: readonly Attendee[];
  selection: AttendeeSelection;
  table: RefObject<HTMLElement | null>;
}

/** Deletes one attendee of a list, or those that are chosen; `dialogs` ask before. */
export function useDeletions({ scope, scopeTitle, open, attendees, selection, table }: DeletedFrom) {
  const one = useDialogWith<Submission>();
  const chosen = useDialog();
  const handleDeleted = (deleted: Submission) => {
    one.close();
    open.setAttendee(undefined);
    selection.deselect(new Set([deleted.id]));
    focusRow(
      table.current,
      attendees.findIndex(({ submission }) => submission.id === deleted.id),
    );
  };
  const handleChosenDeleted = (deletedIds: ReadonlySet<string>, isComplete: boolean) => {
    selection.deselect(deletedIds);
    if (!isComplete) return;
    chosen.close();
    selection.clear();
  };
  const dialogs = (
    <>
      {chosen.show(<DeleteChosenDialog scope={scope} scopeTitle={scopeTitle} chosen={selection.chosen} onDeleted={handleChosenDeleted} />)}
      {one.show((submission) => (
        <DeleteSubmissionDialog scope={scope} scopeTitle={scopeTitle} submission={submission} onDeleted={() => handleDeleted(submission)} />
      ))}
    </>
  );
  return { deleteOne: one.open, deleteChosen: chosen.open, dialogs };
}

/** Focuses the row that has taken a deleted one's place, otherwise the one before, otherwise the table. */
function focusRow(table: HTMLElement | null, place: number): void {
  const rowAt = (index: number) => table?.querySelector<HTMLElement>(`tr[aria-rowindex="${index + FIRST_ROW}"] button[aria-expanded]`);
  // After the rows are rendered without it.
  setTimeout(() => (rowAt(place) ?? rowAt(place - 1) ?? table)?.focus());
}
