import { useReducer, useState } from 'react';
import { flushSync } from 'react-dom';
import { lastSaverOf } from '#admin/live/use-colleague-note.ts';
import { useDraftSaver, useSavedDraft } from '#admin/records/drafts.ts';
import { rowState } from '#admin/records/row-edits.ts';
import { type BindField, boundField } from '#admin/records/use-record.ts';
import { positionText } from '#admin/ui/table/position-text.ts';
import type { FormField } from '#contract/forms/form-field.ts';
import type { EditedTopic } from '#contract/live.ts';
import { ON_THE_FORM_NOW } from '#contract/texts/builder.ts';
import {
  builderDraftSchema,
  draftedForm,
  emptyDraft,
  type FieldMark,
  type FieldValues,
  isChanged,
  pickValues,
  recordMove,
  reduceDraft,
  savedRowOf,
  valuesOf,
} from './builder-draft.ts';
import { type Change, emptyHistory, takeRedo, takeUndo, withChange } from './history.ts';
import { type SaveFormOptions, useSaveForm } from './use-save-form.ts';

interface HistoryOptions {
  readonly isThere: (fieldId: string) => boolean;
  /** Does a change, or its opposite, without recording it. */
  readonly perform: (change: Change, direction: 'undo' | 'redo') => void;
}

function useHistory({ isThere, perform }: HistoryOptions) {
  const [history, setHistory] = useState(emptyHistory);
  const [undo, redo] = [takeUndo(history, isThere), takeRedo(history, isThere)];
  const take = (taken: typeof undo, direction: 'undo' | 'redo') => {
    if (taken === undefined) return;
    setHistory(taken.left);
    perform(taken.change, direction);
  };
  return {
    record: (change: Change) => setHistory((before) => withChange(before, change)),
    clear: () => setHistory(emptyHistory),
    canUndo: undo !== undefined,
    canRedo: redo !== undefined,
    undo: () => take(undo, 'undo'),
    redo: () => take(redo, 'redo'),
  };
}

interface ChangesOptions {
  readonly saved: readonly FormField[];
  readonly announce: (text: string) => void;
  /** Adding is undone by deleting, which asks first. */
  readonly onDelete: (field: FormField) => void;
}

function useChanges({ saved, announce, onDelete }: ChangesOptions) {
  const storedDraft = useSavedDraft('fields', builderDraftSchema);
  const [draft, dispatch] = useReducer(reduceDraft, storedDraft ?? emptyDraft);
  const drafted = draftedForm(saved, draft);
  useDraftSaver('fields', () => (drafted.changes > 0 ? draft : undefined));
  const seenIds = drafted.fields.map(({ id }) => id);
  const findSaved = (fieldId: string): FormField | undefined => saved.find(({ id }) => id === fieldId);

  const setValues = (field: FormField, values: Partial<FieldValues>) => {
    // The state that the edit began with is kept until a save: its version lets the server find conflicts.
    dispatch({ type: 'edited', row: draft.edits[field.id]?.saved ?? savedRowOf(field), values });
  };
  const place = (field: FormField, index: number): boolean => {
    const move = recordMove(seenIds, field.id, index);
    if (move === undefined) return false;
    dispatch({ type: 'moved', move, saved });
    announce(`${positionText(field.label, index, seenIds.length)}.`);
    return true;
  };
  const perform = (change: Change, direction: 'undo' | 'redo') => {
    const field = findSaved(change.fieldId);
    if (field === undefined) return;
    if (change.kind === 'add') onDelete(field);
    else if (change.kind === 'move') place(field, direction === 'undo' ? change.from : change.to);
    else {
      setValues(field, direction === 'undo' ? change.before : change.after);
      announce(`${direction === 'undo' ? 'Undone' : 'Redone'}: the change to ${field.label}.`);
    }
  };
  const { record, ...history } = useHistory({ isThere: (fieldId) => findSaved(fieldId) !== undefined, perform });

  return {
    ...history,
    draft,
    dispatch,
    drafted,
    findSaved,
    move: (field: FormField, index: number) => {
      const from = seenIds.indexOf(field.id);
      if (place(field, index)) record({ kind: 'move', fieldId: field.id, from, to: index });
    },
    edit: (field: FormField, values: Partial<FieldValues>) => {
      const before = findSaved(field.id);
      if (before === undefined) return;
      record({ kind: 'edit', fieldId: field.id, before: pickValues(valuesOf(field), Object.keys(values)), after: values, at: Date.now() });
      setValues(before, values);
    },
    backToSaved: (field: FormField) => {
      const edit = draft.edits[field.id];
      if (edit === undefined) return;
      const { local } = edit.edits;
      record({ kind: 'edit', fieldId: field.id, before: local, after: pickValues(edit.saved.values, Object.keys(local)), at: Date.now() });
      dispatch({ type: 'dropped', row: field });
    },
    recordAdded: (field: FormField) => record({ kind: 'add', fieldId: field.id }),
    /** Moves a copy, which was added at the end, below its original; the list may not have it yet. */
    moveBelow: (original: FormField, copy: FormField) => {
      const seen = [...seenIds.filter((id) => id !== copy.id), copy.id];
      const move = recordMove(seen, copy.id, seen.indexOf(original.id) + 1);
      if (move !== undefined) dispatch({ type: 'moved', move, saved: [...saved.filter(({ id }) => id !== copy.id), copy] });
    },
  };
}

interface BuilderOptions extends Omit<SaveFormOptions, 'draft' | 'dispatch'> {
  readonly onDelete: (field: FormField) => void;
  readonly topic: EditedTopic;
}

export type Builder = ReturnType<typeof useBuilder>;

export function useBuilder({ saved, calls, onInvalid, onDelete, topic }: BuilderOptions) {
  // Fields added, and so on the public form, while this page is open.
  const [newIds, setNewIds] = useState<ReadonlySet<string>>(new Set());
  const [openId, setOpenId] = useState<string>();
  const [announcement, setAnnouncement] = useState('');
  const changes = useChanges({ saved, announce: setAnnouncement, onDelete });
  const { draft, dispatch, drafted, findSaved } = changes;

  const open = (fieldId: string | undefined) => {
    const before = findSaved(openId ?? '');
    // Spaces that are not stored are not an edit.
    if (before !== undefined && !isChanged(before, draft.edits[before.id])) dispatch({ type: 'dropped', row: before });
    setOpenId(fieldId);
  };

  const saving = useSaveForm({
    saved,
    draft,
    dispatch,
    calls,
    onInvalid: (fieldId) => {
      flushSync(() => setOpenId(fieldId));
      onInvalid(fieldId);
    },
  });

  return {
    ...changes,
    ...saving,
    edits: draft.edits,
    openId,
    announcement,
    isNew: ({ id }: FormField): boolean => newIds.has(id),
    newestId: [...newIds].at(-1),
    marksOf: ({ id }: FormField): FieldMark[] => [
      ...(drafted.editedIds.has(id) ? (['Edited'] as const) : []),
      ...(drafted.movedIds.has(id) ? (['Moved'] as const) : []),
    ],
    discard: () => {
      dispatch({ type: 'discarded' });
      changes.clear();
      setOpenId(undefined);
    },
    handleAdded: (field: FormField | undefined, original?: FormField) => {
      if (field === undefined) return;
      changes.recordAdded(field);
      setNewIds((before) => new Set(before).add(field.id));
      setAnnouncement(`Added ${positionText(field.label, saved.length, saved.length + 1)}. ${ON_THE_FORM_NOW}.`);
      if (original === undefined) return;
      changes.moveBelow(original, field);
      setOpenId(field.id);
    },
    handleDeleted: (field: FormField) => {
      dispatch({ type: 'dropped', row: field });
      setAnnouncement(`Deleted ${field.label}.`);
    },
    open,
    /** @param isReadOnly whether this person may not edit it */
    bind: (field: FormField, isReadOnly: boolean): BindField<FieldValues> => {
      const edit = draft.edits[field.id];
      const row = rowState(edit?.saved ?? savedRowOf(field), edit, () => ({}));
      return (name) => ({
        ...boundField(row, row.refused, dispatch, name, isReadOnly),
        remoteBy: lastSaverOf(topic),
        onChange: (value) => changes.edit(field, { [name]: value }),
      });
    },
  };
}
