import { Alert, Button, Modal, TextInput } from '@mantine/core';
import { type QueryKey, useMutation, useQueryClient } from '@tanstack/react-query';
import { type SubmitEvent, useState } from 'react';
import { z } from 'zod';
import { errorAt, messageOf } from '#admin/api/api-error.ts';
import { useIdempotencyKeys } from '#admin/api/idempotency-key.ts';
import { useDraftSaver, useSavedDraft } from '#admin/forms/use-draft.ts';
import { IconAlertCircle } from '#admin/ui/layout/icons.tsx';
import { isBlank } from '#contract/rules/text.ts';
import { TITLE_REQUIRED } from '#contract/texts/staff.ts';
import classes from '#admin/ui/dialogs/dialog.module.css';

const draftSchema = z.string();

interface AddDialogProps<Added> {
  draft: string;
  heading: string;
  description: string;
  add: (sent: { body: { title: string }; idempotencyKey: string }) => Promise<Added>;
  cardsKey: QueryKey;
  opened: boolean;
  onClose: () => void;
  onAdded: (added: Added) => void;
}

/** Asks for a title and adds something that is known by it; a failure loses nothing that was typed. */
export function AddDialog<Added>({ draft, heading, description, add, cardsKey, opened, onClose, onAdded }: AddDialogProps<Added>) {
  const queryClient = useQueryClient();
  const { keyOf } = useIdempotencyKeys();
  const adding = useMutation({
    mutationFn: (body: { title: string }) => add({ body, idempotencyKey: keyOf(body) }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: cardsKey }),
  });
  const [title, setTitle] = useState(useSavedDraft(draft, draftSchema) ?? '');
  const [sent, setSent] = useState<string>();
  useDraftSaver(draft, () => (opened && title !== '' ? title : undefined));
  const refusal = errorAt(adding.error, 'title');
  const wrong = isBlank(title) ? TITLE_REQUIRED : refusal;

  const handleClose = () => {
    if (adding.isPending) return;
    adding.reset();
    setTitle('');
    setSent(undefined);
    onClose();
  };
  const handleSubmit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (adding.isPending) return;
    setSent(title);
    if (isBlank(title)) event.currentTarget.querySelector('input')?.focus();
    else adding.mutate({ title: title.trim() }, { onSuccess: onAdded });
  };

  return (
    <Modal opened={opened} onClose={handleClose} title={heading}>
      <form onSubmit={handleSubmit} noValidate>
        <TextInput
          label="Title"
          name="title"
          description={description}
          autoComplete="off"
          data-autofocus
          required
          value={title}
          // The error is about the title that was sent, so it goes when the title changes.
          error={sent === title ? wrong : undefined}
          onChange={(event) => setTitle(event.currentTarget.value)}
        />
        {adding.isError && refusal === undefined ? (
          <Alert className={classes.failure} color="red" icon={<IconAlertCircle />}>
            {messageOf(adding.error)}
          </Alert>
        ) : null}
        <div className={classes.actions}>
          <Button variant="default" onClick={handleClose}>
            Cancel
          </Button>
          <Button type="submit" loading={adding.isPending}>
            Create
          </Button>
        </div>
      </form>
    </Modal>
  );
}
