const TIMEOUT_MS = 5_000;
const MAX_ANSWER_BYTES = 1_048_576;

/** The identity provider did not answer, or failed; a later attempt may succeed. */
export class ProviderUnreachable extends Error {
  /** @param message without personal data */
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'ProviderUnreachable';
  }
}

async function readAtMost(response: Response, maxBytes: number): Promise<Uint8Array<ArrayBuffer>> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of response.body ?? []) {
    size += chunk.byteLength;
    if (size > maxBytes) throw new ProviderUnreachable('The identity provider sent an answer that is too long');
    chunks.push(chunk);
  }
  return new Uint8Array(Buffer.concat(chunks));
}

interface FetchOptions {
  method?: string;
  headers?: Headers | Record<string, string>;
  body?: BodyInit | null;
}

/**
 * `fetch` for the identity provider: an answer of at most one megabyte within five seconds, no redirects.
 * @throws ProviderUnreachable when there is no answer, or its status is 429 or 5xx
 */
export async function fetchFromProvider(url: string, { method, headers, body }: FetchOptions = {}): Promise<Response> {
  try {
    const response = await fetch(url, { method, headers, body, redirect: 'manual', signal: AbortSignal.timeout(TIMEOUT_MS) });
    const content = await readAtMost(response, MAX_ANSWER_BYTES);
    if (response.status === 429 || response.status >= 500) {
      throw new ProviderUnreachable(`The identity provider answered ${response.status}`);
    }
    return new Response(content.byteLength === 0 ? null : content, { status: response.status, headers: response.headers });
  } catch (error) {
    if (error instanceof ProviderUnreachable) throw error;
    throw new ProviderUnreachable('The identity provider could not be reached', { cause: error });
  }
}

/** Whether the error or one of its causes is a ProviderUnreachable. */
export function isUnreachable(error: unknown): boolean {
  if (error instanceof ProviderUnreachable) return true;
  return error instanceof Error && error.cause !== undefined && isUnreachable(error.cause);
}

/** The messages of an error and its causes, with the protocol's error code; without personal data, for the log. */
export function describeFailure(error: unknown): string {
  if (!(error instanceof Error)) return '';
  const code = 'error' in error && typeof error.error === 'string' && /^[a-z_]{1,60}$/.test(error.error) ? ` (${error.error})` : '';
  const cause = describeFailure(error.cause);
  return `${error.message}${code}${cause === '' ? '' : `: ${cause}`}`;
}
