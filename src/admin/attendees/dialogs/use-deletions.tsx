import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { followsOf, queryKeys } from '#admin/reads/query-keys.ts';
import { call } from '#admin/session/call.ts';
import { ConfirmDialog } from '#admin/ui/dialogs/dialog.tsx';
import { useDialogWith } from '#admin/ui/dialogs/use-dialog.tsx';
import { focusInPlace } from '#admin/ui/focus.ts';
import { showSuccess } from '#admin/ui/states/show-alert.tsx';
import { attendeeCalls } from '#contract/attendees/attendee-calls.ts';
import type { Submission } from '#contract/attendees/submission.ts';
import type { EventScope } from '#contract/forms/form-ref.ts';
import { formatCount } from '#contract/texts/counts.ts';
import { LOADING } from '#contract/texts/staff.ts';
import { useDeleteSubmissions } from '../attendee-list-cache.ts';
import type { AttendeeListView } from '../list-actions.tsx';
import type { AttendeeSelection } from '../table/use-selection.ts';
import { deletionTexts, failureText, lossOfForm, namesOf, whatIsLost, whoWas } from './deletion-texts.ts';

/** Deletes one attendee of a list, or the selected ones; the dialog asks first. */
export function useDeletions(view: AttendeeListView, selection: AttendeeSelection) {
  const asked = useDialogWith<readonly Submission[]>();
  const handleDeleted = (deletedIds: ReadonlySet<string>, isComplete: boolean) => {
    selection.deselect(deletedIds);
    if (isComplete) asked.close();
    // When the open row closes, the next one gets the focus.
    if (view.attendeeId !== undefined && deletedIds.has(view.attendeeId)) view.setAttendee(undefined);
    else if (isComplete) focusInPlace(view.table.current);
  };
  return {
    deleteOne: (submission: Submission) => asked.open([submission]),
    deleteChosen: () => asked.open([...selection.chosen.values()]),
    dialog: asked.show((submissions) => <DeleteDialog view={view} submissions={submissions} onDeleted={handleDeleted} />),
  };
}

interface DeleteDialogProps extends RemovalLossProps {
  /** Called with the deleted ids. The dialog stays open if some could not be deleted. */
  onDeleted: (deletedIds: ReadonlySet<string>, isComplete: boolean) => void;
}

function DeleteDialog({ view, submissions, onDeleted }: DeleteDialogProps) {
  const [doneCount, setDoneCount] = useState(0);
  const deletion = useDeleteSubmissions(view.scope);
  // Those who could not be deleted stay.
  const [shown, setShown] = useState(submissions);
  const { title, go } = deletionTexts(shown);
  const failed = deletion.data?.failed ?? [];
  const handleConfirm = async () => {
    setDoneCount(0);
    // Awaited, because the mutation's callback is not called once this dialog is unmounted with the last attendee.
    const result = await deletion.mutateAsync({ submissions: shown, onProgress: setDoneCount });
    if (result.failed.length > 0) setShown(result.failed.map(({ submission }) => submission));
    onDeleted(result.deletedIds, result.failed.length === 0);
    const removed = shown.filter(({ id }) => result.deletedIds.has(id));
    if (removed.length > 0) showSuccess({ title: `${whoWas(removed)} removed from ‘${view.scopeTitle}’` });
  };
  return (
    <ConfirmDialog
      title={title}
      losses={
        deletion.isPending && shown.length > 1 ? (
          <span role="status">{`${formatCount(doneCount)} of ${formatCount(shown.length)} done`}</span>
        ) : (
          <RemovalLoss view={view} submissions={shown} />
        )
      }
      go={go}
      isPending={deletion.isPending}
      failure={!deletion.isPending && failed.length > 0 ? failureText(failed) : undefined}
      onGo={() => void handleConfirm()}
    />
  );
}

interface RemovalLossProps {
  view: AttendeeListView;
  submissions: readonly Submission[];
}

/** What is lost with these submissions; those of an event may be in others too, and are then only removed from this one (D1). */
const RemovalLoss = ({ view: { scope, scopeTitle }, submissions }: RemovalLossProps) =>
  scope.kind === 'series' ? (
    <LossOfEvent scope={scope} scopeTitle={scopeTitle} submissions={submissions} />
  ) : (
    <span>
      <strong>{lossOfForm(submissions.length)}</strong> {submissions.length === 1 ? null : <bdi>{`${namesOf(submissions)}.`}</bdi>}
    </span>
  );

type LossOfEventProps = Pick<RemovalLossProps, 'submissions'> & { scope: EventScope; scopeTitle: string };

function LossOfEvent({ scope, scopeTitle, submissions }: LossOfEventProps) {
  const ids = submissions.map(({ id }) => id);
  const losses = useQuery({
    queryKey: [...queryKeys.submissions(scope), 'losses', ids],
    meta: { follows: followsOf(scope) },
    queryFn: ({ signal }) => call(attendeeCalls.countSubmissionLosses, { params: scope, body: { ids }, signal }),
    staleTime: 0,
    gcTime: 0,
  });
  return (
    <span>
      <strong>
        <bdi>{namesOf(submissions)}</bdi> will be removed from ‘<bdi>{scopeTitle}</bdi>’.
      </strong>{' '}
      {losses.isPending ? LOADING : whatIsLost(submissions.length, losses.data)}
    </span>
  );
}
