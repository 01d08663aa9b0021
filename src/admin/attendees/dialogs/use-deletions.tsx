import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { followsOf } from '#admin/reads/follows.ts';
import { queryKeys } from '#admin/reads/query-keys.ts';
import { call } from '#admin/session/call.ts';
import { ConfirmDialog, callState } from '#admin/ui/dialogs/dialog.tsx';
import { useDialog, useDialogWith } from '#admin/ui/dialogs/use-dialog.tsx';
import { showSuccess } from '#admin/ui/feedback/show-alert.tsx';
import { fullName } from '#admin/ui/format/full-name.ts';
import { attendeeCalls } from '#contract/attendees/attendee-calls.ts';
import type { Submission } from '#contract/attendees/submission.ts';
import type { EventScope } from '#contract/forms/form-ref.ts';
import { counted, formatCount } from '#contract/texts/counts.ts';
import { LOADING } from '#contract/texts/staff.ts';
import { useDeleteSubmission, useDeleteSubmissions } from '../attendee-list-cache.ts';
import type { AttendeeSelection, Selection } from '../table/use-selection.ts';
import type { AttendeeListView } from '../use-attendee-list-params.ts';
import { failureText, lossOfForm, namesOf, whatIsLost } from './deletion-texts.ts';

/** Deletes one attendee of a list, or the selected ones; `dialogs` ask first. */
export function useDeletions(view: AttendeeListView, selection: AttendeeSelection) {
  const one = useDialogWith<Submission>();
  const chosen = useDialog();
  const handleDeleted = (deleted: Submission) => {
    one.close();
    view.setAttendee(undefined);
    selection.deselect(new Set([deleted.id]));
  };
  const handleChosenDeleted = (deletedIds: ReadonlySet<string>, isComplete: boolean) => {
    selection.deselect(deletedIds);
    if (!isComplete) return;
    chosen.close();
    selection.clear();
  };
  const dialogs = (
    <>
      {chosen.show(<DeleteChosenDialog view={view} chosen={selection.chosen} onDeleted={handleChosenDeleted} />)}
      {one.show((submission) => (
        <DeleteSubmissionDialog view={view} submission={submission} onDeleted={() => handleDeleted(submission)} />
      ))}
    </>
  );
  return { deleteOne: one.open, deleteChosen: chosen.open, dialogs };
}

interface DeleteChosenDialogProps {
  view: AttendeeListView;
  chosen: Selection;
  /** Called with the deleted ids. The dialog stays open if some could not be deleted. */
  onDeleted: (deletedIds: ReadonlySet<string>, isComplete: boolean) => void;
}

function DeleteChosenDialog({ view, chosen, onDeleted }: DeleteChosenDialogProps) {
  const [doneCount, setDoneCount] = useState(0);
  const deletion = useDeleteSubmissions(view.scope);
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
    if (removed > 0) showSuccess({ title: `${counted(removed, 'submission was', 'submissions were')} removed from ‘${view.scopeTitle}’` });
  };
  return (
    <ConfirmDialog
      title={`Delete ${count}?`}
      losses={
        deletion.isPending ? (
          <span role="status">{`${formatCount(doneCount)} of ${formatCount(shown.length)} done`}</span>
        ) : (
          <RemovalLoss view={view} submissions={shown} />
        )
      }
      go={`Delete ${count}`}
      isPending={deletion.isPending}
      failure={!deletion.isPending && failed.length > 0 ? failureText(failed) : undefined}
      onGo={() => void handleConfirm()}
    />
  );
}

type DeleteSubmissionProps = Pick<DeleteChosenDialogProps, 'view'> & { submission: Submission; onDeleted: () => void };

function DeleteSubmissionDialog({ view, submission, onDeleted }: DeleteSubmissionProps) {
  const deletion = useDeleteSubmission(view.scope);
  const handleGo = () =>
    deletion.mutate(submission.id, {
      onSuccess: () => {
        onDeleted();
        showSuccess({ title: `${fullName(submission)} was removed from ‘${view.scopeTitle}’` });
      },
    });
  return (
    <ConfirmDialog
      {...callState(deletion)}
      title={`Delete the submission of ${fullName(submission)}?`}
      losses={<RemovalLoss view={view} submissions={[submission]} />}
      go="Delete submission"
      onGo={handleGo}
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
