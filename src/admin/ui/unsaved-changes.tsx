import { Button, Modal } from '@mantine/core';
import { useEffect, useEffectEvent } from 'react';
import { useBlocker } from 'react-router';
import { paths } from '#admin/paths.ts';
import classes from './dialog.module.css';

/**
 * Asks before a page with unsaved edits is left, by a link, by Back or by closing the tab. `hasUnsaved` is asked at that
 * moment. The way to the sign-in screen is free: the session is over then, and what was typed is kept as a draft.
 */
export function UnsavedChanges({ hasUnsaved }: { hasUnsaved: () => boolean }) {
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      nextLocation.pathname !== currentLocation.pathname && nextLocation.pathname !== paths.signIn && hasUnsaved(),
  );
  const handleUnload = useEffectEvent((event: BeforeUnloadEvent) => {
    if (hasUnsaved()) event.preventDefault();
  });

  useEffect(() => {
    const listener = (event: BeforeUnloadEvent) => handleUnload(event);
    window.addEventListener('beforeunload', listener);
    return () => window.removeEventListener('beforeunload', listener);
  }, []);

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
