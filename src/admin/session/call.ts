import { z } from 'zod';
import { ApiError } from '#admin/api/api-error.ts';
import { OwnWrites } from '#admin/api/own-writes.ts';
import { readServerEvents, type ServerEvent } from '#admin/api/server-events.ts';
import type { Endpoint } from '#contract/endpoint.ts';
import { TAB_HEADER } from '#contract/live.ts';
import { problemSchema } from '#contract/problem.ts';
import { getToken, renew } from './session.ts';

const ANSWER_TIMEOUT_MS = 20_000;
/** Longer than the server waits for a mail server. */
const MAIL_TIMEOUT_MS = 60_000;
const DOWNLOAD_TIMEOUT_MS = 300_000;
/** Following a stream takes minutes, not hours. */
const FOLLOW_TIMEOUT_MS = 3_600_000;

type Shape = z.ZodObject;
/** A part is optional if an empty one is valid. */
type Part<Name extends string, Value> = Record<string, never> extends Value ? { [K in Name]?: Value } : { [K in Name]: Value };

/** What a call sends in addition to its input: `ifMatch` is the version that was read; `idempotencyKey` makes it safe to repeat an add; `batch` is its upload. */
type Sent = { readonly signal?: AbortSignal; readonly ifMatch?: number; readonly idempotencyKey?: string; readonly batch?: string };

type CallOptions<Params extends Shape, Query extends Shape, Body extends z.ZodType> = Part<'params', z.input<Params>> &
  Part<'query', z.input<Query>> &
  Part<'body', z.input<Body>> &
  Sent;

const envelope = z.object({ data: z.unknown() });

function nameIn(disposition: string | null): string {
  const encoded = /filename\*=UTF-8''([^;]+)/i.exec(disposition ?? '')?.[1];
  return encoded === undefined ? (/filename="([^"]*)"/i.exec(disposition ?? '')?.[1] ?? 'download') : decodeURIComponent(encoded);
}

export interface CallSession {
  /** The token, renewed when it is about to expire; undefined when nobody is signed in. */
  readonly getToken: () => Promise<string | undefined>;
  /** Gets a new token to replace the refused one; undefined when the session is over. */
  readonly renew: (refused: string) => Promise<string | undefined>;
}

type RequestParts = Partial<Record<'params' | 'query' | 'body', unknown>> & Sent;

type Addressed = Pick<Endpoint, 'method' | 'path' | 'changesNothing'>;

const isWrite = ({ method, changesNothing }: Addressed): boolean => method === 'POST' && changesNothing !== true;
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
  // A file is sent with its own type.
  if (typeof body === 'string') headers.set('content-type', 'application/json');
  if (ifMatch !== undefined) headers.set('if-match', `"${ifMatch}"`);
  if (idempotencyKey !== undefined) headers.set('idempotency-key', idempotencyKey);
  if (batch !== undefined) headers.set('batch', batch);
  return headers;
}

/** Turns a failed fetch or an unreadable answer into an `ApiError`; an abort by the caller stays an abort. */
function toCallError(error: unknown, given: AbortSignal | undefined): unknown {
  if (given?.aborted === true) return error;
  if (error instanceof z.ZodError || error instanceof SyntaxError) return new ApiError({ kind: 'unreadable', cause: error });
  const isTimeout = error instanceof DOMException && error.name === 'TimeoutError';
  return new ApiError({ kind: isTimeout ? 'timed_out' : 'unreachable', cause: error });
}

async function problemOf(response: Response): Promise<ApiError> {
  const parsed = problemSchema.safeParse(await response.json().catch(() => undefined));
  const retryAfterSeconds = Number(response.headers.get('retry-after') ?? 0);
  if (parsed.success) return new ApiError({ kind: 'answered', problem: parsed.data, retryAfterSeconds });
  // Not from our server: from a proxy that did not reach it, or that refuses texts such as `<script>` or `/etc/`.
  const { status } = response;
  const answered = status < 500 ? 'A proxy or firewall answered with' : 'The server returned';
  const problem = { type: 'about:blank', title: '', status, detail: `${answered} error ${status}.` };
  return new ApiError({ kind: 'answered', problem });
}

interface CallDeps {
  readonly base: string;
  readonly session: CallSession;
  readonly writes: OwnWrites;
  readonly log: (line: string) => void;
}

function reasonOf(error: unknown): string {
  if (error instanceof ApiError) return error.kind === 'answered' ? `answered with status ${error.status}` : error.kind;
  return error instanceof Error ? `${error.name}: ${error.message}` : 'unknown';
}

/** Makes the functions that send a request, with a token that is renewed once if it is refused, and read the answer. They throw `ApiError`. */
function createRead({ base, session, writes, log }: CallDeps) {
  async function sendOnce(endpoint: Addressed, parts: RequestParts, token: string | undefined, timeoutMs: number): Promise<Response> {
    // Outside the `try`: a request that cannot be built says nothing about the connection.
    const address = addressOf(endpoint, base, parts);
    const body = parts.body === undefined || parts.body instanceof Blob ? parts.body : JSON.stringify(parts.body);
    const headers = headersOf({ ...parts, body }, token);
    if (isWrite(endpoint)) headers.set(TAB_HEADER, writes.tab);
    const timeout = AbortSignal.timeout(timeoutMs);
    const signal = parts.signal === undefined ? timeout : AbortSignal.any([parts.signal, timeout]);
    try {
      return await fetch(address, { method: endpoint.method, headers, body, signal });
    } catch (error) {
      throw toCallError(error, parts.signal);
    }
  }

  async function request(endpoint: Addressed, parts: RequestParts, timeoutMs: number): Promise<Response> {
    const token = await session.getToken();
    const first = await sendOnce(endpoint, parts, token, timeoutMs);
    if (first.ok) return first;
    const newer = first.status === 401 && token !== undefined ? await session.renew(token) : undefined;
    if (newer === undefined) throw await problemOf(first);
    const second = await sendOnce(endpoint, parts, newer, timeoutMs);
    if (second.ok) return second;
    throw await problemOf(second);
  }

  /** A failure is logged with its path pattern, so without ids, input or answers. */
  async function send<Result>(
    endpoint: Addressed,
    options: RequestParts,
    timeoutMs: number,
    read: (answer: Response) => Promise<Result>,
  ): Promise<Result> {
    const sent = async () => request(endpoint, options, timeoutMs);
    try {
      const answer = await (isWrite(endpoint) ? writes.during(sent) : sent());
      return await read(answer).catch((error: unknown) => {
        throw toCallError(error, options.signal);
      });
    } catch (error) {
      if (options.signal?.aborted !== true) log(`${endpoint.method} ${endpoint.path} failed: ${reasonOf(error)}`);
      throw error;
    }
  }

  return { request, send };
}

/** Makes the functions for all requests of the app. They throw `ApiError`. */
export function createCall(deps: CallDeps) {
  const { request, send } = createRead(deps);
  return {
    call: async <Params extends Shape, Query extends Shape, Body extends z.ZodType, Output extends z.ZodType>(
      endpoint: Endpoint<Params, Query, Body, Output>,
      options: CallOptions<Params, Query, Body>,
    ): Promise<z.output<Output>> =>
      send(endpoint, options, endpoint.sendsMail === true ? MAIL_TIMEOUT_MS : ANSWER_TIMEOUT_MS, async (answer) =>
        endpoint.response.parseAsync(envelope.parse(await answer.json()).data),
      ),

    download: async <Params extends Shape, Query extends Shape, Body extends z.ZodType>(
      endpoint: Endpoint<Params, Query, Body, 'export'>,
      options: CallOptions<Params, Query, Body>,
    ): Promise<{ readonly blob: Blob; readonly fileName: string }> =>
      send(endpoint, options, DOWNLOAD_TIMEOUT_MS, async (response) => ({
        blob: await response.blob(),
        fileName: nameIn(response.headers.get('content-disposition')),
      })),

    /** Yields the server-sent events of a path until they end or the caller stops; `onPart` is called for all that arrives. A failure is not logged: the person sees the same a little later. */
    follow: async function* (this: void, path: Endpoint['path'], signal: AbortSignal, onPart?: () => void): AsyncGenerator<ServerEvent> {
      const { body } = await request({ method: 'GET', path }, { signal }, FOLLOW_TIMEOUT_MS);
      if (body === null) throw new ApiError({ kind: 'unreadable' });
      try {
        yield* readServerEvents(body, onPart);
      } catch (error) {
        throw toCallError(error, signal);
      }
    },
  };
}

export const ownWrites = new OwnWrites();

/** The calls of the web app: to our own server, as the person who is signed in. */
export const { call, download, follow } = createCall({
  base: '/api',
  session: { getToken, renew },
  writes: ownWrites,
  // oxlint-disable-next-line eslint/no-console -- a browser has no other log.
  log: (line) => console.error(line),
});
