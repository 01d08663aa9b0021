import { DAY_MS, SECOND_MS } from '#contract/time.ts';
import { traced } from '#server/tracing/work.ts';
import { ServiceError, temporary } from './service-error.ts';

const ANSWER_MAX_BYTES = 1_048_576;
const TIMEOUT_MS = 5_000;
/** From a proxy or a page about maintenance in front of the service; others mean a wrong address, which a retry cannot fix. */
const TEMPORARY_REDIRECTS: readonly number[] = [302, 303, 307];
const REFUSED = 400;
/** A header that asks for more than a day is garbage. */
export const RETRY_AFTER_MAX_MS = DAY_MS;

async function readAtMost(response: Response, service: string, maxBytes: number): Promise<Uint8Array<ArrayBuffer>> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of response.body ?? []) {
    size += chunk.byteLength;
    if (size > maxBytes) throw temporary(`${service} sent an answer that is too long`, 'unreadable');
    chunks.push(chunk);
  }
  return new Uint8Array(Buffer.concat(chunks));
}

/** The milliseconds of a `Retry-After` header, which holds seconds or a date; undefined when it is missing or invalid. */
export function retryAfterOf(header: string | null): number | undefined {
  if (header === null) return undefined;
  const ms = /^\d+(\.\d+)?$/.test(header.trim()) ? Number(header) * SECOND_MS : Date.parse(header) - Date.now();
  return Number.isFinite(ms) && ms >= 0 ? Math.min(ms, RETRY_AFTER_MAX_MS) : undefined;
}

/** Why `fetch` failed, in parentheses, such as that a certificate has expired. */
function causeInParentheses(error: unknown): string {
  const cause = error instanceof Error ? error.cause : undefined;
  return cause instanceof Error && 'code' in cause ? ` (${String(cause.code)})` : '';
}

/** `fetch` for services: a megabyte or `maxBytes` in five seconds, no redirects; traces omit the path, which may be secret. @throws ServiceError, temporary */
export async function fetchFromService(service: string, url: string | URL, init: RequestInit = {}, maxBytes = ANSWER_MAX_BYTES) {
  const { method = 'GET' } = init;
  return traced({ name: `${method} ${service}`, kind: 'call', facts: { 'http.request.method': method } }, async (work) => {
    const limit = AbortSignal.timeout(TIMEOUT_MS);
    const signal = init.signal ? AbortSignal.any([init.signal, limit]) : limit;
    try {
      work.facts['server.address'] = new URL(url).hostname;
      const response = await fetch(url, { ...init, redirect: 'manual', signal });
      work.facts['http.response.status_code'] = response.status;
      if (response.status >= REFUSED) work.failure = String(response.status);
      if (TEMPORARY_REDIRECTS.includes(response.status)) {
        await response.body?.cancel();
        throw temporary(`${service} sent a redirect instead of an answer`, 'unreadable');
      }
      const content = await readAtMost(response, service, maxBytes);
      const { status, statusText, headers } = response;
      return new Response(content.byteLength === 0 ? null : content, { status, statusText, headers });
    } catch (error) {
      if (error instanceof ServiceError) throw error;
      throw limit.aborted
        ? temporary(`${service} did not answer within ${TIMEOUT_MS / SECOND_MS} seconds`, 'timeout', error)
        : temporary(`${service} could not be reached${causeInParentheses(error)}`, 'unreachable', error);
    }
  });
}
