import { Box, Button, Text, Tooltip } from '@mantine/core';
import { type ReactNode, useRef } from 'react';
import { useMay } from '#admin/session/session.ts';
import { ReadButton } from '#admin/steps/read-button.tsx';
import { SUBMISSION_STEP_ACTIONS } from '#admin/steps/submission-step-actions.tsx';
import type { TextLook } from '#admin/theme/attributes.ts';
import { type ActionOn, useActions } from '#admin/ui/actions/use-actions.tsx';
import { focusInPlace } from '#admin/ui/focus.ts';
import { useStartOfToday } from '#admin/ui/format/dates.tsx';
import { IconAlertCircle, IconCheck, IconCircleCheck, IconRefresh } from '#admin/ui/layout/icons.tsx';
import { quietButtonProps, ToolButtons } from '#admin/ui/layout/tool-button.tsx';
import { IconClock, IconMinus, IconUserPlus } from '#admin/ui/layout/tool-icons.tsx';
import type { Submission, SubmissionStatus, SubmissionStep } from '#contract/attendees/submission.ts';
import type { AttendeeScope } from '#contract/forms/form-ref.ts';
import { sideEffectCalls } from '#contract/steps/side-effect-calls.ts';
import { type StepName, stepName } from '#contract/steps/steps.ts';
import { capitalised, stepTitle } from '#contract/texts/changes.ts';
import { counted } from '#contract/texts/counts.ts';
import { REGISTRATIONS } from '#contract/texts/places.ts';
import { failedStep, NO_ERRORS_DURING_SUBMISSION } from '#contract/texts/staff.ts';
import { attemptText, type Attendee } from '../shown-attendee.ts';
import { type StepMutation, useReadWhileSending, useSubmissionStepAction } from './use-submission-step-action.ts';

interface SubmissionStepsProps {
  scope: AttendeeScope;
  submission: Submission;
  /** Whether the steps of registration changes are listed elsewhere. */
  isHistoryBeside?: boolean;
}

const isStepName = (name: string): name is StepName => stepName.safeParse(name).success;

/** A step of a registration change is named by its subject. */
function titleOf({ step: name, change_id: changeId, success }: SubmissionStep): string {
  const [step = name, about = ''] = name.split(': ');
  if (!isStepName(step)) return name;
  if (changeId !== undefined) return stepTitle(step, about);
  return success ? capitalised(step) : name;
}

const keyOf = ({ step, change_id: changeId }: { readonly step: string; readonly change_id?: string | undefined }): string =>
  `${step} ${changeId}`;

const RETRY_LOOK = { variant: 'default', size: 'xs' } as const;

export function SubmissionSteps({ scope, submission, isHistoryBeside = false }: SubmissionStepsProps) {
  const todayFrom = useStartOfToday();
  const action = useSubmissionStepAction(scope, submission);
  const whole = useRef<HTMLDivElement>(null);
  const may = useMay();
  useReadWhileSending(scope, submission);
  const { errors, _status: status } = submission;
  const failed = new Map(status.failed_steps.map((step) => [keyOf(step), step]));
  const open = status.failed_steps.filter((step) => step.dismissed_by === null);
  const steps = errors
    .filter((step) => !isHistoryBeside || step.change_id === undefined)
    .map((step): ListedStep => {
      const key = keyOf(step);
      const failure = failed.get(key);
      return {
        key,
        id: failure?.id,
        title: titleOf(step),
        isDone: step.success,
        message: step.message,
        mailId: step.mail_id,
        next: failure && attemptText(failure, todayFrom),
        isDismissed: failure?.dismissed_by !== null,
      };
    });
  return (
    <div ref={whole} tabIndex={-1}>
      {steps.some((step) => !step.isDone) ? null : (
        <Box component="p" mb={8} data-text="second">
          {NO_ERRORS_DURING_SUBMISSION}
        </Box>
      )}
      <StepList steps={steps} action={action}>
        {steps.length === 0 || status.state === 'sending' ? (
          <li style={STEP_SPACE} data-row="top" data-text="second">
            <SubmissionStatusNote status={status} />
          </li>
        ) : null}
      </StepList>
      {open.length > 1 && may(sideEffectCalls.retrySubmissionSteps) ? (
        <Button
          {...RETRY_LOOK}
          mt={8}
          leftSection={<IconRefresh size={14} />}
          loading={action.isPending && action.variables.how === 'retry' && !('stepId' in action.variables.of)}
          disabled={action.isPending}
          onClick={() => {
            focusInPlace(whole.current);
            action.mutate({ how: 'retry', of: { submissionId: submission.id } });
          }}
        >
          Retry all failed steps
        </Button>
      ) : null}
    </div>
  );
}

const STATUS = { display: 'inline-flex', gap: 6, alignItems: 'flex-start' };
const SIGN = { marginTop: 2 };
export const STEP_SPACE = { padding: '8px 12px' };

const TEXTS = { sending: 'Sending', done: 'Done', added_by_staff: 'Added by staff', nothing_to_send: 'Nothing to send' } as const;

const statusText = ({ state, steps_failed, steps_total }: SubmissionStatus): string =>
  state === 'failed' ? `Failed, ${steps_failed} of ${counted(steps_total, 'step')}` : TEXTS[state];

const SIGNS = {
  failed: [IconAlertCircle, 'bad'],
  sending: [IconClock, 'warn'],
  done: [IconCircleCheck, 'quiet'],
  added_by_staff: [IconUserPlus, 'quiet'],
  nothing_to_send: [IconMinus, 'quiet'],
} as const;
const WORDS: Partial<Record<SubmissionStatus['state'], TextLook>> = { failed: 'bad', sending: 'second' };

/** The state of a submission's steps as icon and text, red only if a step failed. */
export function SubmissionStatusNote({ status, nextAttempt }: { status: SubmissionStatus; nextAttempt?: string | undefined }) {
  const [Sign, tone] = SIGNS[status.state];
  return (
    <span style={STATUS} data-text={WORDS[status.state] ?? 'quiet'}>
      <Sign aria-hidden="true" style={SIGN} data-text={tone} />
      <span>
        {statusText(status)}
        {nextAttempt === undefined ? null : (
          <Text component="span" display="block" data-text="hint">
            {nextAttempt}
          </Text>
        )}
      </span>
    </span>
  );
}

const PLACES = { ...REGISTRATIONS, confirmed: 'Going' } as const;

function unsentText({ submission: { _status: status, _registration: registration, errors }, nextAttempt }: Attendee): string | undefined {
  if (registration?.mail_failed === true) return registration.mail_held_back ? 'Email held back' : 'Email failed';
  if (status.state !== 'failed') return status.state === 'sending' ? statusText(status) : undefined;
  const causes = errors.filter(({ success }) => !success).map(({ step, message }) => failedStep(step, message));
  return [statusText(status), ...causes, nextAttempt].filter((text) => text !== undefined).join('. ');
}

/** An empty icon keeps the text aligned for people who are not here. */
function Place({ attendance, submission: { _attended_at: since, _registration: registration } }: Attendee) {
  const words = attendance === undefined ? 'second' : 'quiet';
  return (
    <span style={STATUS} data-text={since ? 'good' : words}>
      {since === undefined ? null : <IconCheck aria-hidden="true" style={SIGN} visibility={since ? undefined : 'hidden'} />}
      <span data-text={since ? 'strong' : undefined}>{attendance ?? PLACES[registration?.status ?? 'confirmed']}</span>
    </span>
  );
}

/** Whether an attendee of a series has a place, with an icon if something has not been sent. */
export function PlaceNote({ attendee }: { attendee: Attendee }) {
  const unsent = unsentText(attendee);
  const [Sign, tone] = SIGNS[attendee.submission._status.state === 'sending' ? 'sending' : 'failed'];
  return (
    <span style={STATUS}>
      <Place {...attendee} />
      {unsent === undefined ? null : (
        <Tooltip label={unsent} multiline maw="20rem">
          <span role="img" aria-label={unsent} data-row data-text={tone}>
            <Sign style={SIGN} />
          </span>
        </Tooltip>
      )}
    </span>
  );
}

export interface ListedStep {
  readonly key: string;
  /** Set for a failed step. */
  readonly id: string | undefined;
  readonly title: string;
  readonly isDone: boolean;
  readonly message: string;
  /** The step, if it sent an email that can be read. */
  readonly mailId: string | undefined;
  readonly next: string | undefined;
  readonly isDismissed: boolean;
}

export function StepList({ steps, action, children }: { steps: readonly ListedStep[]; action: StepMutation; children?: ReactNode }) {
  const list = useRef<HTMLUListElement>(null);
  // A button that is disabled loses the focus.
  const handleAct = () => focusInPlace(list.current);
  return (
    <ul ref={list} data-box="frame" data-ruled tabIndex={-1}>
      {steps.map((step) => (
        <li key={step.key} style={STEP_SPACE} data-row={step.isDone ? true : 'top'} data-text="second">
          {step.isDone ? (
            <>
              <IconCircleCheck role="img" aria-label="Done" style={SIGN} data-text="good" />
              <span data-grows>{step.title}</span>
              {step.mailId === undefined ? null : <ReadButton stepId={step.mailId} what={step.title} />}
            </>
          ) : (
            <FailedStep step={step} action={action} onAct={handleAct} />
          )}
        </li>
      ))}
      {children}
    </ul>
  );
}

function FailedStep({ step, action, onAct }: { step: ListedStep; action: StepMutation; onAct: () => void }) {
  const { id, title } = step;
  return (
    <>
      <IconAlertCircle aria-hidden="true" style={SIGN} data-text="bad" />
      <span data-grows>
        <span data-text="bad" dir="auto">
          {failedStep(title, step.message)}
        </span>
        <Text component="span" display="block" data-text="hint">
          {step.next}
        </Text>
      </span>
      {id === undefined ? null : <StepButtons step={{ ...step, id }} mutation={action} onAct={onAct} title={title} />}
    </>
  );
}

function StepButtons({ title, ...on }: ActionOn<typeof SUBMISSION_STEP_ACTIONS> & { title: string }) {
  const { tools, dialogs } = useActions(SUBMISSION_STEP_ACTIONS, on);
  return (
    <span data-fixed data-stack>
      <ToolButtons
        tools={tools}
        look={({ name, label, icon: Icon }) => ({
          ...(name === 'retry' ? RETRY_LOOK : quietButtonProps),
          leftSection: <Icon size={14} />,
          'aria-label': `${label} ${title}`,
        })}
      />
      {dialogs}
    </span>
  );
}
