import { ownBrowser } from './session-browser.ts';
import { SessionKeeper } from './session-keeper.ts';

/** The session of this page: one for the whole app. See SessionKeeper for what each does. */
export const { signIn, signOut, getToken, renew, subscribe, getSnapshot } = new SessionKeeper(ownBrowser());
