import { z } from 'zod';
import type { Endpoint } from '#contract/endpoint.ts';
import { problemSchema } from '#contract/problem.ts';
import { ApiError } from './api-error.ts';

/** What calls need from the session: the token, and a new one when it is refused. */
export interface CallSession {
  /** The token, renewed when it is about to expire; undefined when nobody is signed in. */
  readonly getToken: () => Promise<string | undefined>;
  /** Gets a new token to replace the refused one; undefined when the session is over. */
  readonly renew: (refused: string) => Promise<string | undefined>;
}

export interface RequestParts {
  readonly params?: unknown;
  readonly query?: unknown;
  readonly body?: unknown;
  readonly signal?: AbortSignal;
  readonly ifMatch?: number;
  readonly idempotencyKey?: string;
  readonly batch?: string;
}

type Addressed = Pick<Endpoint, 'method' | 'path'>;

const wireValues = z.record(z.string(), z.union([z.string(), z.number(), z.boolean()]).optional());

function addressOf(endpoint: Addressed, base: string, { params, query }: RequestParts): string {
  const given = wireValues.parse(params ?? {});
  const path = endpoint.path.replaceAll(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(given[name] ?? '')));
  if (query === undefined) return `${base}${path}`;
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(wireValues.parse(query))) {
    if (value !== undefined) search.set(name, String(value));
  }
  return `${base}${path}${search.size > 0 ? `?${search.toString()}` : ''}`;
}

function headersOf({ body, ifMatch, idempotencyKey, batch }: RequestParts, token: string | undefined): Headers {
  const headers = new Headers({ accept: 'application/json, application/problem+json' });
  if (token !== undefined) headers.set('authorization', `Bearer ${token}`);
  if (body !== undefined) headers.set('content-type', 'application/json');
  if (ifMatch !== undefined) headers.set('if-match', `"${ifMatch}"`);
  if (idempotencyKey !== undefined) headers.set('idempotency-key', idempotencyKey);
  if (batch !== undefined) headers.set('batch', batch);
  return headers;
}

/** Turns a failed fetch or an answer that cannot be read into an `ApiError`; an abort by the caller stays an abort. */
export function toCallError(error: unknown, given: AbortSignal | undefined): unknown {
  if (given?.aborted === true) return error;
  if (error instanceof z.ZodError || error instanceof SyntaxError) return new ApiError({ kind: 'unreadable', cause: error });
  const isTimeout = error instanceof DOMException && error.name === 'TimeoutError';
  return new ApiError({ kind: isTimeout ? 'timed_out' : 'unreachable', cause: error });
}

async function problemOf(response: Response): Promise<ApiError> {
  const parsed = problemSchema.safeParse(await response.json().catch(() => undefined));
  const retryAfterSeconds = Number(response.headers.get('retry-after') ?? 0);
  if (parsed.success) return new ApiError({ kind: 'answered', problem: parsed.data, retryAfterSeconds });
  // Not from our server, but from a proxy for example.
  const { status } = response;
  const problem = { type: 'about:blank', title: '', status, detail: `The server answered with status ${status}.` };
  return new ApiError({ kind: 'answered', problem });
}

/** Makes the function that sends a request, with a token that is renewed once when it is refused. It throws ApiError. */
export function createRequest({ base, session }: { base: string; session: CallSession }) {
  async function sendOnce(endpoint: Addressed, parts: RequestParts, token: string | undefined, timeoutMs: number): Promise<Response> {
    // Outside the `try`: a request that cannot be built says nothing about the connection.
    const address = addressOf(endpoint, base, parts);
    const headers = headersOf(parts, token);
    const body = parts.body === undefined ? undefined : JSON.stringify(parts.body);
    const timeout = AbortSignal.timeout(timeoutMs);
    const signal = parts.signal === undefined ? timeout : AbortSignal.any([parts.signal, timeout]);
    try {
      return await fetch(address, { method: endpoint.method, headers, body, signal });
    } catch (error) {
      throw toCallError(error, parts.signal);
    }
  }

  return async (endpoint: Addressed, parts: RequestParts, timeoutMs: number): Promise<Response> => {
    const token = await session.getToken();
    const first = await sendOnce(endpoint, parts, token, timeoutMs);
    if (first.ok) return first;
    const newer = first.status === 401 && token !== undefined ? await session.renew(token) : undefined;
    if (newer === undefined) throw await problemOf(first);
    const second = await sendOnce(endpoint, parts, newer, timeoutMs);
    if (second.ok) return second;
    throw await problemOf(second);
  };
}
