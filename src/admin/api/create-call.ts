import { z } from 'zod';
import type { Endpoint } from '#contract/endpoint.ts';
import { problemSchema } from '#contract/problem.ts';
import { ApiError } from './api-error.ts';

const ANSWER_TIMEOUT_MS = 20_000;
const DOWNLOAD_TIMEOUT_MS = 300_000;

/** What calls need of the sign-in: the token to send, and a way to a newer one when it is refused. */
export interface CallSession {
  /** The token of the signed-in person, renewed when it is about to end; undefined when nobody is signed in. */
  readonly getToken: () => Promise<string | undefined>;
  /** Gets another token than the refused one; undefined when the session is over. */
  readonly renew: (refused: string) => Promise<string | undefined>;
}

type Shape = z.ZodObject;
/** A part may be left out when an empty one is valid. */
type Part<Name extends string, Value> = Record<string, never> extends Value ? { [K in Name]?: Value } : { [K in Name]: Value };

/**
 * What a call sends. `ifMatch` is the version that was read (decision 16), `idempotencyKey` makes a repeated add safe
 * (decision 19).
 */
export type CallOptions<Params extends Shape, Query extends Shape, Body extends z.ZodType> = Part<'params', z.input<Params>> &
  Part<'query', z.input<Query>> &
  Part<'body', z.input<Body>> & { signal?: AbortSignal; ifMatch?: number; idempotencyKey?: string };

/** A streamed file with the name the server gave it. */
export interface Download {
  readonly blob: Blob;
  readonly fileName: string;
}

interface LooseOptions {
  readonly params?: unknown;
  readonly query?: unknown;
  readonly body?: unknown;
  readonly signal?: AbortSignal;
  readonly ifMatch?: number;
  readonly idempotencyKey?: string;
}

const wireValues = z.record(z.string(), z.union([z.string(), z.number(), z.boolean()]).optional());
const envelope = z.object({ data: z.unknown() });

function addressOf(endpoint: Endpoint, base: string, { params, query }: LooseOptions): string {
  const given = wireValues.parse(params ?? {});
  const path = endpoint.path.replaceAll(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(given[name] ?? '')));
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(wireValues.parse(query ?? {}))) {
    if (value !== undefined) search.set(name, String(value));
  }
  return `${base}${path}${search.size > 0 ? `?${search.toString()}` : ''}`;
}

function headersOf({ body, ifMatch, idempotencyKey }: LooseOptions, token: string | undefined): Headers {
  const headers = new Headers({ accept: 'application/json, application/problem+json' });
  if (token !== undefined) headers.set('authorization', `Bearer ${token}`);
  if (body !== undefined) headers.set('content-type', 'application/json');
  if (ifMatch !== undefined) headers.set('if-match', `"${ifMatch}"`);
  if (idempotencyKey !== undefined) headers.set('idempotency-key', idempotencyKey);
  return headers;
}

/** What went wrong on the way; a call that its own caller gave up stays an abort, so that nobody is told of it. */
function failureOnTheWay(error: unknown, given: AbortSignal | undefined): unknown {
  if (given?.aborted === true) return error;
  const isTimeout = error instanceof DOMException && error.name === 'TimeoutError';
  return new ApiError({ kind: isTimeout ? 'timed_out' : 'unreachable', cause: error });
}

async function problemOf(response: Response): Promise<ApiError> {
  const parsed = problemSchema.safeParse(await response.json().catch(() => undefined));
  if (parsed.success) return new ApiError({ kind: 'answered', problem: parsed.data });
  // Not from our server: a proxy's page, say.
  const { status } = response;
  return new ApiError({
    kind: 'answered',
    problem: { type: 'about:blank', title: '', status, detail: `The server answered with status ${status}.` },
  });
}

const nameIn = (disposition: string): string => {
  const encoded = /filename\*=UTF-8''([^;]+)/i.exec(disposition)?.[1];
  return encoded !== undefined ? decodeURIComponent(encoded) : (/filename="([^"]*)"/i.exec(disposition)?.[1] ?? 'download');
};

/**
 * Makes the two functions through which every request goes. `base` is where the API is, such as `/api`.
 * Both send the token of the session, renew it once when it is refused (decision 26), and throw `ApiError`.
 */
export function createCall({ base, session }: { base: string; session: CallSession }) {
  async function send(endpoint: Endpoint, options: LooseOptions, token: string | undefined, timeoutMs: number): Promise<Response> {
    const timeout = AbortSignal.timeout(timeoutMs);
    const signal = options.signal === undefined ? timeout : AbortSignal.any([options.signal, timeout]);
    const body = options.body === undefined ? undefined : JSON.stringify(options.body);
    try {
      return await fetch(addressOf(endpoint, base, options), { method: endpoint.method, headers: headersOf(options, token), body, signal });
    } catch (error) {
      throw failureOnTheWay(error, options.signal);
    }
  }

  async function request(endpoint: Endpoint, options: LooseOptions, timeoutMs: number): Promise<Response> {
    const token = await session.getToken();
    const response = await send(endpoint, options, token, timeoutMs);
    if (response.ok) return response;
    const newer = response.status === 401 && token !== undefined ? await session.renew(token) : undefined;
    if (newer === undefined) throw await problemOf(response);
    const second = await send(endpoint, options, newer, timeoutMs);
    if (second.ok) return second;
    throw await problemOf(second);
  }

  return {
    /** Calls an endpoint of the contract and gives what stands under `data`, checked against its schema. */
    async call<Params extends Shape, Query extends Shape, Body extends z.ZodType, Response extends z.ZodType>(
      endpoint: Endpoint<Params, Query, Body, Response>,
      options: CallOptions<Params, Query, Body>,
    ): Promise<z.output<Response>> {
      const response = await request(endpoint, options, ANSWER_TIMEOUT_MS);
      try {
        return await endpoint.response.parseAsync(envelope.parse(await response.json()).data);
      } catch (error) {
        const isUnreadable = error instanceof z.ZodError || error instanceof SyntaxError;
        throw isUnreadable ? new ApiError({ kind: 'unreadable', cause: error }) : failureOnTheWay(error, options.signal);
      }
    },

    /** Calls an endpoint that streams a file. */
    async download<Params extends Shape, Query extends Shape, Body extends z.ZodType>(
      endpoint: Endpoint<Params, Query, Body, 'csv'>,
      options: CallOptions<Params, Query, Body>,
    ): Promise<Download> {
      const response = await request(endpoint, options, DOWNLOAD_TIMEOUT_MS);
      try {
        return { blob: await response.blob(), fileName: nameIn(response.headers.get('content-disposition') ?? '') };
      } catch (error) {
        throw failureOnTheWay(error, options.signal);
      }
    },
  };
}
