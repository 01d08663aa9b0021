import { useEffect, useEffectEvent } from 'react';
import { type Blocker, useBlocker } from 'react-router';
import { pathWithoutSlug, paths } from '#admin/paths.ts';

/** Blocks leaving the page while `mustAsk` returns true, except for the sign-in screen, since the session is over then. */
export function useLeaveBlocker(mustAsk: () => boolean): Blocker {
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      pathWithoutSlug(nextLocation.pathname) !== pathWithoutSlug(currentLocation.pathname) &&
      nextLocation.pathname !== paths.signIn &&
      mustAsk(),
  );
  const handleUnload = useEffectEvent((event: BeforeUnloadEvent) => {
    // The person has already chosen to leave.
    if (blocker.state !== 'proceeding' && mustAsk()) event.preventDefault();
  });

  useEffect(() => {
    const listener = (event: BeforeUnloadEvent) => handleUnload(event);
    window.addEventListener('beforeunload', listener);
    return () => window.removeEventListener('beforeunload', listener);
  }, []);
  return blocker;
}
