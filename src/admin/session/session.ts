import { useSyncExternalStore } from 'react';
import type { Endpoint } from '#contract/endpoint.ts';
import { rightsOf } from '#contract/session/user.ts';
import { realBrowser } from './session-browser.ts';
import { SessionKeeper, type SessionSnapshot } from './session-keeper.ts';

const keeper = new SessionKeeper(realBrowser());

export const { signIn, signOut, getToken, renew, getSnapshot } = keeper;
export const useSession = (): SessionSnapshot => useSyncExternalStore(keeper.subscribe, getSnapshot, getSnapshot);

/** The address of the person who is signed in. */
export const selfOf = (session: SessionSnapshot): string | undefined => (session.status === 'signed-in' ? session.user.email : undefined);
export const useSelf = (): string | undefined => selfOf(useSession());

export type Call = Pick<Endpoint, 'needs'>;

/** Which calls the signed-in person may make. When the session ends all remain, since an open dialog must still keep what was typed. */
export function useMay(): (call: Call) => boolean {
  const session = useSession();
  return ({ needs }) => session.status !== 'signed-in' || rightsOf(session.user).includes(needs);
}
