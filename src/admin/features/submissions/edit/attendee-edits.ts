import { z } from 'zod';
import { changedValues, merged, conflicts } from '#admin/forms/edits.ts';
import { type Problems, schemaProblems } from '#admin/forms/problems.ts';
import { type EditedRow, type RowAction, type RowEdits, rowEditsSchema, type SavedRow } from '#admin/forms/row-edits.ts';
import { type Submission, submissionEditSchema } from '#contract/submission.ts';

export type AttendeeValues = Readonly<z.infer<typeof attendeeValuesSchema>>;

export type AttendeeColumn = keyof AttendeeValues;
export type SavedAttendee = SavedRow<AttendeeValues>;
export type EditedAttendee = EditedRow<AttendeeValues>;
export type AttendeeEdits = RowEdits<AttendeeValues>;
export type AttendeeAction = RowAction<AttendeeValues>;

const attendeeValuesSchema = z.object({
  first_name: z.string(),
  last_name: z.string(),
  organisation: z.string(),
  job_title: z.string(),
  email: z.string(),
  accepts_marketing: z.boolean(),
});

/** The columns of the table; the last one is a checkbox. */
export const EDITABLE_COLUMNS = [
  { name: 'first_name', label: 'First name' },
  { name: 'last_name', label: 'Last name' },
  { name: 'organisation', label: 'Organisation' },
  { name: 'job_title', label: 'Job title' },
  { name: 'email', label: 'Email' },
  { name: 'accepts_marketing', label: 'Marketing' },
] as const satisfies readonly { readonly name: AttendeeColumn; readonly label: string }[];

/** The schema of a stored draft. */
export const attendeeEditsSchema: z.ZodType<AttendeeEdits> = rowEditsSchema(attendeeValuesSchema);

export const isAttendeeColumn = (name: string): name is AttendeeColumn => Object.hasOwn(attendeeValuesSchema.shape, name);

export const savedAttendee = ({ id, _version: version, ...read }: Submission): SavedAttendee => ({
  id,
  version,
  values: attendeeValuesSchema.parse(read),
});

const later = (a: SavedAttendee, b: SavedAttendee): SavedAttendee => (b.version > a.version ? b : a);

/** A row of the table: the saved values merged with the edits, and the state of each cell. */
export interface AttendeeRowState {
  readonly saved: SavedAttendee;
  readonly values: AttendeeValues;
  readonly changed: Partial<AttendeeValues>;
  /** Errors by column, with the contract's messages. */
  readonly problems: Problems<AttendeeValues>;
  /** Conflicting values that somebody else saved meanwhile. */
  readonly remote: Partial<AttendeeValues>;
}

/** The state of an attendee's row; `listed` is the attendee as the list has them, or else as last read. */
export function rowState(listed: SavedAttendee, edited: EditedAttendee | undefined): AttendeeRowState {
  if (edited === undefined) return { saved: listed, values: listed.values, changed: {}, problems: {}, remote: {} };
  const saved = later(edited.saved, listed);
  const changed = changedValues(saved.values, edited.edits);
  const refused = Object.fromEntries(edited.errors.map(({ path, message }) => [path, message]));
  return {
    saved,
    values: merged(saved.values, edited.edits),
    changed,
    problems: { ...refused, ...schemaProblems(submissionEditSchema, changed) },
    remote: conflicts(saved.values, edited.edits),
  };
}

/** All rows with changes or conflicts, whether the current list has them or not. */
export const changedRows = (edits: AttendeeEdits): AttendeeRowState[] =>
  Object.values(edits)
    .map((edited) => rowState(edited.saved, edited))
    .filter(({ changed, remote }) => Object.keys(changed).length > 0 || Object.keys(remote).length > 0);

/** Whether a row has errors or conflicts that prevent a save. */
export const needsAttention = ({ problems, remote }: AttendeeRowState): boolean =>
  Object.keys(problems).length > 0 || Object.keys(remote).length > 0;
