import { FORM_TOKEN_NAME } from '#contract/rules/payload-keys.ts';
import { loadAgain } from './page-again.ts';
import { pageLoad } from './page-load.ts';

/** The server accepts a token after two seconds; the rest allows for differing clocks. */
const MIN_AGE_MS = 2_100;
/** A token is valid for a day; one of half that age is renewed before it is sent. */
const RENEWAL_AGE_MS = 43_200_000;

/** When the page got a new token. */
let renewedAt: number | undefined;

const tokenInput = (page: Document) => page.querySelector<HTMLInputElement>(`input[name=${FORM_TOKEN_NAME}]`);

/** Replaces the token with that of a new copy of this page. */
export async function renewFormToken(): Promise<void> {
  const fresh = tokenInput(await loadAgain());
  const ours = tokenInput(document);
  if (!fresh || !ours) return;
  ours.value = fresh.value;
  renewedAt = performance.now();
}

/** Renews an old token and waits until it has its minimum age, since autofill can be faster than people. */
export async function formTokenToSend(): Promise<string> {
  const ours = tokenInput(document);
  if (Date.now() - Number.parseInt(ours?.value ?? '', 36) > RENEWAL_AGE_MS) await renewFormToken();
  const { responseStart = 0 } = pageLoad();
  const missing = MIN_AGE_MS - (performance.now() - (renewedAt ?? responseStart));
  if (missing > 0) await new Promise((resolve) => setTimeout(resolve, missing));
  return ours?.value ?? '';
}
