import { z } from 'zod';
import { changedValues, type Edits, keepLocal, merged, remoteChanges, setValues, withoutEdit } from '#admin/forms/edits.ts';
import type { Problems } from '#admin/forms/use-edits.ts';
import { type Submission, submissionEditSchema } from '#contract/submission.ts';

/** The editable values of an attendee. */
export type AttendeeValues = Readonly<z.infer<typeof attendeeValuesSchema>>;

export type AttendeeColumn = keyof AttendeeValues;

const attendeeValuesSchema = z.object({
  first_name: z.string(),
  last_name: z.string(),
  organisation: z.string(),
  job_title: z.string(),
  email: z.string(),
  accepts_marketing: z.boolean(),
});

/** An attendee as saved, with the version that was read. */
export type SavedAttendee = Readonly<z.infer<typeof savedAttendeeSchema>>;

const savedAttendeeSchema = z.object({ id: z.string(), version: z.int(), values: attendeeValuesSchema });

/** An attendee with unsaved edits. `saved` is the last read state, which is kept even when the list no longer has them. */
export interface EditedAttendee {
  readonly saved: SavedAttendee;
  readonly edits: Edits<AttendeeValues>;
  /** The server's errors, by column. */
  readonly serverErrors: Problems<AttendeeValues>;
}

/** Edited attendees by submission id. */
export type AttendeeEdits = Readonly<Record<string, EditedAttendee>>;

/** The schema of a stored draft. */
export const attendeeEditsSchema: z.ZodType<AttendeeEdits> = z.record(
  z.string(),
  z.object({
    saved: savedAttendeeSchema,
    edits: z.object({ local: attendeeValuesSchema.partial(), base: attendeeValuesSchema.partial() }),
    serverErrors: z.partialRecord(attendeeValuesSchema.keyof(), z.string()),
  }),
);

export const savedAttendee = ({ id, _version: version, ...read }: Submission): SavedAttendee => ({
  id,
  version,
  values: {
    first_name: read.first_name,
    last_name: read.last_name,
    organisation: read.organisation,
    job_title: read.job_title,
    email: read.email,
    accepts_marketing: read.accepts_marketing,
  },
});

const trimmed = (values: AttendeeValues): AttendeeValues => ({
  first_name: values.first_name.trim(),
  last_name: values.last_name.trim(),
  organisation: values.organisation.trim(),
  job_title: values.job_title.trim(),
  email: values.email.trim(),
  accepts_marketing: values.accepts_marketing,
});

const later = (a: SavedAttendee, b: SavedAttendee): SavedAttendee => (b.version > a.version ? b : a);

function problemsOf(changed: Partial<AttendeeValues>): Problems<AttendeeValues> {
  const problems: Record<string, string> = {};
  for (const { path, message } of submissionEditSchema.safeParse(changed).error?.issues ?? []) problems[path.join('.')] ??= message;
  return problems;
}

/** A row of the table: the saved values merged with the edits, and the state of each cell. */
export interface AttendeeRowState {
  readonly saved: SavedAttendee;
  readonly values: AttendeeValues;
  /** The values to save. */
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
  const changed = changedValues(saved.values, edited.edits, trimmed);
  return {
    saved,
    values: merged(saved.values, edited.edits),
    changed,
    problems: { ...edited.serverErrors, ...problemsOf(changed) },
    remote: remoteChanges(saved.values, edited.edits, trimmed),
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

export type AttendeeAction =
  | { readonly type: 'edited'; readonly listed: SavedAttendee; readonly values: Partial<AttendeeValues> }
  | { readonly type: 'reverted' | 'local kept' | 'remote taken'; readonly listed: SavedAttendee; readonly column: AttendeeColumn }
  /** `now` is the attendee as stored after saving `sent`. */
  | { readonly type: 'saved'; readonly sent: Partial<AttendeeValues>; readonly now: SavedAttendee }
  | { readonly type: 'rejected'; readonly id: string; readonly serverErrors: Problems<AttendeeValues> }
  /** Somebody else saved first; `now` is the attendee as stored. */
  | { readonly type: 'conflicted'; readonly now: SavedAttendee }
  | { readonly type: 'discarded' };

/** Sets a row, or removes it if it has no edits left. */
function setRow(all: AttendeeEdits, row: EditedAttendee): AttendeeEdits {
  const others = Object.fromEntries(Object.entries(all).filter(([id]) => id !== row.saved.id));
  return Object.keys(row.edits.local).length === 0 ? others : { ...others, [row.saved.id]: row };
}

/** Changes a row, if there is one. */
function updateRow(all: AttendeeEdits, id: string, change: Partial<EditedAttendee>): AttendeeEdits {
  const row = all[id];
  return row === undefined ? all : setRow(all, { ...row, ...change });
}

function getRow(all: AttendeeEdits, listed: SavedAttendee): EditedAttendee {
  const row = all[listed.id];
  return row === undefined
    ? { saved: listed, edits: { local: {}, base: {} }, serverErrors: {} }
    : { ...row, saved: later(row.saved, listed) };
}

/** Edits made during the save stay, on top of what it stored. */
function markSaved(all: AttendeeEdits, { sent, now }: Extract<AttendeeAction, { type: 'saved' }>): AttendeeEdits {
  const row = all[now.id];
  if (row === undefined) return all;
  const before = trimmed(merged(row.saved.values, row.edits));
  const local: Partial<AttendeeValues> = Object.fromEntries(
    Object.entries(row.edits.local).filter(([name]) => isColumn(name) && (!Object.hasOwn(sent, name) || before[name] !== sent[name])),
  );
  return setRow(all, { saved: now, edits: setValues({ local: {}, base: {} }, now.values, local), serverErrors: {} });
}

const isColumn = (name: string): name is AttendeeColumn => name in attendeeValuesSchema.shape;

export function reduceAttendeeEdits(all: AttendeeEdits, action: AttendeeAction): AttendeeEdits {
  switch (action.type) {
    case 'edited': {
      const row = getRow(all, action.listed);
      const serverErrors = Object.fromEntries(Object.entries(row.serverErrors).filter(([name]) => !Object.hasOwn(action.values, name)));
      return setRow(all, { ...row, serverErrors, edits: setValues(row.edits, row.saved.values, action.values) });
    }
    case 'reverted':
    case 'remote taken': {
      const row = getRow(all, action.listed);
      const serverErrors = Object.fromEntries(Object.entries(row.serverErrors).filter(([name]) => name !== action.column));
      return setRow(all, { ...row, serverErrors, edits: withoutEdit(row.edits, action.column) });
    }
    case 'local kept': {
      const row = getRow(all, action.listed);
      return setRow(all, { ...row, edits: keepLocal(row.edits, row.saved.values, action.column) });
    }
    case 'saved':
      return markSaved(all, action);
    case 'rejected':
      return updateRow(all, action.id, { serverErrors: action.serverErrors });
    case 'conflicted':
      return updateRow(all, action.now.id, { saved: action.now });
    case 'discarded':
      return {};
  }
}
