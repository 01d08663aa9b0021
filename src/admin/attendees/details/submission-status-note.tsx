import { Text, Tooltip } from '@mantine/core';
import type { TextLook } from '#admin/theme/attributes.ts';
import { IconAlertCircle, IconCheck, IconCircleCheck } from '#admin/ui/layout/icons.tsx';
import { IconClock, IconMinus, IconUserPlus } from '#admin/ui/layout/tool-icons.tsx';
import type { SubmissionStatus } from '#contract/attendees/submission.ts';
import { counted } from '#contract/texts/counts.ts';
import { REGISTRATIONS } from '#contract/texts/places.ts';
import { failedStep } from '#contract/texts/staff.ts';
import type { Attendee } from '../shown-attendee.ts';
import classes from './submission-status-note.module.css';

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
    <span className={classes.status} data-text={WORDS[status.state] ?? 'quiet'}>
      <Sign aria-hidden="true" className={classes.sign} data-text={tone} />
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
    <span className={classes.status} data-text={since ? 'good' : words}>
      {since === undefined ? null : <IconCheck aria-hidden="true" className={classes.sign} visibility={since ? undefined : 'hidden'} />}
      <span data-text={since ? 'strong' : undefined}>{attendance ?? PLACES[registration?.status ?? 'confirmed']}</span>
    </span>
  );
}

/** Whether an attendee of a series has a place, with an icon if something has not been sent. */
export function PlaceNote({ attendee }: { attendee: Attendee }) {
  const unsent = unsentText(attendee);
  const [Sign, tone] = SIGNS[attendee.submission._status.state === 'sending' ? 'sending' : 'failed'];
  return (
    <span className={classes.status}>
      <Place {...attendee} />
      {unsent === undefined ? null : (
        <Tooltip label={unsent} multiline maw="20rem">
          <span role="img" aria-label={unsent} data-row data-text={tone}>
            <Sign className={classes.sign} />
          </span>
        </Tooltip>
      )}
    </span>
  );
}
