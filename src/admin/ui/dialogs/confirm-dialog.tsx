import { Alert, Button, Modal } from '@mantine/core';
import type { ReactNode } from 'react';
import { CANNOT_BE_UNDONE } from '#contract/texts/staff.ts';
import { IconAlertCircle, IconAlertTriangle } from '../layout/icons.tsx';
import classes from './dialog.module.css';

interface ConfirmDialogProps {
  opened: boolean;
  /** The question, which names what is deleted: "Delete ‘Leading through change’?" */
  title: string;
  /** What else is lost; leave out when nothing is. */
  loss?: ReactNode;
  /** The label of the red button: "Delete event". */
  confirmLabel: string;
  isPending: boolean;
  /** Why the last attempt failed; the dialog stays open. */
  failure?: string;
  onConfirm: () => void;
  onClose: () => void;
}

/**
 * Asks before something is deleted for good and says what is lost. The focus starts on Cancel, so that a stray Enter does no harm, and
 * returns to the opener at the end. The dialog stays open while the deletion runs.
 */
export function ConfirmDialog({ opened, title, loss, confirmLabel, isPending, failure, onConfirm, onClose }: ConfirmDialogProps) {
  const handleClose = () => {
    if (!isPending) onClose();
  };
  return (
    <Modal opened={opened} onClose={handleClose} title={title} closeButtonProps={{ 'aria-label': 'Close' }}>
      {loss === undefined ? null : (
        <Alert className={classes.loss} role="note" color="red" icon={<IconAlertTriangle />}>
          {loss}
        </Alert>
      )}
      <p className={classes.undone}>{CANNOT_BE_UNDONE}</p>
      {failure === undefined ? null : (
        <Alert className={classes.failure} color="red" icon={<IconAlertCircle />}>
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
