import { Button, Modal } from '@mantine/core';
import classes from './dialog.module.css';
import { useLeaveBlocker } from './use-leave-blocker.ts';

/**
 * Asks before a page with unsaved edits is left. `hasUnsaved` is asked at that moment. Nobody is asked on the way to the
 * sign-in screen: what was typed is kept as a draft.
 */
export function UnsavedChanges({ hasUnsaved }: { hasUnsaved: () => boolean }) {
  const blocker = useLeaveBlocker(hasUnsaved);
  const stay = () => blocker.reset?.();
  return (
    <Modal opened={blocker.state === 'blocked'} onClose={stay} title="Leave without saving?" closeButtonProps={{ 'aria-label': 'Close' }}>
      <p className={classes.undone}>What you typed here is not saved and would be lost.</p>
      <div className={classes.actions}>
        <Button variant="default" data-autofocus onClick={stay}>
          Stay
        </Button>
        <Button color="red" onClick={() => blocker.proceed?.()}>
          Leave
        </Button>
      </div>
    </Modal>
  );
}
