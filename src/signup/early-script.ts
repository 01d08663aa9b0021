import { FORM_ID, HYDRATED_EVENT, randomKey } from './page-data.ts';
import { startParentMessages } from './parent-messages.ts';

// Inline in the head, and the only script until the page is idle or touched.

/** How long a form that was sent early waits for the main script before it is posted without it. */
const SCRIPT_TIMEOUT_MS = 5_000;
const IDLE_AT_THE_LATEST_MS = 2_000;
const FIRST_TOUCHES = ['pointerdown', 'keydown', 'focusin', 'input'];

const root = document.documentElement;
let isHydrated = false;
let hasNoScript = false;
let isPostedWithoutScript = false;
let loading: Promise<unknown> | undefined;

const formOf = (): HTMLFormElement | undefined => {
  const form = document.getElementById(FORM_ID);
  return form instanceof HTMLFormElement ? form : undefined;
};

/** Loads the main script, once. If that fails the plain form still works. */
function load(): void {
  // Absent on pages without a form.
  const { script } = root.dataset;
  if (script === undefined || !('isWellFormed' in String.prototype)) return;
  loading ??= import(/* @vite-ignore */ script).catch(() => {
    hasNoScript = true;
  });
}

/** Holds a form that is sent before the main script is loaded; the main script then sends it. */
function holdEarlySubmit(event: SubmitEvent): void {
  const form = formOf();
  load();
  // Another click posts again with the same idempotency key.
  if (isPostedWithoutScript) event.stopPropagation();
  if (isPostedWithoutScript || isHydrated || hasNoScript || form === undefined || loading === undefined) return;
  event.preventDefault();
  // On a slow connection, this shows that the click was registered.
  form.style.opacity = '.5';
  const sendByScript = (): void => {
    clearTimeout(timeout);
    form.style.opacity = '';
    formOf()?.requestSubmit();
  };
  const submitWithoutScript = (): void => {
    clearTimeout(timeout);
    // On a slow connection the script may still load before the answer arrives, and would sign up a second time with its own key.
    document.removeEventListener(HYDRATED_EVENT, sendByScript);
    isPostedWithoutScript = true;
    form.style.opacity = '';
    // The plain one is back if the script failed to render it.
    HTMLFormElement.prototype.submit.call(formOf() ?? form);
  };
  const timeout = setTimeout(submitWithoutScript, SCRIPT_TIMEOUT_MS);
  void loading.then(() => {
    if (hasNoScript) submitWithoutScript();
  });
  document.addEventListener(HYDRATED_EVENT, sendByScript, { once: true });
}

/** Where the visitor comes from, according to the page's hidden inputs, in a header of at most 2,000 bytes. */
function sourceHeader(): string {
  const inputs = document.querySelectorAll<HTMLInputElement>('input[type=hidden]');
  const isSource = ({ name }: HTMLInputElement): boolean => /^(?:source_page|utm_|_via)/.test(name);
  const source = String(new URLSearchParams([...inputs].filter(isSource).map(({ name, value }) => [name, value])));
  return source.includes('_via') && source.length <= 2_000 ? source : '';
}

/** Counts this view; a prerendered page is counted when it is shown. */
function countView(): void {
  const { views: viewsUrl } = root.dataset;
  if (viewsUrl === undefined) return;
  const count = (): void => {
    const source = sourceHeader();
    const headers = { 'idempotency-key': randomKey(), ...(source !== '' && { 'visit-source': source }) };
    // A failure to count does not concern the visitor.
    fetch(viewsUrl, { method: 'POST', keepalive: true, headers }).catch(() => undefined);
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
document.addEventListener(HYDRATED_EVENT, () => {
  isHydrated = true;
});
document.addEventListener('submit', holdEarlySubmit, true);
for (const touch of FIRST_TOUCHES) document.addEventListener(touch, load, { once: true, capture: true, passive: true });
document.addEventListener('DOMContentLoaded', () => {
  startParentMessages();
  // Not the load event, which waits for the logo from another server.
  requestAnimationFrame(() => setTimeout(whenDrawn));
});
