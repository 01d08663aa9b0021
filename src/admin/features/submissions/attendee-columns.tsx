import { createColumnHelper, metaHelper, rowSortingFeature, tableFeatures } from '@tanstack/react-table';
import { formatCount } from '#admin/ui/counts.ts';
import classes from './attendee-columns.module.css';
import { type Attendee, viewerDates } from './attendee-row.ts';
import { SubmissionStatusNote } from './submission-status-note.tsx';
import { type NamedField, valueWords } from './submission-values.ts';

interface ColumnLayout {
  /** Width of the column as a track of a CSS grid. */
  readonly track: string;
  readonly isNumber?: boolean;
  /** Which way the first click sorts is the column's own; people's text starts at A. */
  readonly isPeoplesText?: boolean;
  /** Whether the label stands before the value where rows are cards. */
  readonly hasCardLabel?: boolean;
}

/** What the table can do: the server sorts, so no row model of its own. */
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

// The ids of sortable columns are the server's names of the orders.
const status = column.accessor((attendee) => attendee.submission._status, {
  id: 'status',
  header: 'Status',
  sortDescFirst: false,
  cell: ({ getValue, row }) => <SubmissionStatusNote status={getValue()} nextTry={row.original.nextTry} />,
  meta: { track: '10.5rem' },
});
const name = column.accessor('name', {
  id: 'name',
  header: 'Name',
  sortDescFirst: false,
  cell: ({ row }) => <Name attendee={row.original} />,
  meta: { track: 'minmax(9rem, 3fr)' },
});
const organisation = column.accessor((attendee) => attendee.submission.organisation, {
  id: 'organisation',
  header: 'Organisation',
  sortDescFirst: false,
  meta: { track: 'minmax(9rem, 3fr)', isPeoplesText: true },
});
const email = column.accessor((attendee) => attendee.submission.email, {
  id: 'email',
  header: 'Email',
  sortDescFirst: false,
  meta: { track: 'minmax(12rem, 4fr)', isPeoplesText: true },
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

const extra = ({ name: key, label }: NamedField) =>
  key === 'submitted_at'
    ? submittedAt
    : column.accessor((attendee) => valueWords(attendee.submission, key) ?? '–', {
        // A field's key may be the name of a column of ours.
        id: `extra:${key}`,
        header: label,
        enableSorting: false,
        meta: { track: 'minmax(9rem, 3fr)', isPeoplesText: true, hasCardLabel: true },
      });

/** Status, Name, Organisation, Email, the chosen columns, No of Signups last (spec section 2). */
export const attendeeColumns = (chosen: readonly NamedField[]) =>
  column.columns([status, name, organisation, email, ...chosen.map(extra), signups]);
