import { FORM_TOKEN_NAME } from '#contract/rules/payload-keys.ts';
import { readData, viewOf, VISIT_DATA_ID } from './page-data.ts';
import { IDEMPOTENCY_KEY_NAME } from './payload.ts';
import type { FormView, Visit } from './view.ts';

/** How the browser came to this page, and when, in milliseconds of `performance.now()`. */
export function pageLoad(): Partial<PerformanceNavigationTiming> {
  const [entry] = performance.getEntriesByType('navigation');
  return entry instanceof PerformanceNavigationTiming ? entry : {};
}

const TIMEOUT_MS = 10_000;

/** A new copy of this page; an empty one when it cannot be loaded. */
async function loadAgain(): Promise<Document> {
  try {
    const response = await fetch(location.href, { signal: AbortSignal.timeout(TIMEOUT_MS) });
    return new DOMParser().parseFromString(await response.text(), 'text/html');
  } catch {
    // Offline; the next attempt will show it.
    return new Document();
  }
}

/** The form as the server currently shows it, with the time; undefined if not available. */
export async function viewNow(): Promise<Pick<Visit, 'now'> & { readonly view?: FormView | undefined }> {
  const page = await loadAgain();
  return { ...readData(page, VISIT_DATA_ID), view: viewOf(page) };
}

/** The server accepts a token after two seconds; the rest allows for differing clocks. */
const MIN_AGE_MS = 2_100;
/** A token is valid for a day; after half that time it is renewed before it is sent. */
const RENEWAL_AGE_MS = 43_200_000;

/** When the page got a new token. */
let renewedAt: number | undefined;

const hiddenInput = (name: string, page = document) => page.querySelector<HTMLInputElement>(`input[name=${name}]`);

/** A plain form that is back because the script failed sends this idempotency key too. */
export const keepPageKey = (key: string): void => hiddenInput(IDEMPOTENCY_KEY_NAME)?.setAttribute('value', key);

/** Replaces the token with that of a new copy of this page. */
export async function renewFormToken(): Promise<void> {
  const fresh = hiddenInput(FORM_TOKEN_NAME, await loadAgain());
  if (!fresh) return;
  hiddenInput(FORM_TOKEN_NAME)?.setAttribute('value', fresh.value);
  renewedAt = performance.now();
}

/** Renews an old token and waits until it has its minimum age, since autofill can be faster than people. */
export async function formTokenToSend(): Promise<string> {
  const ours = hiddenInput(FORM_TOKEN_NAME);
  if (Date.now() - Number.parseInt(ours?.value ?? '', 36) > RENEWAL_AGE_MS) await renewFormToken();
  const { responseStart = 0 } = pageLoad();
  const missing = MIN_AGE_MS - (performance.now() - (renewedAt ?? responseStart));
  if (missing > 0) await new Promise((resolve) => setTimeout(resolve, missing));
  return ours?.value ?? '';
}
