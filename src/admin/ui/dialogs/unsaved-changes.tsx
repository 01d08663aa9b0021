import { useEffect, useEffectEvent } from 'react';
import { type Blocker, type Location, useBlocker } from 'react-router';
import { paths, pathWithoutSlug } from '#admin/paths.ts';
import { LeaveQuestion } from './dialog.tsx';
import { type Loss, losses } from './losses.ts';
import { DialogPart } from './use-dialog.tsx';

const isAnotherPage: Loss['isLost'] = (from, to) => pathWithoutSlug(from.pathname) !== pathWithoutSlug(to.pathname);

/**
 * Blocks leaving the page while `mustAsk` returns true, except for the sign-in screen, since the session is over then; `isLeft` says
 * which addresses leave it.
 */
export function useLeaveBlocker(mustAsk: () => boolean, isLeft: Loss['isLost'] = isAnotherPage): Blocker {
  const isLost = useEffectEvent((from: Location, to: Location) => isLeft(from, to) && mustAsk());
  const blocker = useBlocker(
    ({ currentLocation: from, nextLocation: to }) => to.pathname !== paths.signIn && [...losses].some((each) => each.isLost(from, to)),
  );
  // Nothing is asked once the person has chosen to leave.
  const isUnsaved = useEffectEvent(() => blocker.state !== 'proceeding' && mustAsk());

  useEffect(() => {
    const loss: Loss = { isUnsaved: () => isUnsaved(), isLost: (from, to) => isLost(from, to) };
    const listener = (event: BeforeUnloadEvent) => (loss.isUnsaved() ? event.preventDefault() : undefined);
    losses.add(loss);
    window.addEventListener('beforeunload', listener);
    return () => {
      losses.delete(loss);
      window.removeEventListener('beforeunload', listener);
    };
  }, []);
  return blocker;
}

interface UnsavedChangesProps {
  /** Called when the page is about to be left. */
  hasUnsaved: () => boolean;
  /** Which addresses lose the edits, if not only other pages. */
  isLeft?: (from: Location, to: Location) => boolean;
}

/** Asks before a page with unsaved edits is left. */
export function UnsavedChanges({ hasUnsaved, isLeft }: UnsavedChangesProps) {
  const blocker = useLeaveBlocker(hasUnsaved, isLeft);
  return (
    <DialogPart opened={blocker.state === 'blocked'} onClose={() => blocker.reset?.()}>
      <LeaveQuestion onLeave={() => blocker.proceed?.()} />
    </DialogPart>
  );
}
