export interface SignInWindow {
  readonly closed: boolean;
  focus: () => void;
  close: () => void;
}

/** The parts of the browser that the session uses; tests pass a fake. */
export interface SessionBrowser {
  readonly fetch: (path: string, init: RequestInit) => Promise<Response>;
  /** Shared by all tabs; may throw if storage is switched off. */
  readonly localStorage: () => Storage;
  readonly sessionStorage: () => Storage;
  /** Runs `work` while holding a lock that all tabs share. */
  readonly withLock: <Result>(name: string, work: () => Promise<Result>) => Promise<Result>;
  /** Returns null when the browser blocked the popup. */
  readonly openWindow: (path: string) => SignInWindow | null;
  /** Undefined if cookies are blocked: Firefox then throws. */
  readonly openChannel: (name: string) => BroadcastChannel | undefined;
  /** Emits `message`, `storage`, `focus` and `pageshow`. */
  readonly events: EventTarget;
  readonly origin: string;
  readonly navigateTo: (url: string) => void;
  readonly now: () => number;
}

const POPUP_WIDTH = 480;
const POPUP_HEIGHT = 680;

function centred(): string {
  const left = Math.round(window.screenX + (window.outerWidth - POPUP_WIDTH) / 2);
  const top = Math.round(window.screenY + (window.outerHeight - POPUP_HEIGHT) / 3);
  return `popup,width=${POPUP_WIDTH},height=${POPUP_HEIGHT},left=${left},top=${top}`;
}

async function withLock<Result>(name: string, work: () => Promise<Result>): Promise<Result> {
  // Browsers have locks on https and localhost only. Without them two tabs may renew at the same time, which only costs a call.
  if (!('locks' in navigator)) return work();
  return navigator.locks.request(name, work);
}

export const realBrowser = (): SessionBrowser => ({
  fetch: (path, init) => fetch(path, init),
  localStorage: () => window.localStorage,
  sessionStorage: () => window.sessionStorage,
  withLock,
  openWindow: (path) => window.open(path, 'turnout-sign-in', centred()),
  openChannel: (name) => (navigator.cookieEnabled ? new BroadcastChannel(name) : undefined),
  events: window,
  origin: window.location.origin,
  navigateTo: (url) => window.location.assign(url),
  now: () => Date.now(),
});
