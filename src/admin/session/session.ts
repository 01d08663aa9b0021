import { useSyncExternalStore } from 'react';
import { realBrowser } from './session-browser.ts';
import { SessionKeeper, type SessionSnapshot } from './session-keeper.ts';

const keeper = new SessionKeeper(realBrowser());

export const { signIn, signOut, getToken, renew, getSnapshot } = keeper;

/** The session's state; renders again when it changes. */
export const useSession = (): SessionSnapshot => useSyncExternalStore(keeper.subscribe, getSnapshot, getSnapshot);

/** The address of the person who is signed in. */
export function useSelf(): string | undefined {
  const session = useSession();
  return session.status === 'signed-in' ? session.user.email : undefined;
}
