import { type QueryKey, useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { z } from 'zod';
import { errorAt, messageOf } from '#admin/api/api-error.ts';
import { useIdempotencyKeys } from '#admin/api/idempotency-key.ts';
import { TitleDialog } from '#admin/ui/dialogs/title-dialog.tsx';
import { useDraftSaver, useSavedDraft } from './use-draft.ts';

const draftSchema = z.string();

interface AddDialogProps<Added> {
  /** Name of the draft, unique within its page. */
  draft: string;
  heading: string;
  description: string;
  add: (sent: { body: { title: string }; idempotencyKey: string }) => Promise<Added>;
  /** Key of the dashboard's cards that then have one more. */
  cardsKey: QueryKey;
  opened: boolean;
  onClose: () => void;
  onAdded: (added: Added) => void;
}

/** Asks for a title and adds something that is known by it. */
export function AddDialog<Added>({ draft, heading, description, add, cardsKey, opened, onClose, onAdded }: AddDialogProps<Added>) {
  const queryClient = useQueryClient();
  const keyOf = useIdempotencyKeys();
  const adding = useMutation({
    mutationFn: (body: { title: string }) => add({ body, idempotencyKey: keyOf(body) }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: cardsKey }),
  });
  const old = useSavedDraft(draft, draftSchema);
  const [title, setTitle] = useState(old ?? '');
  useDraftSaver(draft, () => (opened && title !== '' ? title : undefined));
  const titleError = errorAt(adding.error, 'title');
  const handleClose = () => {
    adding.reset();
    setTitle('');
    onClose();
  };
  return (
    <TitleDialog
      opened={opened}
      heading={heading}
      description={description}
      title={title}
      isPending={adding.isPending}
      titleError={titleError}
      failure={adding.isError && titleError === undefined ? messageOf(adding.error) : undefined}
      onTitleChange={setTitle}
      onSubmit={(chosen) => adding.mutate({ title: chosen }, { onSuccess: onAdded })}
      onClose={handleClose}
    />
  );
}
