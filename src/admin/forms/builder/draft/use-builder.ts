import { useState } from 'react';
import { flushSync } from 'react-dom';
import { positionText } from '#admin/ui/table/position-text.ts';
import type { FormField } from '#contract/forms/form-field.ts';
import { ON_THE_FORM_NOW } from '#contract/texts/builder.ts';
import type { FieldMutations } from '../field-mutations.ts';
import type { FieldMark } from './builder-draft.ts';
import { isChanged, remoteFieldValues } from './field-edits.ts';
import { useChanges } from './use-changes.ts';
import { useSaveForm } from './use-save-form.ts';

interface BuilderOptions {
  readonly saved: readonly FormField[];
  readonly calls: FieldMutations;
  readonly onInvalid: (fieldId: string) => void;
  /** Asks whether to delete a field. */
  readonly onDelete: (field: FormField) => void;
}

export type Builder = ReturnType<typeof useBuilder>;

/** The state of a builder and the actions on it. */
export function useBuilder({ saved, calls, onInvalid, onDelete }: BuilderOptions) {
  // Added, and so on the public form, while this page is open.
  const [newIds, setNewIds] = useState<ReadonlySet<string>>(new Set());
  const [openId, setOpenId] = useState<string>();
  const [announcement, setAnnouncement] = useState('');
  const changes = useChanges({ saved, announce: setAnnouncement, onDelete });
  const { draft, dispatch, drafted, findSaved } = changes;

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
    ...changes,
    ...saving,
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
      changes.clear();
      setOpenId(undefined);
    },
    /** `original` is the field that it is a copy of. */
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
    takeRemote: ({ id }: FormField) => {
      const edit = draft.edits[id];
      if (edit !== undefined) dispatch({ type: 'reverted', row: edit.saved, names: Object.keys(remoteFieldValues(edit)) });
    },
  };
}
