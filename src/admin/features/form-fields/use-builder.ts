import { useEffect, useReducer, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { useDraft } from '#admin/api/use-draft.ts';
import type { FormField } from '#contract/form-field.ts';
import { type BuilderDraft, builderDraftSchema, draftedForm, emptyDraft, type FieldMark, reduceDraft } from './builder-draft.ts';
import type { FieldCalls } from './field-calls.ts';
import type { FieldValues } from './field-edits.ts';
import { recordMove } from './recorded-moves.ts';
import { positionText } from './sortable-fields.tsx';
import { useSaveForm } from './use-save-form.ts';

interface BuilderOptions {
  /** The fields as they are saved, in their order. */
  readonly saved: readonly FormField[];
  readonly calls: FieldCalls;
  /** Called when something in a field is wrong, with its editor open. */
  readonly onRefused: (fieldId: string) => void;
}

/** Unsaved changes; those of a session that ended are taken up again (decision 26). */
function useUnsaved(saved: readonly FormField[]) {
  const unsaved = useRef<BuilderDraft>(undefined);
  const kept = useDraft('fields', builderDraftSchema, () => unsaved.current);
  const [draft, dispatch] = useReducer(reduceDraft, kept ?? emptyDraft);
  useEffect(() => {
    unsaved.current = draftedForm(saved, draft).changes > 0 ? draft : undefined;
  }, [saved, draft]);
  return { draft, dispatch };
}

/** The fields that were added since the form was last saved: they stand in the form, but are news to the eye. */
function useNews() {
  const [newIds, setNewIds] = useState<ReadonlySet<string>>(new Set());
  return {
    newIds,
    add: (fieldId: string) => setNewIds((before) => new Set(before).add(fieldId)),
    clear: () => setNewIds(new Set()),
  };
}

/** A builder's unsaved changes, and what a person can do about them. */
export function useBuilder({ saved, calls, onRefused }: BuilderOptions) {
  const { draft, dispatch } = useUnsaved(saved);
  const news = useNews();
  const [openId, setOpenId] = useState<string>();
  const [announcement, setAnnouncement] = useState('');
  const form = draftedForm(saved, draft);
  const seenIds = form.fields.map(({ id }) => id);
  const asSaved = (fieldId: string): FormField | undefined => saved.find(({ id }) => id === fieldId);

  const open = (fieldId: string | undefined) => {
    const before = asSaved(openId ?? '');
    if (before !== undefined) dispatch({ type: 'edit ended', field: before });
    setOpenId(fieldId);
  };

  const saving = useSaveForm({
    saved,
    draft,
    dispatch,
    calls,
    onSaved: news.clear,
    onRefused: (fieldId) => {
      flushSync(() => setOpenId(fieldId));
      onRefused(fieldId);
    },
  });

  return {
    ...saving,
    form,
    edits: draft.edits,
    openId,
    announcement,
    marksOf: ({ id }: FormField): FieldMark[] => [
      ...(news.newIds.has(id) ? (['New'] as const) : []),
      ...(form.editedIds.has(id) ? (['Edited'] as const) : []),
      ...(form.movedIds.has(id) ? (['Moved'] as const) : []),
    ],
    discard: () => {
      dispatch({ type: 'discarded' });
      setOpenId(undefined);
    },
    noteAdded: (field: FormField | undefined) => {
      if (field === undefined) return;
      news.add(field.id);
      setAnnouncement(`Added ${positionText(field.label, saved.length, saved.length + 1)}.`);
    },
    noteDeleted: (field: FormField) => {
      dispatch({ type: 'edit dropped', fieldId: field.id });
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
      const field = asSaved(id);
      if (field !== undefined) dispatch({ type: 'edited', field, values });
    },
    undo: ({ id }: FormField) => dispatch({ type: 'edit dropped', fieldId: id }),
    takeTheirs: ({ id }: FormField) => dispatch({ type: 'theirs taken', fieldId: id }),
  };
}
