import { Alert, Button } from '@mantine/core';
import type { ReactNode, SubmitEvent } from 'react';
import { DialogFooter } from '#admin/ui/dialogs/dialog-footer.tsx';
import { FormDialog } from '#admin/ui/dialogs/form-dialog.tsx';
import { focusFirstWrong } from '#admin/ui/inputs/focus-first-wrong.ts';
import { IconAlertCircle } from '#admin/ui/layout/icons.tsx';
import { NOT_COPIED } from '#contract/texts/copy.ts';
import classes from './copy-dialog.module.css';

interface CopyDialogProps {
  title: string;
  opened: boolean;
  isChanged: boolean;
  isPending: boolean;
  failure: string | undefined;
  note?: ReactNode;
  submitLabel: string;
  onSubmit: () => void;
  onClose: () => void;
  /** Called when it is out of sight. */
  onClosed: () => void;
  children: ReactNode;
}

/** The frame of the dialogs that copy: it focuses the first wrong field. */
export function CopyDialog({ title, opened, isChanged, isPending, onClose, onClosed, ...form }: CopyDialogProps) {
  return (
    <FormDialog title={title} opened={opened} isChanged={isChanged} isPending={isPending} onClose={onClose} onClosed={onClosed}>
      {(cancel) => <CopyForm {...form} isPending={isPending} onCancel={cancel} />}
    </FormDialog>
  );
}

type CopyFormProps = Pick<CopyDialogProps, 'isPending' | 'failure' | 'note' | 'submitLabel' | 'onSubmit' | 'children'> & {
  onCancel: () => void;
};

function CopyForm({ isPending, failure, note, submitLabel, onSubmit, onCancel, children }: CopyFormProps) {
  const handleSubmit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = event.currentTarget;
    if (!isPending) onSubmit();
    // After the errors are rendered.
    setTimeout(() => focusFirstWrong(form));
  };
  return (
    <form className={classes.form} onSubmit={handleSubmit} noValidate>
      <div className={classes.fields}>
        {children}
        <p className={classes.quiet}>{NOT_COPIED}</p>
        {failure === undefined ? null : (
          <Alert color="red" icon={<IconAlertCircle />}>
            {failure}
          </Alert>
        )}
      </div>
      <DialogFooter note={note}>
        <Button variant="default" onClick={onCancel}>
          Cancel
        </Button>
        <Button type="submit" loading={isPending}>
          {submitLabel}
        </Button>
      </DialogFooter>
    </form>
  );
}
