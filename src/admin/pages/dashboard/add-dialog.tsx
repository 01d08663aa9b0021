import { Alert, Button, Modal } from '@mantine/core';
import { type QueryKey, useQueryClient } from '@tanstack/react-query';
import { z } from 'zod';
import { editedRowSchema } from '#admin/records/row-edits.ts';
import { useNewRecord } from '#admin/records/use-record.ts';
import { TextField } from '#admin/ui/inputs/edit-fields.tsx';
import { IconAlertCircle } from '#admin/ui/layout/icons.tsx';
import { isBlank } from '#contract/rules/text.ts';
import { TITLE_REQUIRED } from '#contract/texts/staff.ts';
import classes from '#admin/ui/dialogs/dialog.module.css';

const draftSchema = editedRowSchema(z.object({ title: z.string() }));

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
  const { setForm, submit, field, failure, isSaving, discard } = useNewRecord<{ title: string }, Added>({
    name: draft,
    draft: draftSchema,
    initial: { title: '' },
    problemsOf: ({ title }) => (isBlank(title) ? { title: TITLE_REQUIRED } : {}),
    send: async (body, idempotencyKey) => {
      const added = await add({ body, idempotencyKey });
      await queryClient.invalidateQueries({ queryKey: cardsKey });
      return added;
    },
    onAdded,
    opened,
  });
  const handleClose = () => {
    if (isSaving) return;
    discard();
    onClose();
  };

  return (
    <Modal opened={opened} onClose={handleClose} title={heading}>
      <form ref={setForm} onSubmit={submit} noValidate>
        <TextField label="Title" description={description} data-autofocus required field={field('title')} />
        {failure === undefined ? null : (
          <Alert className={classes.failure} color="red" icon={<IconAlertCircle />}>
            {failure}
          </Alert>
        )}
        <div className={classes.actions}>
          <Button variant="default" onClick={handleClose}>
            Cancel
          </Button>
          <Button type="submit" loading={isSaving}>
            Create
          </Button>
        </div>
      </form>
    </Modal>
  );
}
