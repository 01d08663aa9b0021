import { Button, Modal } from '@mantine/core';
import { useLeaveBlocker } from '#admin/ui/dialogs/use-leave-blocker.ts';
import classes from './stop-question.module.css';

interface StopQuestionProps {
  /** Called when the page is about to be left. */
  isRunning: () => boolean;
  opened: boolean;
  onStay: () => void;
  onStop: () => void;
}

/** Confirms closing a running import, or leaving its page. */
export function StopQuestion({ isRunning, opened, onStay, onStop }: StopQuestionProps) {
  const blocker = useLeaveBlocker(isRunning);
  const stay = () => {
    blocker.reset?.();
    onStay();
  };
  const stop = () => {
    onStop();
    blocker.proceed?.();
  };
  return (
    <Modal
      opened={opened || blocker.state === 'blocked'}
      onClose={stay}
      title="Stop the import?"
      closeButtonProps={{ 'aria-label': 'Keep importing' }}
    >
      <p className={classes.text}>Rows that were added stay in the event; the others are not imported.</p>
      <div className={classes.actions}>
        <Button variant="default" data-autofocus onClick={stay}>
          Keep importing
        </Button>
        <Button color="red" onClick={stop}>
          Stop
        </Button>
      </div>
    </Modal>
  );
}
