import { z } from 'zod';
import {
  changedValues,
  conflicts,
  type EditedRow,
  editedRowSchema,
  reduceRowEdits,
  type RowAction,
  type RowEdits,
  type SavedRow,
} from '#admin/records/row-edits.ts';
import { type FormField, movedTo, type NewField, newFieldSchema } from '#contract/forms/form-field.ts';
import type { FieldError } from '#contract/rules/field-error.ts';
import { fieldKey, isReservedKey } from '#contract/rules/field-key.ts';
import { KEY_RESERVED, KEY_TAKEN, KEY_TAKEN_BEFORE } from '#contract/texts/builder.ts';

export type FieldValues = Readonly<z.infer<typeof fieldValuesSchema>>;

/** Values as typed, valid or not, as a stored draft has them. */
export const fieldValuesSchema = z.object({
  label: z.string(),
  required: z.boolean(),
  options: z.array(z.string()),
  show_on_slack: z.boolean(),
  brunch_event: z.boolean(),
  brunch_event_id: z.string().nullable(),
  help_text: z
    .string()
    .nullable()
    .transform((text) => text ?? ''),
});

const someValuesSchema = fieldValuesSchema.partial();

export const pickValues = (values: FieldValues, names: readonly string[]): Partial<FieldValues> =>
  someValuesSchema.parse(Object.fromEntries(Object.entries(values).filter(([name]) => names.includes(name))));

type EditedField = EditedRow<FieldValues>;

export const valuesOf = (field: FormField): FieldValues => fieldValuesSchema.parse(field);
export const savedRowOf = (field: FormField): SavedRow<FieldValues> => ({ id: field.id, version: field.version, values: valuesOf(field) });

/** The values that differ from the saved field, trimmed as the server stores them. */
export const changedFieldValues = (field: FormField, edit: EditedField | undefined): Partial<FieldValues> =>
  edit === undefined ? {} : changedValues(valuesOf(field), edit.edits);

export const isChanged = (field: FormField, edit: EditedField | undefined): boolean =>
  Object.keys(changedFieldValues(field, edit)).length > 0;

/** The values that someone else has saved in fields this person has edited. */
export const remoteFieldValues = (edit: EditedField | undefined): Partial<FieldValues> =>
  edit === undefined ? {} : conflicts(edit.saved.values, edit.edits);

/** A builder's unsaved changes: edits by field id, and moves in the order they were made. */
export interface BuilderDraft {
  readonly edits: RowEdits<FieldValues>;
  readonly moves: readonly RecordedMove[];
}

export type DraftAction =
  | RowAction<FieldValues>
  | { readonly type: 'moved'; readonly move: RecordedMove; readonly saved: readonly FormField[] }
  | { readonly type: 'move saved'; readonly move: RecordedMove }
  | { readonly type: 'discarded' };

export const builderDraftSchema = z.object({
  edits: z.record(z.string(), editedRowSchema(fieldValuesSchema)),
  moves: z.array(z.object({ fieldId: z.string(), seen: z.array(z.string()) })),
});

export const emptyDraft: BuilderDraft = { edits: {}, moves: [] };

const idsOf = (fields: readonly FormField[]): string[] => fields.map(({ id }) => id);
const isSameOrder = (one: readonly string[], other: readonly string[]): boolean => one.join() === other.join();

export function reduceDraft(draft: BuilderDraft, action: DraftAction): BuilderDraft {
  switch (action.type) {
    case 'moved': {
      const saved = idsOf(action.saved);
      const before = draft.moves.slice(0, -1);
      // A move back, such as by Undo, removes the previous one from the list.
      if (draft.moves.length > 0 && isSameOrder(replayMoves(saved, before).seen, action.move.seen)) return { ...draft, moves: before };
      const moves = [...draft.moves, action.move];
      return { ...draft, moves: isNoop(saved, moves) ? [] : moves };
    }
    case 'move saved':
      // Earlier moves are done too: they were already sent or had no effect.
      return { ...draft, moves: draft.moves.slice(draft.moves.indexOf(action.move) + 1) };
    case 'discarded':
      return emptyDraft;
    default:
      return { ...draft, edits: reduceRowEdits(draft.edits, action) };
  }
}

/** In addition, a field can be marked as on the form now: added since the last Save Form. */
export type FieldMark = 'Edited' | 'Moved';

export type DraftedForm = ReturnType<typeof draftedForm>;

/** Applies the draft to the saved fields, which must be in order. */
export function draftedForm(saved: readonly FormField[], draft: BuilderDraft) {
  const byId = new Map(saved.map((field) => [field.id, field]));
  const { seen, steps } = replayMoves(idsOf(saved), draft.moves);
  const editedIds = new Set(saved.filter((field) => isChanged(field, draft.edits[field.id])).map(({ id }) => id));
  const movedIds = new Set(steps.map(({ move }) => move.fieldId));
  const fields = seen.flatMap((id) => {
    const field = byId.get(id);
    return field === undefined ? [] : [{ ...field, ...draft.edits[id]?.edits.local }];
  });
  return { fields: fields.map((field, order) => ({ ...field, order })), editedIds, movedIds, changes: editedIds.size + movedIds.size };
}

type Labelled = Pick<FormField, 'name' | 'label'>;

/** Drops the error about repeated options if an option has its own error: two empty options are also equal. */
function errorsOf(issues: readonly z.core.$ZodIssue[]): FieldError[] {
  const errors = issues.map(({ path, message }) => ({ path: path.join('.'), message }));
  const hasWrongOption = errors.some(({ path }) => path.startsWith('options.'));
  return hasWrongOption ? errors.filter(({ path }) => path !== 'options') : errors;
}

/** Checks the key of a label against the existing fields. The server also checks deleted fields with answers. */
function keyErrors(label: string, fields: readonly Labelled[]): FieldError[] {
  const key = fieldKey(label);
  if (isReservedKey(key)) return [{ path: 'label', message: KEY_RESERVED }];
  if (fields.some((field) => fieldKey(field.label) === key)) return [{ path: 'label', message: KEY_TAKEN }];
  return fields.some((field) => field.name === key) ? [{ path: 'label', message: KEY_TAKEN_BEFORE }] : [];
}

/** The errors of a new field by path, such as `label` or `options.1`, with the server's rules and messages. */
export function newFieldProblems(field: NewField, fields: readonly Labelled[]): FieldError[] {
  const { error } = newFieldSchema.safeParse(field);
  const errors = error === undefined ? [] : errorsOf(error.issues);
  return errors.some(({ path }) => path === 'label') ? errors : [...keyErrors(field.label, fields), ...errors];
}

/** The errors of the changed values of a field. Existing problems, such as a deleted brunch event, do not prevent a save. */
export function editProblems(field: FormField, values: Partial<FieldValues>): FieldError[] {
  const parts = new Set(Object.keys(changedValues(valuesOf(field), { local: values })));
  if (parts.has('brunch_event')) parts.add('brunch_event_id');
  const { error } = newFieldSchema.safeParse({ ...field, ...values });
  return errorsOf((error?.issues ?? []).filter(({ path: [part] }) => parts.has(String(part))));
}

type FieldIds = readonly string[];

/** A list instead of an index, which must fit the fields at the time of the save: some may be added or deleted before. */
export interface RecordedMove {
  readonly fieldId: string;
  readonly seen: FieldIds;
}

export interface OrderCall {
  readonly fieldId: string;
  readonly order: number;
}

/** The calls of one move: the dragged field, then the one it landed on, each with its new index (D6). */
interface MoveStep {
  readonly move: RecordedMove;
  readonly calls: readonly [OrderCall, OrderCall];
}

/** Records a move to an index of the list as shown; undefined if it changes nothing. */
export function recordMove(seen: FieldIds, fieldId: string, index: number): RecordedMove | undefined {
  const from = seen.indexOf(fieldId);
  const to = Math.max(0, Math.min(index, seen.length - 1));
  return from === -1 || from === to ? undefined : { fieldId, seen: movedTo(seen, fieldId, to) };
}

function toStep(list: FieldIds, move: RecordedMove): MoveStep | undefined {
  const existing = new Set(list);
  const order = move.seen.filter((id) => existing.has(id)).indexOf(move.fieldId);
  const landedOn = list[order];
  // The field, or the only field it passed, has since been deleted.
  if (order === -1 || landedOn === undefined || landedOn === move.fieldId) return undefined;
  // The server treats an order as "move to this index". After the first call the other field already is where the second call
  // sends it, so the second call moves nothing.
  return {
    move,
    calls: [
      { fieldId: move.fieldId, order },
      { fieldId: landedOn, order: movedTo(list, move.fieldId, order).indexOf(landedOn) },
    ],
  };
}

/** The resulting list, and Save Form's calls. Fields added since are last, as on the server; deleted ones are skipped. */
export function replayMoves(saved: FieldIds, moves: readonly RecordedMove[]) {
  const steps: MoveStep[] = [];
  let seen = saved;
  for (const move of moves) {
    const step = toStep(seen, move);
    if (step === undefined) continue;
    steps.push(step);
    seen = movedTo(seen, move.fieldId, step.calls[0].order);
  }
  return { seen, steps };
}

const isNoop = (saved: FieldIds, moves: readonly RecordedMove[]): boolean =>
  replayMoves(saved, moves).seen.every((id, index) => id === saved[index]);
