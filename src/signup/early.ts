import { type EarlyData, FORM_ID, LIVE_EVENT } from './page-data.ts';
import { randomKey } from './random-key.ts';
import { speakToParent } from './tell-parent.ts';

// Stands inline in the head, before anything is drawn, and is all of the script until the page is idle or touched.

/** How long a form that was sent early waits for its script before it is posted plainly. */
const SCRIPT_PATIENCE_MS = 5_000;
const IDLE_AT_THE_LATEST_MS = 2_000;
const FIRST_TOUCHES = ['pointerdown', 'keydown', 'focusin', 'input'];

const root = document.documentElement;
let isLive = false;
let hasNoScript = false;
let isPostedPlainly = false;
let loading: Promise<unknown> | undefined;

const dataOf = (): EarlyData => ({ script: root.dataset.script, viewsUrl: root.dataset.views });

const formOf = (): HTMLFormElement | undefined => {
  const form = document.getElementById(FORM_ID);
  return form instanceof HTMLFormElement ? form : undefined;
};

/** Loads the script that works the form, once. Without what it needs the form stays the plain one, which works too. */
function load(): void {
  const { script } = dataOf();
  if (script === undefined || !('isWellFormed' in String.prototype)) return;
  loading ??= import(/* @vite-ignore */ script).catch(() => {
    hasNoScript = true;
  });
}

/** A form that is sent before its script is there waits for it, and is then sent by it. */
function holdEarlySubmit(event: SubmitEvent): void {
  const form = formOf();
  load();
  // Another press posts the same again, which the server knows by its key.
  if (isPostedPlainly) event.stopPropagation();
  if (isPostedPlainly || isLive || hasNoScript || form === undefined || loading === undefined) return;
  event.preventDefault();
  const sendByScript = (): void => {
    clearTimeout(patience);
    formOf()?.requestSubmit();
  };
  const sendPlainly = (): void => {
    clearTimeout(patience);
    // On a slow line the script may still come before the answer: it would sign up a second time, by a key of its own.
    document.removeEventListener(LIVE_EVENT, sendByScript);
    isPostedPlainly = true;
    HTMLFormElement.prototype.submit.call(form);
  };
  const patience = setTimeout(sendPlainly, SCRIPT_PATIENCE_MS);
  void loading.then(() => {
    if (hasNoScript) sendPlainly();
  });
  document.addEventListener(LIVE_EVENT, sendByScript, { once: true });
}

/** Counts this load (decision 31); a page that the browser only prepared is counted when it is shown. */
function countView(): void {
  const { viewsUrl } = dataOf();
  if (viewsUrl === undefined) return;
  const count = (): void => {
    // A view that cannot be counted is nothing the visitor should hear of.
    fetch(viewsUrl, { method: 'POST', keepalive: true, headers: { 'idempotency-key': randomKey() } }).catch(() => undefined);
  };
  if ('prerendering' in document && document.prerendering === true) document.addEventListener('prerenderingchange', count, { once: true });
  else count();
}

function whenDrawn(): void {
  countView();
  // Safari has no requestIdleCallback.
  if ('requestIdleCallback' in window) requestIdleCallback(load, { timeout: IDLE_AT_THE_LATEST_MS });
  else setTimeout(load, 200);
}

root.dataset.scripted = '';
document.addEventListener(LIVE_EVENT, () => {
  isLive = true;
});
document.addEventListener('submit', holdEarlySubmit, true);
for (const touch of FIRST_TOUCHES) document.addEventListener(touch, load, { once: true, capture: true, passive: true });
document.addEventListener('DOMContentLoaded', () => {
  speakToParent();
  // Not the load event: it waits for the logo, which is another server's.
  requestAnimationFrame(() => setTimeout(whenDrawn));
});
