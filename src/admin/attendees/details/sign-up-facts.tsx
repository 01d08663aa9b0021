import { Box } from '@mantine/core';
import type { ReactNode } from 'react';
import { useUpload } from '#admin/reads/submission-queries.ts';
import { Moment, relativeTime, useNow } from '#admin/ui/format/dates.tsx';
import type { Submission } from '#contract/attendees/submission.ts';
import type { AttendeeScope } from '#contract/forms/form-ref.ts';
import { SOURCE_KEYS, VIA_NAME } from '#contract/rules/payload-keys.ts';
import { QR_CODE } from '#contract/texts/staff.ts';
import { type answersOf, answerText } from '../submission-values.ts';

const NONE = '–';
const ANSWER = { gridTemplateColumns: 'var(--facts, clamp(7.5rem, 25%, 9.5rem)) minmax(0, 1fr)', gap: 16 };

export const AnswerFacts = ({ answers }: { answers: ReturnType<typeof answersOf> }) =>
  answers.map(({ name, label, value }) => (
    <Answer key={name} label={label}>
      {value}
    </Answer>
  ));

export function SignUpFacts({ scope, submission }: { scope: AttendeeScope; submission: Submission }) {
  const now = useNow();
  const submitted = submission.submitted_at;
  return (
    <>
      <Answer label="No of Signups">{submission.signups_count}</Answer>
      <Answer label="Submitted">
        <Moment at={submitted} /> <span data-text="quiet">{`(${relativeTime(submitted, now)})`}</span>
      </Answer>
      <AddedBy scope={scope} importId={submission._import_id} />
      <Answer label="Came from">{renderSource(submission)}</Answer>
    </>
  );
}

function AddedBy({ scope, importId }: { scope: AttendeeScope; importId: string | undefined }) {
  const upload = useUpload(scope, importId);
  if (importId === undefined) return null;
  return <Answer label="Added by">{upload === undefined ? 'an upload' : `upload ‘${upload.file_name}’, ${upload.by}`}</Answer>;
}

export function Answer({ label, children }: { label: string; children: ReactNode }) {
  const isEmpty = children === undefined || children === null || children === '';
  return (
    <Box display="grid" py={2} style={ANSWER}>
      <dt data-text="quiet" dir="auto">
        {label}
      </dt>
      <dd style={{ whiteSpace: 'pre-line' }} data-text="main" dir="auto">
        {isEmpty ? NONE : children}
      </dd>
    </Box>
  );
}

function renderSource(submission: Submission): ReactNode {
  const known = SOURCE_KEYS.filter((key) => answerText(submission[key]) !== undefined);
  const isByQrCode = submission[VIA_NAME] === 'qr';
  if (known.length === 0) return isByQrCode ? QR_CODE : undefined;
  const parts = known.map((key) => (
    <span key={key} data-text={key === 'source_page' ? undefined : 'quiet'}>
      {key === 'source_page' ? '' : `${key} `}
      <span>{answerText(submission[key])}</span>{' '}
    </span>
  ));
  return isByQrCode ? [...parts, QR_CODE] : parts;
}
