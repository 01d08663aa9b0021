import type { UseMutationResult } from '@tanstack/react-query';
import { useState } from 'react';
import { z } from 'zod';
import { errorAt, messageOf } from '#admin/api/api-error.ts';
import { useDraftSaver, useSavedDraft } from './use-draft.ts';

const draftSchema = z.string();

interface AddByTitle<Added> {
  /** Name of the draft, unique within its page. */
  draft: string;
  add: UseMutationResult<Added, Error, { title: string }>;
  opened: boolean;
  onClose: () => void;
  onAdded: (added: Added) => void;
}

/** State and handlers of a dialog that adds something by its title, as the properties of `TitleDialog`. */
export function useAddByTitle<Added>({ draft, add, opened, onClose, onAdded }: AddByTitle<Added>) {
  const old = useSavedDraft(draft, draftSchema);
  const [title, setTitle] = useState(old ?? '');
  useDraftSaver(draft, () => (opened && title !== '' ? title : undefined));
  const titleError = errorAt(add.error, 'title');
  const close = () => {
    add.reset();
    setTitle('');
    onClose();
  };
  return {
    opened,
    title,
    isPending: add.isPending,
    titleError,
    failure: add.isError && titleError === undefined ? messageOf(add.error) : undefined,
    onTitleChange: setTitle,
    onSubmit: (chosen: string) => add.mutate({ title: chosen }, { onSuccess: onAdded }),
    onClose: close,
  };
}
