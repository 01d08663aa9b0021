import { useSyncExternalStore } from 'react';
import { realBrowser } from './session-browser.ts';
import { SessionKeeper, type SessionSnapshot } from './session-keeper.ts';

const keeper = new SessionKeeper(realBrowser());

export const { signIn, signOut, getToken, renew, getSnapshot } = keeper;
export const useSession = (): SessionSnapshot => useSyncExternalStore(keeper.subscribe, getSnapshot, getSnapshot);

/** The address of the person who is signed in. */
export const selfOf = (session: SessionSnapshot): string | undefined => (session.status === 'signed-in' ? session.user.email : undefined);
export const useSelf = (): string | undefined => selfOf(useSession());
