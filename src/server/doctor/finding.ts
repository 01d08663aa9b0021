import type { Finding } from '#contract/server-state.ts';
import { errorCode } from '#server/db/outage.ts';

export type Area = Finding['area'];

const finding =
  (state: Finding['state']) =>
  (area: Area, text: string, advice: string | null = null): Finding => ({ area, state, text, advice });

export const good = finding('good');
export const warning = finding('warning');
export const bad = finding('bad');

const TIMEOUT_MS = 8_000;

const firstCode = (error: unknown): string => (error instanceof Error ? errorCode(error) || firstCode(error.cause) : '');

/** The reason in a few words, without secrets or addresses from rows. */
export const reasonOf = (error: unknown): string => {
  if (!(error instanceof Error)) return String(error);
  const code = firstCode(error.cause);
  const message = error.message.trim() || firstCode(error); // Of a host with several addresses, only the parts have one.
  return message.includes(code) ? message : `${message} (${code})`;
};

/** Runs a check within seconds; one that throws is a finding with this advice, a bad one unless `failed` makes another. */
export async function tried(
  area: Area,
  advice: string,
  check: (signal: AbortSignal) => Promise<readonly Finding[]>,
  failed = bad,
): Promise<readonly Finding[]> {
  const signal = AbortSignal.timeout(TIMEOUT_MS);
  const timedOut = new Promise<never>((_resolve, reject) => {
    signal.addEventListener('abort', () => reject(new Error(`no answer within ${TIMEOUT_MS / 1_000} seconds`)), { once: true });
  });
  try {
    return await Promise.race([check(signal), timedOut]);
  } catch (error) {
    return [failed(area, reasonOf(error), advice)];
  }
}
