import { Button, Checkbox, Skeleton, Text } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { isConflict, messageOf } from '#admin/api/api-error.ts';
import { paths, type Titled } from '#admin/paths.ts';
import { readSeriesAgain, seriesQuery } from '#admin/reads/form-queries.ts';
import { queryKeys } from '#admin/reads/query-keys.ts';
import { call } from '#admin/session/call.ts';
import { CancelButton, Dialog, DialogFoot, Failure } from '#admin/ui/dialogs/dialog.tsx';
import { useCloseDialog } from '#admin/ui/dialogs/use-dialog.tsx';
import { showSuccess } from '#admin/ui/feedback/show-alert.tsx';
import { useDates, useNow } from '#admin/ui/format/dates-context.tsx';
import { fullName } from '#admin/ui/format/full-name.ts';
import type { Submission } from '#contract/attendees/submission.ts';
import type { ListedEvent } from '#contract/events/event.ts';
import type { EventScope } from '#contract/forms/form-ref.ts';
import type { RegistrationStatus } from '#contract/registrations/places.ts';
import { type EventsOfSignUp, waitingListCalls } from '#contract/registrations/waiting-list-calls.ts';
import * as texts from '#contract/texts/places.ts';
import { DATE_TO_BE_ANNOUNCED } from '#contract/texts/words/form.ts';
import { isOver } from './registration-mutations.ts';
import { beginsWithin, overTexts } from './waiting-words.ts';

interface ChoiceProps {
  event: ListedEvent;
  standing: EventsOfSignUp['events'][number] | undefined;
  isElsewhere: boolean;
  isChosen: boolean;
  onChoose: (isChosen: boolean) => void;
}

const placesText = ({ submissions_count: confirmed, maximum_participants: maximum, registration_counts: counts }: ListedEvent): string =>
  texts.placesLine(confirmed, maximum ?? 0, counts ?? { offered: 0, waiting: 0 });

/** What staff read next to an event before they choose it. */
const marksOf = ({ event, standing, isElsewhere }: Omit<ChoiceProps, 'isChosen' | 'onChoose'>, now: Date): string[] =>
  [
    event.close_when_full && placesText(event),
    !event.show_on_form && texts.IS_HIDDEN,
    beginsWithin(event, 0, now) && texts.HAS_BEGUN,
    standing?.status === 'waiting' && texts.isOnList(standing.position ?? 1),
    standing?.status === 'offered' && texts.HAS_AN_OFFER,
    isElsewhere && texts.IS_REGISTERED_ELSEWHERE,
  ].filter((mark) => mark !== false);

function Choice({ isChosen, onChoose, ...about }: ChoiceProps) {
  const dates = useDates();
  const { event_title: title, date, end_date: end } = about.event;
  const when = date === null ? DATE_TO_BE_ANNOUNCED : dates.span(date, end);
  return (
    <li>
      <Checkbox
        p="12px 16px"
        label={<bdi>{title}</bdi>}
        description={[when, ...marksOf(about, useNow())].join(' · ')}
        checked={isChosen}
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

/** The events of the series as they are chosen for a sign-up, and what follows from it. */
function useChoice(series: readonly ListedEvent[] | undefined, stands: EventsOfSignUp | undefined) {
  const all = stands === undefined ? [] : (series ?? []);
  const [choices, setChoices] = useState<Readonly<Record<string, boolean>>>({});
  const standings = new Map(stands?.events.map((standing) => [standing.event_id, standing]));
  const hasStatus = (event: ListedEvent, ...as: RegistrationStatus[]): boolean =>
    as.some((status) => standings.get(event.id)?.status === status);
  const isChosen = (event: ListedEvent): boolean => choices[event.id] ?? hasStatus(event, 'confirmed');
  const chosen = all.filter(isChosen);
  const isChanged = all.some((event) => isChosen(event) !== hasStatus(event, 'confirmed'));
  const isAnyLeft = chosen.length > 0 || all.some((event) => hasStatus(event, 'waiting', 'offered'));
  const overs = chosen
    .filter((event) => !hasStatus(event, 'confirmed', 'offered'))
    .flatMap((event) => overTexts(event, 1).map((text) => ({ id: event.id, text: `‘${event.event_title}’: ${text}` })));
  return {
    all,
    standings,
    elsewhere: stands?.elsewhere ?? [],
    isChosen,
    chosen,
    /** The first event in which the person had no place before. */
    joined: chosen.find((event) => !hasStatus(event, 'confirmed')),
    isChanged,
    canSave: isChanged && isAnyLeft,
    over: overs.map(({ id }) => id),
    notes: [...overs.map(({ text }) => text), ...(isChanged && !isAnyLeft ? [texts.ONE_EVENT_MUST_STAY] : [])].join(' '),
    choose: (event: ListedEvent, isNow: boolean) => setChoices({ ...choices, [event.id]: isNow }),
    reset: () => setChoices({}),
  };
}

type Choices = ReturnType<typeof useChoice>;

/** The call, with the version of the events that were shown. */
function useChange(
  scope: EventScope,
  submission: Submission,
  { choice, read, series }: { choice: Choices; read: ReturnType<typeof useEvents>; series: Titled | undefined },
) {
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const { joined } = choice;
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
        body: { events: choice.chosen.map(({ id }) => id), over: choice.over, tell },
        ifMatch: read.data?.version,
      }),
    onSuccess: () =>
      showSuccess({
        title: texts.eventsWereChanged(fullName(submission)),
        ...(joinedPath && { action: { label: 'Show', onClick: () => void navigate(joinedPath) } }),
      }),
    onError: (error) => {
      // What was chosen belongs to the list before.
      if (isConflict(error) && !isOver(error)) choice.reset();
      return read.refetch();
    },
    onSettled: () => Promise.all([readSeriesAgain(queryClient, scope.id), queryClient.invalidateQueries({ queryKey: queryKeys.persons })]),
  });
}

/** Gives a person places in the chosen events of the series, also in full, hidden and past ones. */
export function ChangeEventsDialog({ scope, submission, onClosed }: { scope: EventScope; submission: Submission; onClosed: () => void }) {
  const read = useEvents(scope, submission);
  const series = useQuery(seriesQuery(scope.id, 'all'));
  const choice = useChoice(series.data?.events, read.data);
  const [tell, setTell] = useState(false);
  const change = useChange(scope, submission, { choice, read, series: series.data });
  const close = useCloseDialog();
  const failed = change.error ?? read.error ?? series.error;
  return (
    <Dialog
      isTall
      title={texts.changeEventsOf(fullName(submission))}
      isChanged={choice.isChanged && !change.isSuccess}
      isPending={change.isPending}
      onClosed={onClosed}
    >
      {choice.all.length === 0 && failed === null ? <Skeleton h={160} /> : null}
      <ul data-box="frame" data-ruled hidden={choice.all.length === 0}>
        {choice.all.map((event) => (
          <Choice
            key={event.id}
            event={event}
            standing={choice.standings.get(event.id)}
            isElsewhere={choice.elsewhere.includes(event.id)}
            isChosen={choice.isChosen(event)}
            onChoose={(isNow) => choice.choose(event, isNow)}
          />
        ))}
      </ul>
      <Text mt={choice.notes === '' ? 0 : 16} role="status" variant="note">
        {choice.notes}
      </Text>
      <Checkbox
        my={16}
        label={texts.tellPerson(submission.first_name)}
        checked={tell}
        onChange={({ currentTarget }) => setTell(currentTarget.checked)}
      />
      <Failure>{failed === null ? undefined : messageOf(failed)}</Failure>
      <DialogFoot>
        <CancelButton data-autofocus />
        <Button disabled={!choice.canSave} loading={change.isPending} onClick={() => change.mutate(tell, { onSuccess: close })}>
          Save
        </Button>
      </DialogFoot>
    </Dialog>
  );
}
