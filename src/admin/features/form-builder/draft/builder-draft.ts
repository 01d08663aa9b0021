import { z } from 'zod';
import type { FormField } from '#contract/form-field.ts';
import type { FieldError } from '#contract/rules/sign-up.ts';
import { draftValuesSchema, type FieldValues, isChanged, type UnsavedEdit, withEdit } from './field-edits.ts';
import { isNoop, type RecordedMove, replayMoves } from './recorded-moves.ts';

/** The unsaved changes of a builder: edits by field id, and moves in the order they were made. */
export interface BuilderDraft {
  readonly edits: Readonly<Record<string, UnsavedEdit>>;
  readonly moves: readonly RecordedMove[];
}

export type DraftAction =
  | { readonly type: 'moved'; readonly move: RecordedMove; readonly saved: readonly FormField[] }
  | { readonly type: 'edited'; readonly field: FormField; readonly values: Partial<FieldValues> }
  /** The editor of a field was closed. An edit without changes is dropped. */
  | { readonly type: 'edit ended'; readonly field: FormField }
  | { readonly type: 'edit dropped'; readonly fieldId: string }
  | { readonly type: 'edit rejected'; readonly fieldId: string; readonly errors: readonly FieldError[] }
  /** Somebody else saved `remote` values in the same places, with `version`. */
  | { readonly type: 'edit conflicted'; readonly fieldId: string; readonly remote: Partial<FieldValues>; readonly version: number }
  | { readonly type: 'remote taken'; readonly fieldId: string }
  /** `field` is as stored now. */
  | { readonly type: 'edit saved'; readonly field: FormField }
  | { readonly type: 'move saved'; readonly move: RecordedMove }
  | { readonly type: 'discarded' };

const partialValues = draftValuesSchema.partial();

export const builderDraftSchema = z.object({
  edits: z.record(
    z.string(),
    z.object({
      version: z.int(),
      values: partialValues,
      errors: z.array(z.object({ path: z.string(), message: z.string() })),
      conflict: partialValues,
    }),
  ),
  moves: z.array(z.object({ fieldId: z.string(), seen: z.array(z.string()) })),
});

export const emptyDraft: BuilderDraft = { edits: {}, moves: [] };

const idsOf = (fields: readonly FormField[]): string[] => fields.map(({ id }) => id);

const withoutEdit = ({ edits, moves }: BuilderDraft, fieldId: string): BuilderDraft => ({
  moves,
  edits: Object.fromEntries(Object.entries(edits).filter(([id]) => id !== fieldId)),
});

/** The draft with one edit changed, if that field has one. */
function updateEdit(draft: BuilderDraft, fieldId: string, change: (edit: UnsavedEdit) => UnsavedEdit): BuilderDraft {
  const edit = draft.edits[fieldId];
  return edit === undefined ? draft : { ...draft, edits: { ...draft.edits, [fieldId]: change(edit) } };
}

function addMove(draft: BuilderDraft, move: RecordedMove, saved: readonly FormField[]): BuilderDraft {
  const moves = [...draft.moves, move];
  return { ...draft, moves: isNoop(idsOf(saved), moves) ? [] : moves };
}

function addEdit(draft: BuilderDraft, field: FormField, values: Partial<FieldValues>): BuilderDraft {
  const before = draft.edits[field.id] ?? { version: field.version, values: {}, errors: [], conflict: {} };
  const parts = new Set(Object.keys(values));
  const errors = before.errors.filter(({ path }) => !parts.has(path.split('.')[0] ?? path));
  return { ...draft, edits: { ...draft.edits, [field.id]: { ...before, values: { ...before.values, ...values }, errors } } };
}

/** Edits made during the save stay unsaved, on top of the version that it made. */
function markEditSaved(draft: BuilderDraft, field: FormField): BuilderDraft {
  return isChanged(field, draft.edits[field.id])
    ? updateEdit(draft, field.id, ({ values }) => ({ version: field.version, values, errors: [], conflict: {} }))
    : withoutEdit(draft, field.id);
}

function takeRemote({ values, errors, version, conflict }: UnsavedEdit): UnsavedEdit {
  const local = Object.entries(values).filter(([part]) => !Object.hasOwn(conflict, part));
  return { values: Object.fromEntries(local), errors, version, conflict: {} };
}

type EditAction = Exclude<DraftAction, { readonly type: 'moved' | 'move saved' | 'discarded' }>;

function reduceEdits(draft: BuilderDraft, action: EditAction): BuilderDraft {
  switch (action.type) {
    case 'edited':
      return addEdit(draft, action.field, action.values);
    case 'edit ended':
      return isChanged(action.field, draft.edits[action.field.id]) ? draft : withoutEdit(draft, action.field.id);
    case 'edit dropped':
      return withoutEdit(draft, action.fieldId);
    case 'edit rejected':
      return updateEdit(draft, action.fieldId, (edit) => ({ ...edit, errors: action.errors }));
    case 'edit conflicted':
      return updateEdit(draft, action.fieldId, (edit) => ({ ...edit, version: action.version, conflict: action.remote }));
    case 'remote taken':
      return updateEdit(draft, action.fieldId, takeRemote);
    case 'edit saved':
      return markEditSaved(draft, action.field);
  }
}

export function reduceDraft(draft: BuilderDraft, action: DraftAction): BuilderDraft {
  switch (action.type) {
    case 'moved':
      return addMove(draft, action.move, action.saved);
    case 'move saved':
      // Earlier moves are done too: they were sent before or had no effect.
      return { ...draft, moves: draft.moves.slice(draft.moves.indexOf(action.move) + 1) };
    case 'discarded':
      return emptyDraft;
    default:
      return reduceEdits(draft, action);
  }
}

export type FieldMark = 'New' | 'Edited' | 'Moved';

/** The saved fields with the draft applied, as the builder shows them. */
export interface DraftedForm {
  /** In the order shown, with their edits. */
  readonly fields: readonly FormField[];
  readonly editedIds: ReadonlySet<string>;
  readonly movedIds: ReadonlySet<string>;
  /** Number of edited plus number of moved fields. */
  readonly changes: number;
}

/** Applies the draft to the saved fields, which must be in order. */
export function draftedForm(saved: readonly FormField[], draft: BuilderDraft): DraftedForm {
  const byId = new Map(saved.map((field) => [field.id, field]));
  const { seen, steps } = replayMoves(idsOf(saved), draft.moves);
  const editedIds = new Set(saved.filter((field) => isChanged(field, draft.edits[field.id])).map(({ id }) => id));
  const movedIds = new Set(steps.map(({ move }) => move.fieldId));
  const fields = seen.flatMap((id) => {
    const field = byId.get(id);
    return field === undefined ? [] : [withEdit(field, draft.edits[id])];
  });
  return {
    fields: fields.map((field, order) => ({ ...field, order })),
    editedIds,
    movedIds,
    changes: editedIds.size + movedIds.size,
  };
}
