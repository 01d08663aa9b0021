import { Button, Modal } from '@mantine/core';
import classes from './dialog.module.css';

interface LeaveDialogProps {
  opened: boolean;
  onStay: () => void;
  onLeave: () => void;
}

/** Asks before unsaved edits are lost. The focus starts on Stay, so that a stray Enter does no harm. */
export function LeaveDialog({ opened, onStay, onLeave }: LeaveDialogProps) {
  return (
    <Modal opened={opened} onClose={onStay} title="Leave without saving?">
      <p className={classes.undone}>What you typed here is not saved and would be lost.</p>
      <div className={classes.actions}>
        <Button variant="default" data-autofocus onClick={onStay}>
          Stay
        </Button>
        <Button color="red" onClick={onLeave}>
          Leave
        </Button>
      </div>
    </Modal>
  );
}
