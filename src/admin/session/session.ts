import { realBrowser } from './session-browser.ts';
import { SessionKeeper } from './session-keeper.ts';

/** The only session of the app. */
export const { signIn, signOut, getToken, renew, subscribe, getSnapshot } = new SessionKeeper(realBrowser());
