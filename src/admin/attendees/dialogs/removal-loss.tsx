import { useQuery } from '@tanstack/react-query';
import { call } from '#admin/api/call.ts';
import { submissionsKey } from '#admin/reads/submission-calls.ts';
import { api } from '#contract/api.ts';
import type { Submission } from '#contract/attendees/submission.ts';
import type { AttendeeScope } from '#contract/forms/form-ref.ts';
import { LOADING } from '#contract/texts/staff.ts';
import { lossOfForm, namesOf, whatIsLost } from './deletion-texts.ts';

interface RemovalLossProps {
  scope: AttendeeScope;
  scopeTitle: string;
  submissions: readonly Submission[];
}

/** What is lost with these submissions; those of an event may be in others too, and are then only removed from this one (D1). */
export function RemovalLoss({ scope, scopeTitle, submissions }: RemovalLossProps) {
  if (scope.kind === 'series') return <LossOfEvent scope={scope} scopeTitle={scopeTitle} submissions={submissions} />;
  return (
    <>
      <strong>{lossOfForm(submissions.length)}</strong> {submissions.length === 1 ? null : <bdi>{namesOf(submissions)}.</bdi>}
    </>
  );
}

type LossOfEventProps = RemovalLossProps & { scope: Extract<AttendeeScope, { kind: 'series' }> };

function LossOfEvent({ scope, scopeTitle, submissions }: LossOfEventProps) {
  const ids = submissions.map(({ id }) => id);
  const losses = useQuery({
    queryKey: [...submissionsKey(scope), 'losses', ids],
    queryFn: ({ signal }) => call(api.countSubmissionLosses, { params: { id: scope.id, eventId: scope.eventId }, body: { ids }, signal }),
    staleTime: 0,
    gcTime: 0,
  });
  return (
    <>
      <strong>
        <bdi>{namesOf(submissions)}</bdi> will be removed from ‘<bdi>{scopeTitle}</bdi>’.
      </strong>{' '}
      {losses.isPending ? LOADING : whatIsLost(submissions.length, losses.data)}
    </>
  );
}
