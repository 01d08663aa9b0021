import { Anchor, Box, TextInput, UnstyledButton } from '@mantine/core';
import { useState } from 'react';
import { Link } from 'react-router';
import { paths } from '#admin/paths.ts';
import { useActions } from '#admin/ui/actions/use-actions.tsx';
import { RelativeTime, dates, useNow } from '#admin/ui/format/dates.tsx';
import { fullName } from '#admin/ui/format/full-name.ts';
import { RemoteValue } from '#admin/ui/inputs/edit-fields.tsx';
import { type Tool, toolButtonProps, ToolButtons } from '#admin/ui/layout/tool-button.tsx';
import { OpenPersonIcon } from '#admin/ui/person/open-person-icon.tsx';
import { addressSuggestion, didYouMean } from '#contract/rules/address-suggestion.ts';
import type { FailedStep } from '#contract/steps/attention.ts';
import type { CauseText } from '#contract/steps/causes.ts';
import { titleOfStep } from '#contract/texts/changes.ts';
import { counted } from '#contract/texts/counts.ts';
import { notSentDismissed } from '#contract/texts/staff.ts';
import classes from './failed-step-row.module.css';
import { DISMISSED_ACTIONS, STEP_ACTIONS } from './step-actions.tsx';
import type { AddressEdits, TypedAddress } from './use-address-edits.ts';

interface FailedStepRowProps {
  step: FailedStep;
  text: Pick<CauseText, 'isAboutAddress' | 'isInMessages'>;
  canRetry: boolean;
  addresses: AddressEdits;
}

/** Whether it went to a person whose place was passed on, whose address is not in the list. */
const isToFormer = ({ about }: FailedStep): boolean => about === 'passed_on';

function PersonLink({ step }: { step: FailedStep }) {
  const path = paths.attendee(isToFormer(step) ? { ...step, email: '' } : step);
  return (
    <div data-text="stressed" dir="auto">
      {path === undefined ? (
        <span>{fullName(step)}</span>
      ) : (
        <Anchor component={Link} to={path} inherit c="inherit">
          {fullName(step)}
        </Anchor>
      )}
      <OpenPersonIcon name={fullName(step)} submissionId={step.submission_id} />
    </div>
  );
}

function useAttemptText({ failed_at: at, attempts }: FailedStep): string {
  const now = useNow().toISOString();
  const day = dates.key(at).slice(0, 4) === dates.key(now).slice(0, 4) ? dates.dayOfYear(at) : dates.day(at);
  return `${dates.isSameDay(at, now) ? `Today ${dates.time(at)} ${dates.zone(at)}` : day}, ${counted(attempts, 'attempt', 'attempts')}`;
}

const Line = ({ isBad = false, children }: { isBad?: boolean; children: string }) => (
  <Box component="span" display="block" fz="xs" lh="xs" data-text={isBad ? 'bad' : undefined}>
    {children}
  </Box>
);

const StepFacts = ({ step, isInMessages }: { step: FailedStep; isInMessages: boolean }) => (
  <div data-text="second" dir="auto">
    {step.event_title ?? step.title}
    {step.step === 'email' ? <Line>{step.email}</Line> : null}
    {step.about === undefined ? null : <Line isBad>{titleOfStep(step)}</Line>}
    {isInMessages ? <Line isBad>{step.message}</Line> : null}
  </div>
);

export function FailedStepRow({ step, text, canRetry, addresses }: FailedStepRowProps) {
  const address = text.isAboutAddress === true && !isToFormer(step) ? addresses.addressOf(step) : undefined;
  const { tools, tool, dialogs } = useActions(STEP_ACTIONS, {
    step,
    canRetry,
    sendCorrected: address?.isChanged === true ? () => void addresses.send(step) : undefined,
    isSending: addresses.isSending(step),
  });
  const retry = tool('retry');
  return (
    <li className={classes.row} data-edge="top">
      <PersonLink step={step} />
      {address === undefined ? (
        <StepFacts step={step} isInMessages={text.isInMessages === true} />
      ) : (
        <AddressField
          label={`Address of ${fullName(step)}`}
          address={address}
          onSend={retry?.isPending === true ? undefined : retry?.onClick}
        />
      )}
      <Attempts step={step} field={address?.field} />
      <div className={classes.actions}>
        <ToolButtons tools={tools} look={lookFor(step)} />
      </div>
      {dialogs}
    </li>
  );
}

function Attempts({ step, field }: { step: FailedStep; field: TypedAddress['field'] | undefined }) {
  const attempts = useAttemptText(step);
  const meant = field === undefined ? undefined : addressSuggestion(field.value);
  if (field === undefined || meant === undefined)
    return (
      <Box ta="end" data-text="count" data-tablet="hidden">
        {attempts}
      </Box>
    );
  return (
    <UnstyledButton
      className={classes.meant}
      data-text="accent"
      onClick={(event) => {
        // The button disappears with the mistake.
        event.currentTarget.closest('li')?.querySelector('input')?.focus();
        field.onChange(meant);
      }}
    >
      {didYouMean(meant)}
    </UnstyledButton>
  );
}

const lookFor =
  (step: FailedStep) =>
  ({ name, label }: Tool) => ({
    ...toolButtonProps,
    'aria-label': `${label} ${titleOfStep(step)} of ${fullName(step)}`,
    'data-tablet': name === 'dismiss' ? ('hidden' as const) : undefined,
  });

/** An address that can be corrected in its line; Enter sends. An error shows once the field is left. */
function AddressField({ label, address: { field, isChanged }, onSend }: { label: string; address: TypedAddress; onSend: Tool['onClick'] }) {
  const [isTyping, setTyping] = useState(false);
  const isMarked = isChanged || addressSuggestion(field.value) !== undefined;
  return (
    <div className={classes.address} data-mark={isMarked ? 'changed' : undefined}>
      <TextInput
        size="xs"
        type="text"
        inputMode="email"
        aria-label={label}
        autoComplete="off"
        spellCheck={false}
        value={field.value}
        error={isTyping ? undefined : field.error}
        onChange={(event) => {
          setTyping(true);
          field.onChange(event.currentTarget.value);
        }}
        onBlur={() => setTyping(false)}
        onKeyDown={(event) => {
          if (event.key !== 'Enter') return;
          setTyping(false);
          onSend?.();
        }}
      />
      <RemoteValue label={label} field={field} />
    </div>
  );
}

export const DismissedList = ({ steps }: { steps: readonly FailedStep[] }) => (
  <ul data-box="card" data-ruled aria-label="Dismissed messages">
    {steps.map((step) => (
      <DismissedRow key={step.id} step={step} />
    ))}
  </ul>
);

function DismissedRow({ step }: { step: FailedStep }) {
  const { tools } = useActions(DISMISSED_ACTIONS, step);
  return (
    <li className={classes.dismissedRow}>
      <PersonLink step={step} />
      <div data-text="second" dir="auto">
        {step.event_title ?? step.title}
        <Box component="span" display="block" data-text="hint">
          {step.message}
        </Box>
      </div>
      <div data-text="quiet">
        {notSentDismissed(step.dismissed_by ?? '')}
        {step.dismissed_at === null ? null : (
          <span>
            {', '}
            <RelativeTime at={step.dismissed_at} />
          </span>
        )}
      </div>
      <ToolButtons tools={tools} look={lookFor(step)} />
    </li>
  );
}
