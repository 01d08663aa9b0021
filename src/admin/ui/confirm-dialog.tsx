import { Alert, Button, Modal } from '@mantine/core';
import { IconAlertCircle, IconAlertTriangle } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { CANNOT_BE_UNDONE } from '#contract/texts/staff.ts';
import classes from './dialog.module.css';

interface ConfirmDialogProps {
  opened: boolean;
  /** The question, with the name of what goes: "Delete ‘Leading through change’?" */
  title: string;
  /** What is lost with it; leave out when nothing is. */
  loss?: ReactNode;
  /** The words of the red button: "Delete event". */
  confirmLabel: string;
  isPending: boolean;
  /** Why the last try failed; the dialog stays open with it. */
  failure?: string;
  onConfirm: () => void;
  onClose: () => void;
}

/**
 * Asks before something goes for good. Starts on Cancel, so that a stray Enter harms nothing, says what is lost, and
 * stays while the deletion runs. The focus goes back to what opened it.
 */
export function ConfirmDialog({ opened, title, loss, confirmLabel, isPending, failure, onConfirm, onClose }: ConfirmDialogProps) {
  const handleClose = () => {
    if (!isPending) onClose();
  };
  return (
    <Modal opened={opened} onClose={handleClose} title={title} closeButtonProps={{ 'aria-label': 'Close' }}>
      {loss === undefined ? null : (
        <Alert className={classes.loss} role="note" color="red" icon={<IconAlertTriangle size={16} stroke={1.75} />}>
          {loss}
        </Alert>
      )}
      <p className={classes.undone}>{CANNOT_BE_UNDONE}</p>
      {failure === undefined ? null : (
        <Alert className={classes.failure} color="red" icon={<IconAlertCircle size={16} stroke={1.75} />}>
          {failure}
        </Alert>
      )}
      <div className={classes.actions}>
        <Button variant="default" data-autofocus onClick={handleClose}>
          Cancel
        </Button>
        <Button color="red" loading={isPending} onClick={onConfirm}>
          {confirmLabel}
        </Button>
      </div>
    </Modal>
  );
}
