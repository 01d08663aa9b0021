/** The window of a sign-in, as far as the session looks at it. */
export interface SignInWindow {
  readonly closed: boolean;
  focus: () => void;
  close: () => void;
}

/** The pieces of the browser that the session works with; tests bring their own. */
export interface SessionBrowser {
  readonly fetch: (path: string, init: RequestInit) => Promise<Response>;
  /** Shared by all tabs; may throw when the person has switched storage off. */
  readonly localStorage: () => Storage;
  /** This tab's own. */
  readonly sessionStorage: () => Storage;
  /** Takes turns with the other tabs. */
  readonly takeTurn: <Result>(name: string, work: () => Promise<Result>) => Promise<Result>;
  /** Null when the browser blocked it. */
  readonly openWindow: (path: string) => SignInWindow | null;
  readonly openChannel: (name: string) => BroadcastChannel;
  /** Gives `message`, `storage`, `focus` and `pageshow`. */
  readonly events: EventTarget;
  readonly origin: string;
  readonly leaveFor: (url: string) => void;
  /** Milliseconds since 1970. */
  readonly now: () => number;
}

const POPUP_WIDTH = 480;
const POPUP_HEIGHT = 680;

function centred(): string {
  const left = Math.round(window.screenX + (window.outerWidth - POPUP_WIDTH) / 2);
  const top = Math.round(window.screenY + (window.outerHeight - POPUP_HEIGHT) / 3);
  return `popup,width=${POPUP_WIDTH},height=${POPUP_HEIGHT},left=${left},top=${top}`;
}

async function takeTurn<Result>(name: string, work: () => Promise<Result>): Promise<Result> {
  // Browsers have locks on https and on this machine only; without them two tabs may renew at once, which costs a call.
  if (!('locks' in navigator)) return work();
  return navigator.locks.request(name, work);
}

/** The real browser. */
export const ownBrowser = (): SessionBrowser => ({
  fetch: (path, init) => fetch(path, init),
  localStorage: () => window.localStorage,
  sessionStorage: () => window.sessionStorage,
  takeTurn,
  openWindow: (path) => window.open(path, 'turnout-sign-in', centred()),
  openChannel: (name) => new BroadcastChannel(name),
  events: window,
  origin: window.location.origin,
  leaveFor: (url) => window.location.assign(url),
  now: () => Date.now(),
});
