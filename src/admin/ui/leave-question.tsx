import { Button, Modal } from '@mantine/core';
import classes from './dialog.module.css';

interface LeaveQuestionProps {
  opened: boolean;
  onStay: () => void;
  onLeave: () => void;
}

/** Asks before unsaved edits are dropped; starts on Stay, so that a stray Enter harms nothing. */
export function LeaveQuestion({ opened, onStay, onLeave }: LeaveQuestionProps) {
  return (
    <Modal opened={opened} onClose={onStay} title="Leave without saving?" closeButtonProps={{ 'aria-label': 'Close' }}>
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
