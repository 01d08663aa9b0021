import { STAMP_NAME } from '#contract/rules/field-key.ts';

/** A post is taken at the earliest two seconds after its stamp was made (decision 32); the rest is for clocks that differ. */
const STAMP_AGE_MS = 2_100;

let stampedAt: number | undefined;

/** When the page's stamp was made, in milliseconds of `performance.now()`. */
function madeAt(): number {
  const [navigation] = performance.getEntriesByType('navigation');
  return stampedAt ?? (navigation instanceof PerformanceNavigationTiming ? navigation.responseStart : 0);
}

/** Waits until the stamp is old enough to post: a browser that fills the form in by itself can be faster than people are. */
export async function untilOldEnough(): Promise<void> {
  const missing = STAMP_AGE_MS - (performance.now() - madeAt());
  if (missing > 0) await new Promise((resolve) => setTimeout(resolve, missing));
}

/** Takes a new stamp from a new copy of this page, for the next try: a page that was open since yesterday has one that is too old. */
export async function renewStamp(): Promise<void> {
  try {
    const response = await fetch(window.location.href);
    const page = new DOMParser().parseFromString(await response.text(), 'text/html');
    const fresh = page.querySelector(`input[name="${STAMP_NAME}"]`);
    const ours = document.querySelector(`input[name="${STAMP_NAME}"]`);
    if (!(fresh instanceof HTMLInputElement) || !(ours instanceof HTMLInputElement)) return;
    ours.value = fresh.value;
    stampedAt = performance.now();
  } catch {
    // Offline: the next try finds out by itself.
  }
}
