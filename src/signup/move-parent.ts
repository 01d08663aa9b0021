import type { Visit } from './view.ts';

/** The host to name before the page goes there; undefined for ours and the host page's. */
export function unexpectedHost({ redirectTo, isRedirectKnown }: Visit): string | undefined {
  if (redirectTo === undefined || isRedirectKnown === true) return undefined;
  const { host } = new URL(redirectTo);
  const isFramed = parent !== window && document.referrer !== '';
  return isFramed && new URL(document.referrer).host === host ? undefined : host;
}

/** Time until the visitor is offered a link instead. */
const NAVIGATION_TIMEOUT_MS = 1_000;

/** Navigates the host page, or this one; `onStuck` is called when that is not allowed. @returns cancels it */
export function moveParent(address: string, afterMs: number, onStuck: () => void): () => void {
  let timeout: ReturnType<typeof setTimeout> | undefined;
  const timer = setTimeout(() => {
    // Some browsers throw, some do nothing.
    timeout = setTimeout(onStuck, NAVIGATION_TIMEOUT_MS);
    try {
      parent.location.href = address;
    } catch {
      onStuck();
    }
  }, afterMs);
  return () => {
    clearTimeout(timer);
    clearTimeout(timeout);
  };
}
