import { Anchor, Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { copperSearchLink } from '#admin/api/settings.ts';
import { relativeTime } from '#admin/ui/format/dates.ts';
import { useNow } from '#admin/ui/format/use-now.ts';
import { IconTrash, IconUserSearch } from '#admin/ui/layout/icons.tsx';
import { outside } from '#admin/ui/layout/tool-button.tsx';
import type { FormField } from '#contract/form-field.ts';
import type { SubmissionScope } from '#contract/form-ref.ts';
import { SOURCE_KEYS, VIA_NAME } from '#contract/rules/payload-keys.ts';
import type { Submission } from '#contract/submission.ts';
import { QR_CODE } from '#contract/texts/staff.ts';
import { type Attendee, viewerDates } from '../attendee-row.ts';
import { mailLink } from '../dialogs/mail-links.ts';
import { answersOf, answerText } from '../submission-values.ts';
import { useUpload } from '../use-upload.ts';
import classes from './attendee-details.module.css';
import { SubmissionSteps } from './submission-steps.tsx';

const NONE = '–';

const action = { variant: 'subtle', size: 'xs', fw: 400 } as const;

interface AttendeeDetailsProps {
  scope: SubmissionScope;
  attendee: Attendee;
  fields: readonly FormField[];
  onDelete: () => void;
}

/** All answers of one attendee, and the steps of the sign-up. */
export function AttendeeDetails({ scope, attendee, fields, onDelete }: AttendeeDetailsProps) {
  const { submission } = attendee;
  return (
    <div className={classes.details}>
      <Answers scope={scope} submission={submission} fields={fields} />
      <div className={classes.side}>
        <SubmissionSteps scope={scope} attendee={attendee} />
        <div className={classes.actions}>
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

function Answers({ scope, submission, fields }: Pick<AttendeeDetailsProps, 'scope' | 'fields'> & { submission: Submission }) {
  const now = useNow();
  const submitted = submission.submitted_at;
  return (
    <dl className={classes.answers}>
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
      {answersOf(submission, fields).map(({ name, label, value }) => (
        <Answer key={name} label={label}>
          {value}
        </Answer>
      ))}
      <Answer label="Message">{submission.message}</Answer>
      <Answer label="Marketing">{submission.accepts_marketing ? 'Yes' : 'No'}</Answer>
      <Answer label="No of Signups">{submission.signups_count}</Answer>
      <Answer label="Submitted">
        <time dateTime={submitted}>{viewerDates.dayAndTime(submitted)}</time>{' '}
        <span className={classes.quietText}>({relativeTime(submitted, now)})</span>
      </Answer>
      <AddedBy scope={scope} importId={submission._import_id} />
      <Answer label="Came from">{renderSource(submission)}</Answer>
    </dl>
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
