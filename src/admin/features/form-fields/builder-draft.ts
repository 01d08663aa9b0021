import { z } from 'zod';
import type { FormField } from '#contract/form-field.ts';
import type { FieldError } from '#contract/rules/sign-up.ts';
import { type FieldValues, isChanged, typedValuesSchema, type UnsavedEdit, withEdit } from './field-edits.ts';
import { comesBack, type RecordedMove, replayMoves } from './recorded-moves.ts';

/** What was changed in a builder and is not saved: edits by field, and moves in the order they were made. */
export interface BuilderDraft {
  readonly edits: Readonly<Record<string, UnsavedEdit>>;
  readonly moves: readonly RecordedMove[];
}

export type DraftAction =
  | { readonly type: 'moved'; readonly move: RecordedMove; readonly saved: readonly FormField[] }
  | { readonly type: 'edited'; readonly field: FormField; readonly values: Partial<FieldValues> }
  /** The editor of a field was closed: an edit that changes nothing is forgotten. */
  | { readonly type: 'edit ended'; readonly field: FormField }
  | { readonly type: 'edit dropped'; readonly fieldId: string }
  | { readonly type: 'edit refused'; readonly fieldId: string; readonly errors: readonly FieldError[] }
  /** Somebody else was faster; `version` is the one that holds their values. */
  | { readonly type: 'edit overtaken'; readonly fieldId: string; readonly theirs: Partial<FieldValues>; readonly version: number }
  | { readonly type: 'theirs taken'; readonly fieldId: string }
  /** `field` is what the server holds now. */
  | { readonly type: 'edit saved'; readonly field: FormField }
  | { readonly type: 'move saved'; readonly move: RecordedMove }
  | { readonly type: 'discarded' };

const someValues = typedValuesSchema.partial();

/** A draft that was put aside, as it is read again. */
export const builderDraftSchema = z.object({
  edits: z.record(
    z.string(),
    z.object({
      version: z.int(),
      values: someValues,
      errors: z.array(z.object({ path: z.string(), message: z.string() })),
      conflict: someValues,
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
function withChanged(draft: BuilderDraft, fieldId: string, change: (edit: UnsavedEdit) => UnsavedEdit): BuilderDraft {
  const edit = draft.edits[fieldId];
  return edit === undefined ? draft : { ...draft, edits: { ...draft.edits, [fieldId]: change(edit) } };
}

function moved(draft: BuilderDraft, move: RecordedMove, saved: readonly FormField[]): BuilderDraft {
  const moves = [...draft.moves, move];
  return { ...draft, moves: comesBack(idsOf(saved), moves) ? [] : moves };
}

function edited(draft: BuilderDraft, field: FormField, values: Partial<FieldValues>): BuilderDraft {
  const before = draft.edits[field.id] ?? { version: field.version, values: {}, errors: [], conflict: {} };
  const parts = new Set(Object.keys(values));
  const errors = before.errors.filter(({ path }) => !parts.has(path.split('.')[0] ?? path));
  return { ...draft, edits: { ...draft.edits, [field.id]: { ...before, values: { ...before.values, ...values }, errors } } };
}

/** What was typed while the save was under way stays unsaved, on top of the version that the save made. */
function editSaved(draft: BuilderDraft, field: FormField): BuilderDraft {
  return isChanged(field, draft.edits[field.id])
    ? withChanged(draft, field.id, ({ values }) => ({ version: field.version, values, errors: [], conflict: {} }))
    : withoutEdit(draft, field.id);
}

function theirsTaken({ values, errors, version, conflict }: UnsavedEdit): UnsavedEdit {
  const mine = Object.entries(values).filter(([part]) => !Object.hasOwn(conflict, part));
  return { values: Object.fromEntries(mine), errors, version, conflict: {} };
}

type EditAction = Exclude<DraftAction, { readonly type: 'moved' | 'move saved' | 'discarded' }>;

function reduceEdits(draft: BuilderDraft, action: EditAction): BuilderDraft {
  switch (action.type) {
    case 'edited':
      return edited(draft, action.field, action.values);
    case 'edit ended':
      return isChanged(action.field, draft.edits[action.field.id]) ? draft : withoutEdit(draft, action.field.id);
    case 'edit dropped':
      return withoutEdit(draft, action.fieldId);
    case 'edit refused':
      return withChanged(draft, action.fieldId, (edit) => ({ ...edit, errors: action.errors }));
    case 'edit overtaken':
      return withChanged(draft, action.fieldId, (edit) => ({ ...edit, version: action.version, conflict: action.theirs }));
    case 'theirs taken':
      return withChanged(draft, action.fieldId, theirsTaken);
    case 'edit saved':
      return editSaved(draft, action.field);
  }
}

/** What becomes of the draft by what happened. */
export function reduceDraft(draft: BuilderDraft, action: DraftAction): BuilderDraft {
  switch (action.type) {
    case 'moved':
      return moved(draft, action.move, action.saved);
    case 'move saved':
      // With it all before it: those that were not sent had nothing to do.
      return { ...draft, moves: draft.moves.slice(draft.moves.indexOf(action.move) + 1) };
    case 'discarded':
      return emptyDraft;
    default:
      return reduceEdits(draft, action);
  }
}

/** How a field stands to what is saved. */
export type FieldMark = 'New' | 'Edited' | 'Moved';

/** A form as the person sees it: the saved fields with the draft on top. */
export interface DraftedForm {
  /** In the order seen, with what was edited. */
  readonly fields: readonly FormField[];
  readonly editedIds: ReadonlySet<string>;
  readonly movedIds: ReadonlySet<string>;
  /** How many fields were edited, and how many moved. */
  readonly changes: number;
}

/** Puts the draft on top of the saved fields, which are in their order. */
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
