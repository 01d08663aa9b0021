import { z } from 'zod';
import { schemaProblems } from '#admin/forms/problems.ts';
import {
  type EditedRow,
  type RowAction,
  type RowEdits,
  rowEditsSchema,
  type RowState,
  rowState,
  type SavedRow,
} from '#admin/forms/row-edits.ts';
import { type Submission, submissionEditSchema } from '#contract/submission.ts';

export type AttendeeValues = Readonly<z.infer<typeof attendeeValuesSchema>>;

export type AttendeeColumn = keyof AttendeeValues;
export type SavedAttendee = SavedRow<AttendeeValues>;
export type EditedAttendee = EditedRow<AttendeeValues>;
export type AttendeeState = RowState<AttendeeValues>;
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

export const EDITABLE_COLUMNS = [
  { name: 'first_name', label: 'First name' },
  { name: 'last_name', label: 'Last name' },
  { name: 'organisation', label: 'Organisation' },
  { name: 'job_title', label: 'Job title' },
  { name: 'email', label: 'Email' },
  { name: 'accepts_marketing', label: 'Marketing' },
] as const satisfies readonly { readonly name: AttendeeColumn; readonly label: string }[];

export const attendeeEditsSchema: z.ZodType<AttendeeEdits> = rowEditsSchema(attendeeValuesSchema);

export const savedAttendee = ({ id, _version: version, ...read }: Submission): SavedAttendee => ({
  id,
  version,
  values: attendeeValuesSchema.parse(read),
});

/** The state of an attendee's row; its problems include those that the server found. */
export function attendeeState(listed: SavedAttendee, edited: EditedAttendee | undefined): AttendeeState {
  const row = rowState(listed, edited, (changed) => schemaProblems(submissionEditSchema, changed));
  return { ...row, problems: { ...row.refused, ...row.problems } };
}

/** All rows with changes or conflicts, whether the current list has them or not. */
export const changedRows = (edits: AttendeeEdits): AttendeeState[] =>
  Object.values(edits)
    .map((edited) => attendeeState(edited.saved, edited))
    .filter(({ changed, remote }) => Object.keys(changed).length > 0 || Object.keys(remote).length > 0);

/** Whether a row has errors or conflicts that prevent a save. */
export const needsAttention = ({ problems, remote }: AttendeeState): boolean =>
  EDITABLE_COLUMNS.some(({ name }) => problems[name] !== undefined || Object.hasOwn(remote, name));
