import { useEffect, useEffectEvent } from 'react';
import { type Blocker, useBlocker } from 'react-router';
import { pathWithoutSlug, paths } from '#admin/paths.ts';

/**
 * Blocks leaving the page by a link, by Back or by closing the tab while `mustAsk` returns true. The sign-in screen can always be reached,
 * since the session is over then. Returns the router's blocker, whose state is `blocked` while a question is open.
 */
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
