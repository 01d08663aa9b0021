import { Alert, Button, Modal } from '@mantine/core';
import type { UseMutationResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { messageOf } from '#admin/api/api-error.ts';
import { CANNOT_BE_UNDONE } from '#contract/texts/staff.ts';
import { IconAlertCircle, IconAlertTriangle } from '../layout/icons.tsx';
import classes from './dialog.module.css';

interface ConfirmDialogProps {
  opened: boolean;
  /** The question, which names what is deleted: "Delete ‘Leading through change’?" */
  title: string;
  /** What else is lost; leave out when nothing is. */
  loss?: ReactNode;
  confirmLabel: string;
  isPending: boolean;
  failure?: string | undefined;
  onConfirm: () => void;
  onClose: () => void;
  /** A further question. */
  children?: ReactNode;
}

/** Asks before something is deleted for good; the focus starts on Cancel, so that a stray Enter does no harm. */
export function ConfirmDialog({ opened, title, loss, confirmLabel, isPending, failure, onConfirm, onClose, children }: ConfirmDialogProps) {
  const handleClose = () => {
    if (!isPending) onClose();
  };
  return (
    <Modal opened={opened} onClose={handleClose} title={title}>
      {loss === undefined ? null : (
        <Alert className={classes.loss} role="note" color="red" icon={<IconAlertTriangle />}>
          {loss}
        </Alert>
      )}
      <p className={classes.undone}>{CANNOT_BE_UNDONE}</p>
      {children}
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

interface DeletionDialogProps extends Omit<ConfirmDialogProps, 'isPending' | 'failure'> {
  deletion: Pick<UseMutationResult, 'isPending' | 'error' | 'reset'>;
  failureTitle?: string;
}

/** Confirms a deletion, and shows that it runs or why it failed. */
export function DeletionDialog({ deletion, failureTitle = '', onClose, ...dialog }: DeletionDialogProps) {
  const handleClose = () => {
    deletion.reset();
    onClose();
  };
  const failure = deletion.error === null ? undefined : `${failureTitle} ${messageOf(deletion.error)}`.trim();
  return <ConfirmDialog {...dialog} isPending={deletion.isPending} failure={failure} onClose={handleClose} />;
}
