import { useEffect, useEffectEvent } from 'react';
import { type Blocker, type Location, useBlocker } from 'react-router';
import { paths, pathWithoutSlug } from '#admin/paths.ts';
import { type Loss, losses } from './losses.ts';

export const isAnotherPage: Loss['isLost'] = (from, to) => pathWithoutSlug(from.pathname) !== pathWithoutSlug(to.pathname);

/** Asks before the page is left while `mustAsk` returns true, but not on the way to the sign-in screen, since the session is over then. */
export function useLeaveBlocker(mustAsk: () => boolean, isLeft: Loss['isLost'] = isAnotherPage): Blocker {
  const isLost = useEffectEvent((from: Location, to: Location) => isLeft(from, to) && mustAsk());
  const blocker = useBlocker(
    ({ currentLocation: from, nextLocation: to }) => to.pathname !== paths.signIn && [...losses].some((each) => each.isLost(from, to)),
  );
  // No question once the person has chosen to leave.
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
