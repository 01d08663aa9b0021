import { useSyncExternalStore } from 'react';
import { realBrowser } from './session-browser.ts';
import { SessionKeeper, type SessionSnapshot } from './session-keeper.ts';

const keeper = new SessionKeeper(realBrowser());

export const { signIn, signOut, getToken, renew, getSnapshot } = keeper;
export const useSession = (): SessionSnapshot => useSyncExternalStore(keeper.subscribe, getSnapshot, getSnapshot);

export function useSelf(): string | undefined {
  const session = useSession();
  return session.status === 'signed-in' ? session.user.email : undefined;
}
