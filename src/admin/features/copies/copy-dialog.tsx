import { Alert, Button, Modal } from '@mantine/core';
import { useMediaQuery, useMounted } from '@mantine/hooks';
import { type ReactNode, type SubmitEvent, useState } from 'react';
import { DialogFooter } from '#admin/ui/dialogs/dialog-footer.tsx';
import { LeaveDialog } from '#admin/ui/dialogs/leave-dialog.tsx';
import { focusFirstWrong } from '#admin/ui/inputs/focus-first-wrong.ts';
import { IconAlertCircle } from '#admin/ui/layout/icons.tsx';
import { NOT_COPIED } from '#contract/texts/copy.ts';
import tall from '#admin/ui/dialogs/tall-dialog.module.css';
import classes from './copy-dialog.module.css';

const PHONE = '(max-width: 40em)';

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

/** The frame of the dialogs that copy: it asks before it drops what was changed, and focuses the first wrong field. */
export function CopyDialog({ title, opened, isChanged, isPending, onClose, onClosed, ...form }: CopyDialogProps) {
  const isPhone = useMediaQuery(PHONE, false, { getInitialValueInEffect: false });
  // Mantine's Modal returns the focus only if it was closed when it was mounted.
  const isMounted = useMounted();
  const [isAsking, setAsking] = useState(false);
  const handleClose = () => {
    if (isPending) return;
    // Opens after the key press that closes the dialog, which would close the question too.
    if (isChanged) setTimeout(() => setAsking(true));
    else onClose();
  };
  const handleLeave = () => {
    setAsking(false);
    onClose();
  };
  return (
    <Modal
      opened={opened && isMounted}
      onClose={handleClose}
      onExitTransitionEnd={onClosed}
      title={title}
      size="39rem"
      fullScreen={isPhone}
      closeOnEscape={!isAsking}
      classNames={{ content: tall.content, body: tall.body }}
    >
      <CopyForm {...form} isPending={isPending} onCancel={handleClose} />
      <LeaveDialog opened={isAsking} onStay={() => setAsking(false)} onLeave={handleLeave} />
    </Modal>
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
