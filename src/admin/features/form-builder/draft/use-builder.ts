import { useReducer, useState } from 'react';
import { flushSync } from 'react-dom';
import { useDraftSaver, useSavedDraft } from '#admin/forms/use-draft.ts';
import type { FormField } from '#contract/form-field.ts';
import { ON_THE_FORM_NOW } from '#contract/texts/builder.ts';
import type { FieldMutations } from '../field-mutations.ts';
import { positionText } from '../fields/sortable-fields.tsx';
import { builderDraftSchema, draftedForm, emptyDraft, type FieldMark, reduceDraft } from './builder-draft.ts';
import { type FieldValues, isChanged, remoteParts, savedField } from './field-edits.ts';
import { recordMove } from './recorded-moves.ts';
import { useSaveForm } from './use-save-form.ts';

interface BuilderOptions {
  readonly saved: readonly FormField[];
  readonly calls: FieldMutations;
  readonly onInvalid: (fieldId: string) => void;
}

export type Builder = ReturnType<typeof useBuilder>;

/** The state of a builder and the actions on it. */
export function useBuilder({ saved, calls, onInvalid }: BuilderOptions) {
  const storedDraft = useSavedDraft('fields', builderDraftSchema);
  const [draft, dispatch] = useReducer(reduceDraft, storedDraft ?? emptyDraft);
  // Added, and so on the public form, while this page is open.
  const [newIds, setNewIds] = useState<ReadonlySet<string>>(new Set());
  const [openId, setOpenId] = useState<string>();
  const [announcement, setAnnouncement] = useState('');
  const drafted = draftedForm(saved, draft);
  useDraftSaver('fields', () => (drafted.changes > 0 ? draft : undefined));
  const seenIds = drafted.fields.map(({ id }) => id);
  const findSaved = (fieldId: string): FormField | undefined => saved.find(({ id }) => id === fieldId);

  const open = (fieldId: string | undefined) => {
    const before = findSaved(openId ?? '');
    // Spaces that are not stored are no edit.
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
    ...saving,
    drafted,
    edits: draft.edits,
    openId,
    announcement,
    isNew: ({ id }: FormField): boolean => newIds.has(id),
    marksOf: ({ id }: FormField): FieldMark[] => [
      ...(drafted.editedIds.has(id) ? (['Edited'] as const) : []),
      ...(drafted.movedIds.has(id) ? (['Moved'] as const) : []),
    ],
    discard: () => {
      dispatch({ type: 'discarded' });
      setOpenId(undefined);
    },
    handleAdded: (field: FormField | undefined) => {
      if (field === undefined) return;
      setNewIds((before) => new Set(before).add(field.id));
      setAnnouncement(`Added ${positionText(field.label, saved.length, saved.length + 1)}. ${ON_THE_FORM_NOW}.`);
    },
    handleDeleted: (field: FormField) => {
      dispatch({ type: 'dropped', row: field });
      setAnnouncement(`Deleted ${field.label}.`);
    },
    move: (field: FormField, index: number) => {
      const move = recordMove(seenIds, field.id, index);
      if (move === undefined) return;
      dispatch({ type: 'moved', move, saved });
      setAnnouncement(`${positionText(field.label, index, seenIds.length)}.`);
    },
    open,
    edit: ({ id }: FormField, values: Partial<FieldValues>) => {
      const field = findSaved(id);
      // The state that the edit began with is kept until a save: by its version the server finds conflicts.
      if (field !== undefined) dispatch({ type: 'edited', row: draft.edits[id]?.saved ?? savedField(field), values });
    },
    undo: (field: FormField) => dispatch({ type: 'dropped', row: field }),
    takeRemote: ({ id }: FormField) => {
      const edit = draft.edits[id];
      if (edit !== undefined) dispatch({ type: 'reverted', row: edit.saved, names: Object.keys(remoteParts(edit)) });
    },
  };
}
