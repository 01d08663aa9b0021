import { z } from 'zod';
import { changedValues, type Edits, overlaid, theirsIn, withMineKept, withoutEdit, withTyped } from '#admin/api/edits.ts';
import type { Problems } from '#admin/api/use-edits.ts';
import { type Submission, submissionEditSchema } from '#contract/submission.ts';

/** What of an attendee can be edited in the table of Edit event (spec section 2). */
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

/** An attendee as saved, with the version that was read (decision 16). */
export type SavedAttendee = Readonly<z.infer<typeof savedAttendeeSchema>>;

const savedAttendeeSchema = z.object({ id: z.string(), version: z.int(), values: attendeeValuesSchema });

/** An attendee over whom something was typed. `saved` is what was last read of them: the list may show others by now. */
export interface EditedAttendee {
  readonly saved: SavedAttendee;
  readonly edits: Edits<AttendeeValues>;
  /** What the server refused, by column. */
  readonly refused: Problems<AttendeeValues>;
}

/** Edited attendees by the id of their submission. */
export type AttendeeEdits = Readonly<Record<string, EditedAttendee>>;

/** Edits of attendees that were put aside when a session ended. */
export const attendeeEditsSchema: z.ZodType<AttendeeEdits> = z.record(
  z.string(),
  z.object({
    saved: savedAttendeeSchema,
    edits: z.object({ mine: attendeeValuesSchema.partial(), base: attendeeValuesSchema.partial() }),
    refused: z.partialRecord(attendeeValuesSchema.keyof(), z.string()),
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

const stored = (values: AttendeeValues): AttendeeValues => ({
  first_name: values.first_name.trim(),
  last_name: values.last_name.trim(),
  organisation: values.organisation.trim(),
  job_title: values.job_title.trim(),
  email: values.email.trim(),
  accepts_marketing: values.accepts_marketing,
});

/** Whichever was read later. */
const later = (a: SavedAttendee, b: SavedAttendee): SavedAttendee => (b.version > a.version ? b : a);

function problemsOf(changed: Partial<AttendeeValues>): Problems<AttendeeValues> {
  const problems: Record<string, string> = {};
  for (const { path, message } of submissionEditSchema.safeParse(changed).error?.issues ?? []) problems[path.join('.')] ??= message;
  return problems;
}

/** A row of the table: what is typed over what is saved, and how each cell stands. */
export interface AttendeeRowState {
  readonly saved: SavedAttendee;
  readonly values: AttendeeValues;
  /** What a save sends. */
  readonly changed: Partial<AttendeeValues>;
  /** What is wrong, in the contract's words. */
  readonly problems: Problems<AttendeeValues>;
  /** What somebody else has saved in the same cells meanwhile. */
  readonly theirs: Partial<AttendeeValues>;
}

/** How the row of an attendee stands; `listed` is the attendee as the list read it, when it is in the list. */
export function rowState(listed: SavedAttendee, edited: EditedAttendee | undefined): AttendeeRowState {
  if (edited === undefined) return { saved: listed, values: listed.values, changed: {}, problems: {}, theirs: {} };
  const saved = later(edited.saved, listed);
  const changed = changedValues(saved.values, edited.edits, stored);
  return {
    saved,
    values: overlaid(saved.values, edited.edits),
    changed,
    problems: { ...edited.refused, ...problemsOf(changed) },
    theirs: theirsIn(saved.values, edited.edits, stored),
  };
}

/** The rows in which something changed, in no list or in any. */
export const changedRows = (edits: AttendeeEdits): AttendeeRowState[] =>
  Object.values(edits)
    .map((edited) => rowState(edited.saved, edited))
    .filter(({ changed, theirs }) => Object.keys(changed).length > 0 || Object.keys(theirs).length > 0);

/** Whether a row cannot be saved as it stands: something is wrong, or a choice is open. */
export const needsLook = ({ problems, theirs }: AttendeeRowState): boolean =>
  Object.keys(problems).length > 0 || Object.keys(theirs).length > 0;

export type AttendeeAction =
  | { readonly type: 'typed'; readonly listed: SavedAttendee; readonly typed: Partial<AttendeeValues> }
  | { readonly type: 'reverted' | 'mine kept' | 'theirs taken'; readonly listed: SavedAttendee; readonly column: AttendeeColumn }
  /** `now` is what the server holds after a save of these values. */
  | { readonly type: 'saved'; readonly sent: Partial<AttendeeValues>; readonly now: SavedAttendee }
  | { readonly type: 'refused'; readonly id: string; readonly refused: Problems<AttendeeValues> }
  /** Somebody else was faster; `now` is what the server holds. */
  | { readonly type: 'overtaken'; readonly now: SavedAttendee }
  | { readonly type: 'discarded' };

/** Puts a changed row back among the edits; one without edits is forgotten. */
function withRow(all: AttendeeEdits, row: EditedAttendee): AttendeeEdits {
  const others = Object.fromEntries(Object.entries(all).filter(([id]) => id !== row.saved.id));
  return Object.keys(row.edits.mine).length === 0 ? others : { ...others, [row.saved.id]: row };
}

/** The edits with one row changed, if it is among them. */
function withChange(all: AttendeeEdits, id: string, change: Partial<EditedAttendee>): AttendeeEdits {
  const row = all[id];
  return row === undefined ? all : withRow(all, { ...row, ...change });
}

function rowOf(all: AttendeeEdits, listed: SavedAttendee): EditedAttendee {
  const row = all[listed.id];
  return row === undefined ? { saved: listed, edits: { mine: {}, base: {} }, refused: {} } : { ...row, saved: later(row.saved, listed) };
}

/** What was typed while its save was under way stays, over what the save stored. */
function saved(all: AttendeeEdits, { sent, now }: Extract<AttendeeAction, { type: 'saved' }>): AttendeeEdits {
  const row = all[now.id];
  if (row === undefined) return all;
  const before = stored(overlaid(row.saved.values, row.edits));
  const mine: Partial<AttendeeValues> = Object.fromEntries(
    Object.entries(row.edits.mine).filter(([name]) => isColumn(name) && (!Object.hasOwn(sent, name) || before[name] !== sent[name])),
  );
  return withRow(all, { saved: now, edits: withTyped({ mine: {}, base: {} }, now.values, mine), refused: {} });
}

const isColumn = (name: string): name is AttendeeColumn => name in attendeeValuesSchema.shape;

/** What becomes of the edits by what happened. */
export function reduceAttendeeEdits(all: AttendeeEdits, action: AttendeeAction): AttendeeEdits {
  switch (action.type) {
    case 'typed': {
      const row = rowOf(all, action.listed);
      const refused = Object.fromEntries(Object.entries(row.refused).filter(([name]) => !Object.hasOwn(action.typed, name)));
      return withRow(all, { ...row, refused, edits: withTyped(row.edits, row.saved.values, action.typed) });
    }
    case 'reverted':
    case 'theirs taken': {
      const row = rowOf(all, action.listed);
      const refused = Object.fromEntries(Object.entries(row.refused).filter(([name]) => name !== action.column));
      return withRow(all, { ...row, refused, edits: withoutEdit(row.edits, action.column) });
    }
    case 'mine kept': {
      const row = rowOf(all, action.listed);
      return withRow(all, { ...row, edits: withMineKept(row.edits, row.saved.values, action.column) });
    }
    case 'saved':
      return saved(all, action);
    case 'refused':
      return withChange(all, action.id, { refused: action.refused });
    case 'overtaken':
      return withChange(all, action.now.id, { saved: action.now });
    case 'discarded':
      return {};
  }
}
