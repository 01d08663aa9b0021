import { createColumnHelper, metaHelper, rowSortingFeature, tableFeatures } from '@tanstack/react-table';
import { formatCount } from '#admin/ui/format/counts.ts';
import { type Attendee, viewerDates } from '../attendee-row.ts';
import { SubmissionStatusNote } from '../details/submission-status-note.tsx';
import { type NamedField, valueText } from '../submission-values.ts';
import classes from './attendee-columns.module.css';

interface ColumnLayout {
  readonly track: string;
  readonly isNumber?: boolean;
  /** Text that people typed, whose direction the browser detects. */
  readonly isUserText?: boolean;
  /** Whether the label is shown before the value when rows are cards. */
  readonly hasCardLabel?: boolean;
}

/** The table has no sorted row model, because the server sorts. */
export const attendeeFeatures = tableFeatures({ rowSortingFeature, columnMeta: metaHelper<ColumnLayout>() });

const column = createColumnHelper<typeof attendeeFeatures, Attendee>();

function Name({ attendee }: { attendee: Attendee }) {
  return (
    <span className={classes.name}>
      <span className={classes.person} dir="auto">
        {attendee.name}
      </span>
      {attendee.today === undefined ? null : <span className={classes.today}>{attendee.today}</span>}
      {attendee.isDuplicate ? <span className={classes.duplicate}>Duplicate</span> : null}
    </span>
  );
}

// The ids of sortable columns are the server's values of `sort`.
const status = column.accessor((attendee) => attendee.submission._status, {
  id: 'status',
  header: 'Status',
  cell: ({ getValue, row }) => <SubmissionStatusNote status={getValue()} nextAttempt={row.original.nextAttempt} />,
  meta: { track: '10.5rem' },
});
const name = column.accessor('name', {
  id: 'name',
  header: 'Name',
  cell: ({ row }) => <Name attendee={row.original} />,
  meta: { track: 'minmax(9rem, 3fr)' },
});
const organisation = column.accessor((attendee) => attendee.submission.organisation, {
  id: 'organisation',
  header: 'Organisation',
  meta: { track: 'minmax(9rem, 3fr)', isUserText: true },
});
const email = column.accessor((attendee) => attendee.submission.email, {
  id: 'email',
  header: 'Email',
  meta: { track: 'minmax(12rem, 4fr)', isUserText: true },
});
const signups = column.accessor((attendee) => attendee.submission.signups_count, {
  id: 'signups_count',
  header: 'No of Signups',
  sortDescFirst: true,
  cell: ({ getValue }) => formatCount(getValue()),
  meta: { track: '8.5rem', isNumber: true, hasCardLabel: true },
});

const submittedAt = column.accessor((attendee) => attendee.submission.submitted_at, {
  id: 'submitted_at',
  header: 'Submitted at',
  sortDescFirst: true,
  cell: ({ getValue }) => viewerDates.dayAndTime(getValue()),
  meta: { track: 'minmax(9rem, 3fr)', hasCardLabel: true },
});

const optionalColumn = ({ name: key, label }: NamedField) =>
  key === 'submitted_at'
    ? submittedAt
    : column.accessor((attendee) => valueText(attendee.submission, key) ?? '–', {
        // The prefix keeps a field's key apart from the ids of built-in columns.
        id: `extra:${key}`,
        header: label,
        enableSorting: false,
        meta: { track: 'minmax(9rem, 3fr)', isUserText: true, hasCardLabel: true },
      });

/** Status, Name, Organisation, Email, the chosen columns, and No of Signups last. */
export const attendeeColumns = (chosen: readonly NamedField[]) =>
  column.columns([status, name, organisation, email, ...chosen.map(optionalColumn), signups]);
