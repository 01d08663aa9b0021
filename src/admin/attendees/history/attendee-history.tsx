import { Box, Button, Text } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { messageOf } from '#admin/api/api-error.ts';
import { followsOf, queryKeys } from '#admin/reads/query-keys.ts';
import { call } from '#admin/session/call.ts';
import { dates, useNow } from '#admin/ui/format/dates.tsx';
import { LoadingNote, readState, useLastError } from '#admin/ui/states/page-state.tsx';
import type { Submission } from '#contract/attendees/submission.ts';
import type { EventScope } from '#contract/forms/form-ref.ts';
import { type HistoryEntry, registrationCalls } from '#contract/registrations/registration-calls.ts';
import { changeWithArrow } from '#contract/rules/mail/mail-items.ts';
import { HISTORY_TITLES, stepTitle } from '#contract/texts/changes.ts';
import { loadFailed } from '#contract/texts/staff.ts';
import { whyText } from '#contract/texts/words/self-service.ts';
import { type ListedStep, STEP_SPACE, StepList } from '../details/submission-steps.tsx';
import { useSubmissionStepAction } from '../details/use-submission-step-action.ts';
import { attemptText } from '../shown-attendee.ts';
import classes from './attendee-history.module.css';

interface AttendeeHistoryProps {
  scope: EventScope;
  submission: Submission;
}

export function AttendeeHistory({ scope, submission }: AttendeeHistoryProps) {
  const { id: submissionId, _version: version, _status: status } = submission;
  const history = useQuery({
    // Read again whenever its version or the state of its steps changes.
    queryKey: [...queryKeys.history(scope, submissionId), version, status],
    placeholderData: keepPreviousData,
    meta: { follows: followsOf(scope) },
    queryFn: ({ signal }) => call(registrationCalls.getSubmissionHistory, { params: { ...scope, submissionId }, signal }),
  });
  const { data, isFetching } = history;
  const error = useLastError(history);
  const state = readState(history);
  if (data?.changes.length === 0) return null;
  return (
    <Box component="section" pt={12} style={{ gridColumn: '1 / -1' }} data-edge="top" aria-label="History">
      <Text component="h3" mb={8} data-text="label">
        History
      </Text>
      {state === 'failed' ? (
        <p data-row data-text="bad">
          {loadFailed(messageOf(error))}
          <Button variant="default" size="xs" ml={4} loading={isFetching} onClick={() => void history.refetch()}>
            Retry
          </Button>
        </p>
      ) : null}
      {state === 'loading' ? <LoadingNote /> : null}
      <ol data-ruled>
        {data?.changes.map((change) => (
          <Change key={change.id} change={change} scope={scope} submission={submission} />
        ))}
      </ol>
    </Box>
  );
}

function linesOf({ details, event_id: id, event_title: title }: HistoryEntry): string[] {
  const event = title ?? (id && 'A deleted event');
  return [
    ...(event === null ? [] : [event]),
    ...(details.changes ?? []).map(changeWithArrow),
    ...(details.why === undefined ? [] : [`‘${whyText(details.why, details.why_note)}’`]),
    ...(details.position === undefined ? [] : [`Position ${details.position}`]),
    ...(details.until === undefined ? [] : [`Until ${dates.dayAndTime(details.until)}`]),
    ...(details.note === undefined || details.note === '' ? [] : [`‘${details.note}’`]),
  ];
}

const WIDTHS = '9.5rem minmax(0, 1fr) minmax(0, 25.5rem)';
const COLUMNS = { display: 'grid', gridTemplateColumns: WIDTHS, gap: '4px 16px', alignItems: 'start', paddingBlock: 10 };

const Change = ({ change, scope, submission }: AttendeeHistoryProps & { change: HistoryEntry }) => (
  <li style={COLUMNS} data-breaks data-tablet="stacked" data-text="second">
    <time className={classes.at} data-text="quiet" dateTime={change.at}>
      <span>{dates.day(change.at)}</span> <span>{`${dates.time(change.at)} ${dates.zone(change.at)}`}</span>
    </time>
    <div>
      <div data-text="main">{change.kind === 'here' ? `${HISTORY_TITLES.here} ${dates.time(change.at)}` : HISTORY_TITLES[change.kind]}</div>
      {linesOf(change).map((line) => (
        <div key={line} dir="auto">
          {line}
        </div>
      ))}
      <Box fz="xs" data-text="quiet" dir="auto">
        {{ visitor: 'Visitor', staff: change.actor_name ?? 'Staff', automatic: 'Automatic' }[change.actor]}
      </Box>
    </div>
    <Steps change={change} scope={scope} submission={submission} />
  </li>
);

function Steps({ change, scope, submission }: AttendeeHistoryProps & { change: HistoryEntry }) {
  const action = useSubmissionStepAction(scope, submission);
  const now = useNow().toISOString();
  if (change.steps.length === 0) return null;
  const steps = change.steps
    .filter(({ state }) => state !== 'sending')
    .map((step): ListedStep => ({
      key: step.id,
      id: step.id,
      title: stepTitle(step.step, step.about),
      isDone: step.state === 'done',
      message: step.message,
      mailId: step.has_mail ? step.id : undefined,
      next: attemptText(step, now),
      isDismissed: step.dismissed_by !== null,
    }));
  return (
    <StepList steps={steps} action={action}>
      {change.steps
        .filter(({ state }) => state === 'sending')
        .map(({ id, step, about }) => (
          <li key={id} style={STEP_SPACE}>
            {`${stepTitle(step, about)}: sending`}
          </li>
        ))}
    </StepList>
  );
}
