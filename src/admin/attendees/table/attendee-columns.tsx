import { Badge } from '@mantine/core';
import type { ReactNode } from 'react';
import { type AttendeeSort, EVERY_ATTENDEE } from '#admin/reads/submission-queries.ts';
import { Address } from '#admin/ui/format/address.tsx';
import { Moment } from '#admin/ui/format/dates.tsx';
import type { GridColumn } from '#admin/ui/table/data-grid.tsx';
import type { AttendeeScope } from '#contract/forms/form-ref.ts';
import { formatCount } from '#contract/texts/counts.ts';
import { COUNTS } from '#contract/texts/staff.ts';
import { PlaceNote, SubmissionStatusNote } from '../details/submission-steps.tsx';
import { useAttendeeListParams } from '../list-actions.tsx';
import type { Attendee } from '../shown-attendee.ts';
import { type NamedField, valueText } from '../submission-values.ts';

/** The columns of lists of people who are not confirmed. */
type RegistrationColumn = 'position' | 'since' | 'offer' | 'cancelled' | 'by' | 'reason' | 'actions';

export interface AttendeeColumn extends GridColumn {
  /** The prefix keeps a field's key apart from the values of `sort`, by which the other columns are sorted. */
  readonly id: AttendeeSort | `extra:${string}` | RegistrationColumn;
  readonly isUserText?: boolean;
  /** Whether the label is shown before the value when rows are cards. */
  readonly hasCardLabel?: boolean;
  readonly render: (attendee: Attendee) => ReactNode;
}

const WIDE = 'minmax(9rem, 3fr)';
const STATUS = { id: 'status', label: 'Status', track: '10.5rem', card: 'corner' } as const;

/** The state of the steps, for a marketing form, where nobody has a place. */
const STEPS_COLUMN: AttendeeColumn = {
  ...STATUS,
  render: ({ submission, nextAttempt }) => <SubmissionStatusNote status={submission._status} nextAttempt={nextAttempt} />,
};

export const PLACE_COLUMN: AttendeeColumn = { ...STATUS, render: (attendee) => <PlaceNote attendee={attendee} /> };

export const PERSON_COLUMNS: readonly AttendeeColumn[] = [
  {
    id: 'name',
    label: 'Name',
    track: WIDE,
    card: 'lead',
    render: ({ submission, name, today, isDuplicate }) => (
      <span data-row="baseline wrap" style={{ rowGap: 0 }}>
        <span data-text="stressed" dir="auto">
          {name}
        </span>
        {today === undefined ? null : (
          <span data-fixed data-text="good" style={{ font: 'var(--t-type-xs)' }}>
            {today}
          </span>
        )}
        {submission._walk_in === true ? <Badge>Walk-in</Badge> : null}
        {isDuplicate ? <DuplicateBadge name={name} email={submission.email} /> : null}
      </span>
    ),
  },
  { id: 'organisation', label: 'Organisation', track: WIDE, isUserText: true, render: ({ submission }) => submission.organisation },
  {
    id: 'email',
    label: 'Email',
    track: 'minmax(16rem, 4fr)',
    isUserText: true,
    render: ({ submission }) => <Address email={submission.email} />,
  },
];

const LAST_COLUMN: AttendeeColumn = {
  id: 'signups_count',
  label: 'No of Signups',
  description: COUNTS.ofAddress,
  track: '8.5rem',
  isNumber: true,
  hasCardLabel: true,
  render: ({ submission }) => formatCount(submission.signups_count),
};

function optionalColumn({ name, label }: NamedField): AttendeeColumn {
  const column = { label, track: WIDE, hasCardLabel: true } as const;
  return name === 'submitted_at'
    ? { ...column, id: name, render: ({ submission }) => <Moment at={submission.submitted_at} /> }
    : { ...column, id: `extra:${name}`, isUserText: true, render: ({ submission }) => valueText(submission, name) ?? '–' };
}

/** Status, Name, Organisation, Email, the chosen columns, and No of Signups last. */
export const attendeeColumns = (kind: AttendeeScope['kind'], chosen: readonly NamedField[]): readonly AttendeeColumn[] => [
  kind === 'series' ? PLACE_COLUMN : STEPS_COLUMN,
  ...PERSON_COLUMNS,
  ...chosen.map(optionalColumn),
  LAST_COLUMN,
];

const UNDERLINED = { font: 'var(--t-type-xs)', textDecoration: 'underline', textUnderlineOffset: 2 };

function DuplicateBadge({ name, email }: { name: string; email: string }) {
  const { list, setList } = useAttendeeListParams();
  return (
    <button
      type="button"
      style={UNDERLINED}
      data-fixed
      data-hover="line"
      data-text="warn"
      aria-label={`Duplicate: list all sign-ups of ${name}`}
      onClick={() => setList({ ...EVERY_ATTENDEE, registration: list.registration, search: email, filter: 'duplicates' })}
    >
      Duplicate
    </button>
  );
}
