import { useEffect, useEffectEvent } from 'react';
import { type Blocker, type Location, useBlocker } from 'react-router';
import { pathWithoutSlug, paths } from '#admin/paths.ts';

/** Whether something is lost by leaving one address for another. */
type IsLost = (from: Location, to: Location) => boolean;

/** The router asks only the blocker that came last, so each answers for all. */
const losses = new Set<IsLost>();

const isAnotherPage: IsLost = (from, to) => pathWithoutSlug(from.pathname) !== pathWithoutSlug(to.pathname);

/**
 * Blocks leaving the page while `mustAsk` returns true, except for the sign-in screen, since the session is over then; `isLeft` says
 * which addresses leave it.
 */
export function useLeaveBlocker(mustAsk: () => boolean, isLeft: IsLost = isAnotherPage): Blocker {
  const isLost = useEffectEvent((from: Location, to: Location) => isLeft(from, to) && mustAsk());
  const blocker = useBlocker(
    ({ currentLocation: from, nextLocation: to }) => to.pathname !== paths.signIn && [...losses].some((each) => each(from, to)),
  );
  const handleUnload = useEffectEvent((event: BeforeUnloadEvent) => {
    // The person has already chosen to leave.
    if (blocker.state !== 'proceeding' && mustAsk()) event.preventDefault();
  });

  useEffect(() => {
    const loss: IsLost = (from, to) => isLost(from, to);
    const listener = (event: BeforeUnloadEvent) => handleUnload(event);
    losses.add(loss);
    window.addEventListener('beforeunload', listener);
    return () => {
      losses.delete(loss);
      window.removeEventListener('beforeunload', listener);
    };
  }, []);
  return blocker;
}
