import { Alert, Button } from '@mantine/core';
import type { ReactNode } from 'react';
import type { useNewRecord } from '#admin/records/use-record.ts';
import { DialogFooter } from '#admin/ui/dialogs/dialog-footer.tsx';
import { FormDialog } from '#admin/ui/dialogs/form-dialog.tsx';
import { IconAlertCircle } from '#admin/ui/layout/icons.tsx';
import { NOT_COPIED } from '#contract/texts/copy.ts';
import classes from './copy-dialog.module.css';

interface CopyDialogProps {
  title: string;
  opened: boolean;
  copy: Pick<ReturnType<typeof useNewRecord>, 'changes' | 'isSaving' | 'failure' | 'setForm' | 'submit' | 'discard'>;
  note?: ReactNode;
  submitLabel: string;
  onClose: () => void;
  children: ReactNode;
}

/** The frame of the dialogs that copy. */
export function CopyDialog({ title, opened, copy, onClose, ...form }: CopyDialogProps) {
  return (
    <FormDialog
      title={title}
      opened={opened}
      isChanged={copy.changes > 0}
      isPending={copy.isSaving}
      onClose={onClose}
      onClosed={copy.discard}
    >
      {(cancel) => <CopyForm {...form} copy={copy} onCancel={cancel} />}
    </FormDialog>
  );
}

type CopyFormProps = Pick<CopyDialogProps, 'copy' | 'note' | 'submitLabel' | 'children'> & { onCancel: () => void };

function CopyForm({ copy: { setForm, submit, failure, isSaving }, note, submitLabel, onCancel, children }: CopyFormProps) {
  return (
    <form ref={setForm} className={classes.form} onSubmit={submit} noValidate>
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
        <Button type="submit" loading={isSaving}>
          {submitLabel}
        </Button>
      </DialogFooter>
    </form>
  );
}
