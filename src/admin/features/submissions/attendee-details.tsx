import { Anchor, Button } from '@mantine/core';
import { IconTrash, IconUserSearch } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { relativeTime } from '#admin/ui/dates.ts';
import type { FormField } from '#contract/form-field.ts';
import { SOURCE_KEYS } from '#contract/rules/field-key.ts';
import type { Submission } from '#contract/submission.ts';
import classes from './attendee-details.module.css';
import { type Attendee, viewerDates } from './attendee-row.ts';
import { mailLink } from './mail-links.ts';
import type { SubmissionOwner } from './submission-owner.ts';
import { SubmissionSteps } from './submission-steps.tsx';
import { answersOf, answerWords } from './submission-values.ts';

const NONE = '–';

interface AttendeeDetailsProps {
  owner: SubmissionOwner;
  attendee: Attendee;
  fields: readonly FormField[];
  /** Where the CRM's search is, with `{query}` in it. */
  copperSearchUrl: string;
  now: Date;
  onDelete: () => void;
}

/** Everything about one attendee: answers at the left, what became of the sign-up at the right (spec section 2). */
export function AttendeeDetails({ owner, attendee, fields, copperSearchUrl, now, onDelete }: AttendeeDetailsProps) {
  const { submission } = attendee;
  return (
    <div className={classes.details}>
      <Answers submission={submission} fields={fields} now={now} />
      <div className={classes.side}>
        <SubmissionSteps owner={owner} attendee={attendee} />
        <div className={classes.actions}>
          <Button
            component="a"
            variant="subtle"
            color="gray"
            size="xs"
            fw={400}
            className={classes.quiet}
            href={copperSearchUrl.replaceAll('{query}', encodeURIComponent(submission.email))}
            target="_blank"
            rel="noopener noreferrer"
            leftSection={<IconUserSearch size={16} stroke={1.75} />}
          >
            Find in Copper CRM
          </Button>
          <Button
            variant="subtle"
            color="red"
            size="xs"
            fw={400}
            className={classes.delete}
            leftSection={<IconTrash size={16} stroke={1.75} />}
            onClick={onDelete}
          >
            Delete Submission
          </Button>
        </div>
      </div>
    </div>
  );
}

function Answers({ submission, fields, now }: Pick<AttendeeDetailsProps, 'fields' | 'now'> & { submission: Submission }) {
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
      <Answer label="Came from">{sourceWords(submission)}</Answer>
    </dl>
  );
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

/** Page and campaign of the visit, each campaign value behind its name. */
function sourceWords(submission: Submission): ReactNode {
  const known = SOURCE_KEYS.flatMap((key) => {
    const value = answerWords(submission[key]);
    return value === undefined ? [] : [{ key, value }];
  });
  if (known.length === 0) return undefined;
  return known.map(({ key, value }) =>
    key === 'source_page' ? (
      <span key={key}>{value} </span>
    ) : (
      <span key={key} className={classes.quietText}>
        {key} {value}{' '}
      </span>
    ),
  );
}
