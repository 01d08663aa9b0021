import { useMutation } from '@tanstack/react-query';
import { type ApiError, isConflict, isNotFound } from '#admin/api/api-error.ts';
import { queryClient } from '#admin/api/query-client.ts';
import { type AttendeePages, movedRows } from '#admin/reads/attendee-rows.ts';
import { queryKeys } from '#admin/reads/query-keys.ts';
import { invalidateCounts } from '#admin/reads/submission-queries.ts';
import { useAttempts } from '#admin/records/attempts.ts';
import { call } from '#admin/session/call.ts';
import { moveLostFocus, rowInPlaceOf } from '#admin/ui/focus.ts';
import { fullName } from '#admin/ui/format/full-name.ts';
import { showError, showSuccess } from '#admin/ui/states/show-alert.tsx';
import type { Submission } from '#contract/attendees/submission.ts';
import { ATTENDANCE_MAX, doorCalls } from '#contract/door.ts';
import type { AttendeeScope, EventScope } from '#contract/forms/form-ref.ts';
import type { WithMail } from '#contract/registrations/note.ts';
import type { PromotedAs } from '#contract/registrations/places.ts';
import { waitingListCalls } from '#contract/registrations/waiting-list-calls.ts';
import { counted } from '#contract/texts/counts.ts';
import { wereNotOffered, werePromoted, wereRemoved } from '#contract/texts/places.ts';

const failure = (title: string) => (error: unknown) => showError(title, error);

/** Whether nothing was done because it exceeds a maximum, and staff were not asked. */
export const isOverMaximum = (error: unknown): error is ApiError => isConflict(error) && 'over' in error.current;

/** One after another, so that the first in the list is also the first to get a place. @returns those before a call failed @throws the error of the first call */
async function promoteOneByOne(submissions: readonly Submission[], run: (submission: Submission) => Promise<Submission>) {
  const done: Submission[] = [];
  try {
    for (const submission of submissions) done.push(await run(submission));
  } catch (error) {
    if (done.length === 0) throw error;
    return { done, error };
  }
  return { done, error: undefined };
}

/** How many were offered a place, and how many got it immediately, as they do shortly before the event. */
function promotedCounts(answers: readonly Submission[]): string {
  const offered = answers.filter((each) => each._registration?.status === 'offered').length;
  const given = answers.length - offered;
  return [...(offered > 0 ? [werePromoted(offered, 'offer')] : []), ...(given > 0 ? [werePromoted(given, 'confirmed')] : [])].join(' ');
}

function promotedText(answers: readonly Submission[]): string {
  const [first, ...others] = answers;
  if (first === undefined || others.length > 0) return promotedCounts(answers);
  return first._registration?.status === 'offered' ? `${fullName(first)} was offered a place.` : `${fullName(first)} has a place.`;
}

function removedText([first, ...others]: readonly Submission[], kept: number): string {
  const unchanged = kept === 0 ? '' : ` ${counted(kept, 'person was', 'people were')} not, as their status had changed.`;
  if (first === undefined || others.length > 0) return wereRemoved(others.length + 1 - kept) + unchanged;
  const hadPlace = (first._registration?.status ?? 'confirmed') === 'confirmed';
  return hadPlace ? `${fullName(first)}'s place was cancelled.` : `${fullName(first)} was removed.`;
}

const pathOf = (scope: EventScope, { id: submissionId }: Submission) => ({ params: { ...scope, submissionId } });

async function readListsAgain(scope: AttendeeScope): Promise<void> {
  const lists = { queryKey: queryKeys.attendees(scope) };
  const inPlace = rowInPlaceOf(document.activeElement);
  queryClient.removeQueries({ ...lists, type: 'inactive' });
  await Promise.all([invalidateCounts(scope), queryClient.invalidateQueries(lists)]);
  await moveLostFocus(inPlace);
}

/** Marks people of an event as here or not here; the toast offers Undo for those whose mark changed. */
export function useAttendance(scope: AttendeeScope) {
  const eventId = scope.kind === 'series' ? scope.eventId : '';
  const mark = useMutation({
    mutationFn: async ({ ids, ...how }: { ids: readonly string[]; here: boolean; own?: true }): Promise<string[]> => {
      const marked: string[] = [];
      for (let from = 0; from < ids.length; from += ATTENDANCE_MAX) {
        const body = { ids: ids.slice(from, from + ATTENDANCE_MAX), ...how };
        marked.push(...(await call(doorCalls.setAttendance, { params: { id: scope.id, eventId }, body })).changed);
      }
      return marked;
    },
    onSuccess: (marked, { here }) =>
      showSuccess({
        title: `${counted(marked.length, 'person is', 'people are')} marked as ${here ? 'here' : 'not here'}.`,
        ...(marked.length > 0 && { action: { label: 'Undo', onClick: () => mark.mutate({ ids: marked, here: !here, own: true }) } }),
      }),
    onError: failure('Nobody was marked.'),
    onSettled: async () => readListsAgain(scope),
  });
  return mark;
}

/** Cancels registrations. Its dialog says why one failed. */
export const useCancellation = (scope: EventScope) =>
  useMutation({
    mutationFn: async ({ submissions, ...choice }: WithMail & { submissions: readonly Submission[] }) => {
      let kept = 0;
      for (const each of submissions) {
        const body = { ...choice, was: each._registration?.status };
        await call(waitingListCalls.cancelRegistration, { ...pathOf(scope, each), body }).catch((error: unknown) => {
          // The others are removed even if a colleague has deleted one of them or given them a place.
          if (submissions.length === 1 || !(isNotFound(error) || isConflict(error))) throw error;
          if (isConflict(error)) kept += 1;
        });
      }
      return kept;
    },
    onSuccess: (kept, { submissions }) => showSuccess({ title: removedText(submissions, kept) }),
    onSettled: async () => readListsAgain(scope),
  });

/** The other calls that change registrations of an event; each shows its result, and reads again what it changed. */
export function useRegistrationMutations(scope: EventScope) {
  const promotions = useAttempts<{ promoted: readonly string[]; as: PromotedAs }>();
  const lists = { queryKey: queryKeys.attendees(scope) };
  const readAgain = async () => readListsAgain(scope);

  const promotion = useMutation({
    mutationFn: ({ submissions, as }: { submissions: readonly Submission[]; as: PromotedAs }) =>
      promoteOneByOne(submissions, (each) => call(waitingListCalls.promoteRegistration, { ...pathOf(scope, each), body: { as } })),
    onSuccess: ({ done, error }, { submissions }) => {
      if (error === undefined) showSuccess({ title: promotedText(done) });
      else showError(`${promotedCounts(done)} ${wereNotOffered(submissions.length - done.length)}`, error);
    },
    onError: failure('The place was not given.'),
    onSettled: readAgain,
  });
  const promotionOfNext = useMutation({
    mutationFn: (count: number) => {
      const body = { count, as: 'offer' } as const;
      return promotions.send(body, (idempotencyKey) => call(waitingListCalls.promoteNext, { params: scope, body, idempotencyKey }));
    },
    onSuccess: ({ promoted, as }) => showSuccess({ title: werePromoted(promoted.length, as) }),
    onError: failure('No place was offered.'),
    onSettled: readAgain,
  });
  const moves = ['move', scope.eventId];
  const move = useMutation({
    mutationKey: moves,
    // Each position refers to the order that the previous move left.
    scope: { id: moves.join('/') },
    mutationFn: ({ submission, position }: { submission: Submission; position: number }) =>
      call(waitingListCalls.moveRegistration, { ...pathOf(scope, submission), body: { position } }),
    onMutate: async ({ submission, position }) => {
      await queryClient.cancelQueries(lists);
      queryClient.setQueriesData<AttendeePages>({ ...lists, type: 'active' }, (data) => movedRows(data, submission.id, position));
    },
    onError: failure('The position was not changed.'),
    // The order of an earlier move would be shown for a moment.
    onSettled: async () => (queryClient.isMutating({ mutationKey: moves }) > 1 ? undefined : queryClient.invalidateQueries(lists)),
  });
  const restoration = useMutation({
    mutationFn: ({ submission, ...body }: { submission: Submission; over: boolean; tell: boolean }) =>
      call(waitingListCalls.restoreRegistration, { ...pathOf(scope, submission), body }),
    onSuccess: (submission) =>
      showSuccess({
        title: `${fullName(submission)} ${submission._registration?.status === 'waiting' ? 'is on the waiting list' : 'has a place'} again.`,
      }),
    onError: (error) => (isOverMaximum(error) ? undefined : showError('Nothing was restored.', error)),
    onSettled: readAgain,
  });
  const withdrawal = useMutation({
    mutationFn: (submission: Submission) => call(waitingListCalls.withdrawOffer, pathOf(scope, submission)),
    onSuccess: (submission) => showSuccess({ title: `The offer to ${fullName(submission)} was withdrawn.` }),
    onError: failure('The offer was not withdrawn.'),
    onSettled: readAgain,
  });
  return {
    promote: promotion.mutate,
    offerToNext: promotionOfNext.mutate,
    move: move.mutate,
    restore: restoration.mutate,
    isRestoring: restoration.isPending,
    withdraw: withdrawal.mutate,
    isPending: promotion.isPending || promotionOfNext.isPending || withdrawal.isPending,
  };
}
