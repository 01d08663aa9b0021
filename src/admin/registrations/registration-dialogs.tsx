import { Button, Checkbox, Skeleton, Text } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { isConflict, messageOf } from '#admin/api/api-error.ts';
import { queryClient } from '#admin/api/query-client.ts';
import { paths, type Titled } from '#admin/paths.ts';
import { useHasMail } from '#admin/reads/connection-queries.ts';
import { readSeriesAgain, seriesQuery } from '#admin/reads/form-queries.ts';
import { followsOf, queryKeys } from '#admin/reads/query-keys.ts';
import { readPage } from '#admin/reads/submission-queries.ts';
import { call } from '#admin/session/call.ts';
import { announceBody, AnnounceChoice, useAnnounceAnswer } from '#admin/ui/dialogs/announce-choice.tsx';
import { callState, ConfirmDialog, Dialog, DialogFoot, Failure } from '#admin/ui/dialogs/dialog.tsx';
import { useCloseDialog } from '#admin/ui/dialogs/use-dialog.tsx';
import { dates, useNow } from '#admin/ui/format/dates.tsx';
import { fullName } from '#admin/ui/format/full-name.ts';
import { showSuccess } from '#admin/ui/states/show-alert.tsx';
import type { Submission } from '#contract/attendees/submission.ts';
import type { ListedEvent } from '#contract/events/event.ts';
import type { Series } from '#contract/forms/event-series.ts';
import type { EventScope } from '#contract/forms/form-ref.ts';
import { type EventsOfSignUp, waitingListCalls } from '#contract/registrations/waiting-list-calls.ts';
import { endOf, hasBegun } from '#contract/rules/event-times.ts';
import { activeFields } from '#contract/rules/public-fields.ts';
import { formatCount } from '#contract/texts/counts.ts';
import { goesTo, ONE_EVENT_MUST_STAY, placesLine } from '#contract/texts/places.ts';
import { DATE_TO_BE_ANNOUNCED, quoted } from '#contract/texts/words/form.ts';
import { CANCELLED } from '#contract/texts/words/mails.ts';
import { isOverMaximum, useCancellation } from './registration-mutations.ts';
import { nextGets, overTexts, whyNotNotified } from './waiting-list.ts';

/** An event of the series, the person's status in it, if any, and whether it is ticked. */
interface Choice extends Partial<EventsOfSignUp['events'][number]> {
  readonly event: ListedEvent;
  readonly isElsewhere: boolean;
  readonly isChosen: boolean;
}

const placesText = ({ submissions_count: confirmed, maximum_participants: maximum, registration_counts: counts }: ListedEvent): string =>
  placesLine(confirmed, maximum ?? 0, counts ?? { offered: 0, waiting: 0 });

const marksOf = ({ event, status, position, isElsewhere }: Choice, now: Date): string[] =>
  [
    event.close_when_full && placesText(event),
    event.cancelled_at !== null && CANCELLED,
    !event.show_on_form && 'Hidden',
    hasBegun(event, now.getTime()) && 'Already started',
    status === 'waiting' && `Waiting, number ${formatCount(position ?? 1)}`,
    status === 'offered' && 'Has an offer',
    isElsewhere && 'Already booked with this address',
  ].filter((mark) => mark !== false);

function ChoiceLine({ choice, onChoose }: { choice: Choice; onChoose: (isChosen: boolean) => void }) {
  const { event_title: title, date, end_date: end } = choice.event;
  const when = date === null ? DATE_TO_BE_ANNOUNCED : dates.span(date, end);
  return (
    <li>
      <Checkbox
        p="12px 16px"
        label={<bdi>{title}</bdi>}
        description={[when, ...marksOf(choice, useNow())].join(' · ')}
        checked={choice.isChosen}
        disabled={choice.event.cancelled_at !== null && choice.status !== 'confirmed'}
        onChange={({ currentTarget }) => onChoose(currentTarget.checked)}
      />
    </li>
  );
}

/** Not under the key of the series, so that a colleague's change is a conflict rather than another list under the pointer. */
const useEvents = ({ id, eventId }: EventScope, { id: submissionId }: Submission) =>
  useQuery({
    queryKey: ['events-of-sign-up', submissionId],
    queryFn: ({ signal }) => call(waitingListCalls.getEventsOfSignUp, { params: { id, eventId, submissionId }, signal }),
    gcTime: 0,
    refetchOnWindowFocus: false,
  });

function useChoice(
  submission: Submission,
  stands: EventsOfSignUp | undefined,
  series: Pick<Series, 'events' | 'formFields'> = { events: [], formFields: [] },
) {
  const [ticks, setTicks] = useState<Readonly<Record<string, boolean>>>({});
  const all = (stands === undefined ? [] : series.events).map((event): Choice => {
    const standing = stands?.events.find(({ event_id: id }) => id === event.id);
    const isElsewhere = stands?.elsewhere.includes(event.id) === true;
    return { ...standing, event, isElsewhere, isChosen: ticks[event.id] ?? standing?.status === 'confirmed' };
  });
  const chosen = all.filter(({ isChosen }) => isChosen);
  const now = useNow().getTime();
  const changed = all.filter(({ isChosen, status }) => isChosen !== (status === 'confirmed'));
  const isChanged = changed.length > 0;
  const isPast = isChanged && changed.every(({ event }) => endOf(event, dates.timeZone) <= now);
  const isAnyLeft = all.some(({ isChosen, status }) => isChosen || status === 'waiting' || status === 'offered');
  const overs = chosen
    .filter(({ status }) => status !== 'confirmed' && status !== 'offered')
    .flatMap(({ event }) => overTexts(event, 1).map((text) => ({ id: event.id, text: `‘${event.event_title}’: ${text}` })));
  const added = chosen.filter(({ status }) => status !== 'confirmed').map(({ event }) => event);
  const ids = added.map(({ id }) => id);
  const asked = activeFields(series.formFields, added, ids).filter((field) => field.brunch_event && submission[field.name] === undefined);
  const notes = [
    ...overs.map(({ text }) => text),
    asked.length > 0 && `Also asked for a new event: ${quoted(asked.map(({ label }) => label))}. Answers can be added in the details.`,
    isChanged && !isAnyLeft && ONE_EVENT_MUST_STAY,
    isPast && 'You are only changing past events, so nobody is notified.',
  ];
  return {
    all,
    chosen,
    isChanged,
    isPast,
    canSave: isChanged && isAnyLeft,
    over: overs.map(({ id }) => id),
    notes: notes.filter(Boolean).join(' '),
    choose: ({ event }: Choice, isNow: boolean) => setTicks({ ...ticks, [event.id]: isNow }),
    reset: () => setTicks({}),
  };
}

function useChange(
  scope: EventScope,
  submission: Submission,
  { chosen, over, reset, read, series }: ReturnType<typeof useChoice> & { read: ReturnType<typeof useEvents>; series: Titled | undefined },
) {
  const navigate = useNavigate();
  /** The first event in which the person had no place before. */
  const joined = chosen.find(({ status }) => status !== 'confirmed')?.event;
  const joinedPath =
    joined &&
    series &&
    paths.attendee({
      submission_id: submission.id,
      email: submission.email,
      title: series.title,
      form_id: null,
      series_id: series.id,
      event_id: joined.id,
      event_show_on_form: joined.show_on_form,
    });
  return useMutation({
    mutationFn: (tell: boolean) =>
      call(waitingListCalls.changeEventsOfSignUp, {
        params: { ...scope, submissionId: submission.id },
        body: { events: chosen.map(({ event }) => event.id), over, tell },
        ifMatch: read.data?.version,
      }),
    onSuccess: () =>
      showSuccess({
        title: `${fullName(submission)}'s events were changed.`,
        ...(joinedPath && { action: { label: 'Show', onClick: () => void navigate(joinedPath) } }),
      }),
    onError: (error) => {
      // The choice belongs to the previous list.
      if (isConflict(error) && !isOverMaximum(error)) reset();
      return read.refetch();
    },
    onSettled: () => Promise.all([readSeriesAgain(scope.id), queryClient.invalidateQueries({ queryKey: queryKeys.persons })]),
  });
}

/** Some people at the top of a list may be unreachable. */
const NEXT_MAX = 50;

/** Who gets a place that becomes free; undefined while that is read, and if nobody does. */
function useNext(isFreed: boolean, scope: EventScope, event: ListedEvent): string | undefined {
  const hasMail = useHasMail();
  const as = nextGets(event, { hasMail, now: useNow() });
  const { data: next } = useQuery({
    queryKey: [...queryKeys.submissions(scope), 'next'],
    meta: { follows: followsOf(scope) },
    queryFn: async ({ signal }) => {
      const { submissions: list } = await readPage(scope, { registration: 'waiting', limit: NEXT_MAX, count_max: 1 }, signal);
      return list.find(({ _registration: registration }) => registration?.mail_failed !== true) ?? null;
    },
    enabled: as !== undefined && isFreed,
    gcTime: 0,
  });
  return as === undefined || !isFreed || next === undefined ? undefined : goesTo(next === null ? 'The next person' : fullName(next), as);
}

function FreedPlace({ scope, event }: { scope: EventScope; event: ListedEvent }) {
  const next = useNext(true, { ...scope, eventId: event.id }, event);
  return next === undefined ? null : <span>{`‘${event.event_title}’: ${next} `}</span>;
}

/** Gives a person places in the chosen events of the series, also in full, hidden and past ones, but not in cancelled ones. */
export function ChangeEventsDialog({ scope, submission }: { scope: EventScope; submission: Submission }) {
  const read = useEvents(scope, submission);
  const series = useQuery(seriesQuery(scope.id, 'all'));
  const choice = useChoice(submission, read.data, series.data);
  const [tell, setTell] = useState(true);
  const change = useChange(scope, submission, { ...choice, read, series: series.data });
  const close = useCloseDialog();
  const freed = choice.all.filter(({ isChosen, status }) => !isChosen && status === 'confirmed');
  const failed = change.error ?? read.error ?? series.error;
  return (
    <Dialog
      isTall
      title={`Change ${fullName(submission)}'s events`}
      isChanged={choice.isChanged && !change.isSuccess}
      isPending={change.isPending}
    >
      {choice.all.length === 0 && failed === null ? <Skeleton h={160} /> : null}
      <ul data-box="frame" data-ruled hidden={choice.all.length === 0}>
        {choice.all.map((each) => (
          <ChoiceLine key={each.event.id} choice={each} onChoose={(isNow) => choice.choose(each, isNow)} />
        ))}
      </ul>
      <Text mt={choice.isChanged ? 16 : 0} mb={16} role="status" data-text="note">
        {freed.map(({ event }) => (
          <FreedPlace key={event.id} scope={scope} event={event} />
        ))}
        {choice.notes}
      </Text>
      {choice.isPast ? null : (
        <Checkbox
          mb={16}
          label={`Notify ${submission.first_name}`}
          checked={tell}
          onChange={({ currentTarget }) => setTell(currentTarget.checked)}
        />
      )}
      <Failure>{failed === null ? undefined : messageOf(failed)}</Failure>
      <DialogFoot isFirst>
        <Button disabled={!choice.canSave} loading={change.isPending} onClick={() => change.mutate(tell, { onSuccess: close })}>
          Save
        </Button>
      </DialogFoot>
    </Dialog>
  );
}

const STAYS = 'The sign-up stays on the ‘Cancelled’ tab, and can be restored from there.';

interface RemoveDialogProps {
  scope: EventScope;
  event: ListedEvent;
  submissions: readonly Submission[];
  onDone: () => void;
}

/** The text of the question: a place is cancelled, and people who wait or have an offer are removed. */
function removalTexts(submissions: readonly Submission[]) {
  const [first] = submissions;
  if (first === undefined || submissions.length > 1)
    return { title: `Remove ${formatCount(submissions.length)} people?`, label: `Remove ${formatCount(submissions.length)}`, whom: 'them' };
  const whom = fullName(first);
  switch (first._registration?.status) {
    case 'waiting':
      return { title: `Remove ${whom} from the waiting list?`, label: 'Remove', whom };
    case 'offered':
      return { title: `Remove ${whom}, who has an offer?`, label: 'Remove', whom };
    default:
      return { title: `Cancel ${whom}'s place?`, label: 'Cancel place', whom };
  }
}

export function RemoveDialog({ scope, event, submissions, onDone }: RemoveDialogProps) {
  const cancellation = useCancellation(scope);
  const next = useNext(submissions.length === 1 && submissions[0]?._registration?.status !== 'waiting', scope, event);
  const [answer, setAnswer] = useAnnounceAnswer(`note-removed-${submissions[0]?.id}`);
  const isOnList = submissions.some(({ _registration: own }) => own?.status === 'waiting' || own?.status === 'offered');
  const whyNot = whyNotNotified(event, isOnList, useNow());
  const { title, label, whom } = removalTexts(submissions);
  return (
    <ConfirmDialog
      {...callState(cancellation)}
      isChanged={answer.note !== ''}
      title={title}
      about={[next, STAYS, whyNot].filter(Boolean).join(' ')}
      stay={label === 'Cancel place' ? 'Keep it' : 'Cancel'}
      go={label}
      onGo={() => cancellation.mutate({ submissions, ...announceBody(answer) }, { onSuccess: onDone })}
    >
      {whyNot ? null : <AnnounceChoice label={`Notify ${whom} by email`} answer={answer} onChange={setAnswer} />}
    </ConfirmDialog>
  );
}
