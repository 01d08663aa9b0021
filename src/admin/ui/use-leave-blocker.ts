import { useEffect, useEffectEvent } from 'react';
import { type Blocker, useBlocker } from 'react-router';
import { barePath, paths } from '#admin/paths.ts';

/**
 * Holds whoever is about to leave the page by a link, by Back or by closing the tab; `mustAsk` is asked at that moment. The
 * way to the sign-in screen is free: the session is over then. Gives what to ask about: it is `blocked` while somebody waits.
 */
export function useLeaveBlocker(mustAsk: () => boolean): Blocker {
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      barePath(nextLocation.pathname) !== barePath(currentLocation.pathname) && nextLocation.pathname !== paths.signIn && mustAsk(),
  );
  const handleUnload = useEffectEvent((event: BeforeUnloadEvent) => {
    // Who has chosen to leave is not asked again.
    if (blocker.state !== 'proceeding' && mustAsk()) event.preventDefault();
  });

  useEffect(() => {
    const listener = (event: BeforeUnloadEvent) => handleUnload(event);
    window.addEventListener('beforeunload', listener);
    return () => window.removeEventListener('beforeunload', listener);
  }, []);
  return blocker;
}
