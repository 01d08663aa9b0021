import { Alert, Anchor, Button } from '@mantine/core';
import { type ReactNode, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { copperSearchLink } from '#admin/api/settings.ts';
import { relativeTime } from '#admin/ui/format/dates.ts';
import { useNow } from '#admin/ui/format/use-now.ts';
import { IconPencil, IconRefresh, IconTrash, IconUserSearch } from '#admin/ui/layout/icons.tsx';
import { outside } from '#admin/ui/layout/tool-button.tsx';
import type { FormField } from '#contract/form-field.ts';
import type { SubmissionScope } from '#contract/form-ref.ts';
import { SOURCE_KEYS, VIA_NAME } from '#contract/rules/payload-keys.ts';
import type { Submission } from '#contract/submission.ts';
import { ADDRESS_CHANGED, QR_CODE, RETRY_SENDS_TO_NEW } from '#contract/texts/staff.ts';
import { type Attendee, viewerDates } from '../attendee-row.ts';
import { mailLink } from '../dialogs/mail-links.ts';
import { AttendeeEditor } from '../edit/attendee-editor.tsx';
import type { AttendeeEditing } from '../edit/use-attendee-edits.ts';
import { answersOf, answerText } from '../submission-values.ts';
import { useUpload } from '../use-upload.ts';
import classes from './attendee-details.module.css';
import { SubmissionSteps } from './submission-steps.tsx';

const NONE = '–';

const action = { variant: 'subtle', size: 'xs', fw: 400 } as const;

export interface AttendeeEditable {
  readonly editing: AttendeeEditing;
  readonly eventId: string;
  /** The fields that attendees of this event are asked. */
  readonly asked: readonly FormField[];
}

interface AttendeeDetailsProps {
  scope: SubmissionScope;
  attendee: Attendee;
  fields: readonly FormField[];
  /** Undefined where answers cannot be edited. */
  editable: AttendeeEditable | undefined;
  onDelete: () => void;
}

/** All answers of one attendee, which Edit turns into inputs, and the steps of the sign-up. */
export function AttendeeDetails({ scope, attendee, fields, editable, onDelete }: AttendeeDetailsProps) {
  const { submission } = attendee;
  const [isEditing, setEditing] = useState(() => editable?.editing.edits[submission.id] !== undefined);
  const editButton = useRef<HTMLButtonElement>(null);
  const edited = isEditing && editable !== undefined ? { ...editable, row: editable.editing.rowOf(submission) } : undefined;
  const handleDone = () => {
    flushSync(() => setEditing(false));
    editButton.current?.focus();
  };
  const answers = answersOf(submission, fields);
  return (
    <div className={classes.details}>
      {edited === undefined ? (
        <dl className={classes.answers}>
          <PersonFacts submission={submission} />
          <AnswerFacts answers={answers} />
          <Answer label="Message">{submission.message}</Answer>
          <Answer label="Marketing">{submission.accepts_marketing ? 'Yes' : 'No'}</Answer>
          <SignUpFacts scope={scope} submission={submission} />
        </dl>
      ) : (
        <AttendeeEditor {...edited} onDone={handleDone} />
      )}
      <div className={classes.side}>
        <SubmissionSteps scope={scope} attendee={attendee} />
        {edited === undefined ? null : (
          <>
            {edited.row.changed.email === undefined ? null : (
              <Alert role="note" mt={12} icon={<IconRefresh />}>
                <strong>{ADDRESS_CHANGED}</strong> {RETRY_SENDS_TO_NEW}
              </Alert>
            )}
            <dl className={classes.facts}>
              <AnswerFacts answers={answers.filter(({ name }) => !edited.asked.some((field) => field.name === name))} />
              <SignUpFacts scope={scope} submission={submission} />
            </dl>
          </>
        )}
        <div className={classes.actions}>
          {editable === undefined || isEditing ? null : (
            <Button ref={editButton} variant="default" size="xs" leftSection={<IconPencil />} onClick={() => setEditing(true)}>
              Edit
            </Button>
          )}
          <Button
            component="a"
            {...action}
            color="gray"
            className={classes.quiet}
            href={copperSearchLink(submission.email)}
            {...outside}
            leftSection={<IconUserSearch />}
          >
            Find in Copper CRM
          </Button>
          <Button {...action} color="red" className={classes.delete} leftSection={<IconTrash />} onClick={onDelete}>
            Delete Submission
          </Button>
        </div>
      </div>
    </div>
  );
}

const PersonFacts = ({ submission }: { submission: Submission }) => (
  <>
    <Answer label="Name">
      {submission.first_name} {submission.last_name}
    </Answer>
    <Answer label="Job title">{submission.job_title}</Answer>
    <Answer label="Organisation">{submission.organisation}</Answer>
    <Answer label="Email">
      <Anchor href={mailLink([submission.email]).replace('?bcc=', '')} inherit>
        {submission.email}
      </Anchor>
    </Answer>
  </>
);

const AnswerFacts = ({ answers }: { answers: ReturnType<typeof answersOf> }) =>
  answers.map(({ name, label, value }) => (
    <Answer key={name} label={label}>
      {value}
    </Answer>
  ));

function SignUpFacts({ scope, submission }: Pick<AttendeeDetailsProps, 'scope'> & { submission: Submission }) {
  const now = useNow();
  const submitted = submission.submitted_at;
  return (
    <>
      <Answer label="No of Signups">{submission.signups_count}</Answer>
      <Answer label="Submitted">
        <time dateTime={submitted}>{viewerDates.dayAndTime(submitted)}</time>{' '}
        <span className={classes.quietText}>({relativeTime(submitted, now)})</span>
      </Answer>
      <AddedBy scope={scope} importId={submission._import_id} />
      <Answer label="Came from">{renderSource(submission)}</Answer>
    </>
  );
}

/** The upload that added the attendee. */
function AddedBy({ scope, importId }: { scope: SubmissionScope; importId: string | undefined }) {
  const upload = useUpload(scope, importId);
  if (importId === undefined) return null;
  return <Answer label="Added by">{upload === undefined ? 'an upload' : `upload ‘${upload.file_name}’, ${upload.by}`}</Answer>;
}

function Answer({ label, children }: { label: string; children: ReactNode }) {
  const isEmpty = children === undefined || children === null || children === '';
  return (
    <div className={classes.answer}>
      <dt dir="auto">{label}</dt>
      <dd dir="auto">{isEmpty ? NONE : children}</dd>
    </div>
  );
}

function renderSource(submission: Submission): ReactNode {
  const known = SOURCE_KEYS.filter((key) => answerText(submission[key]) !== undefined);
  const isByQrCode = submission[VIA_NAME] === 'qr';
  if (known.length === 0) return isByQrCode ? QR_CODE : undefined;
  const parts = known.map((key) => (
    <span key={key} className={key === 'source_page' ? undefined : classes.quietText}>
      {key === 'source_page' ? '' : `${key} `}
      {answerText(submission[key])}{' '}
    </span>
  ));
  return isByQrCode ? [...parts, QR_CODE] : parts;
}
