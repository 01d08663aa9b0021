import { z } from 'zod';
import type { Endpoint } from '#contract/endpoint.ts';
import { ApiError } from './api-error.ts';
import { type CallSession, createRequest, type RequestParts, toCallError } from './request.ts';
import { readServerEvents, type ServerEvent } from './server-events.ts';

const ANSWER_TIMEOUT_MS = 20_000;
const DOWNLOAD_TIMEOUT_MS = 300_000;
/** Following a stream takes minutes, not hours. */
const FOLLOW_TIMEOUT_MS = 3_600_000;

type Shape = z.ZodObject;
/** A part is optional when an empty one is valid. */
type Part<Name extends string, Value> = Record<string, never> extends Value ? { [K in Name]?: Value } : { [K in Name]: Value };

/** What a call sends. `ifMatch` is the version that was read; `idempotencyKey` makes it safe to repeat an add; `batch` is its upload. */
type CallOptions<Params extends Shape, Query extends Shape, Body extends z.ZodType> = Part<'params', z.input<Params>> &
  Part<'query', z.input<Query>> &
  Part<'body', z.input<Body>> & { signal?: AbortSignal; ifMatch?: number; idempotencyKey?: string; batch?: string };

interface Download {
  readonly blob: Blob;
  readonly fileName: string;
}

const envelope = z.object({ data: z.unknown() });

function nameIn(disposition: string | null): string {
  const encoded = /filename\*=UTF-8''([^;]+)/i.exec(disposition ?? '')?.[1];
  return encoded === undefined ? (/filename="([^"]*)"/i.exec(disposition ?? '')?.[1] ?? 'download') : decodeURIComponent(encoded);
}

interface CallDeps {
  readonly base: string;
  readonly session: CallSession;
  readonly log: (line: string) => void;
}

function reasonOf(error: unknown): string {
  if (error instanceof ApiError) return error.kind === 'answered' ? `answered with status ${error.status}` : error.kind;
  return error instanceof Error ? `${error.name}: ${error.message}` : 'unknown';
}

function createRead({ base, session, log }: CallDeps) {
  const request = createRequest({ base, session });

  /** A failure is logged by its path pattern, so without ids and without anything typed or answered. */
  return async <Result>(
    endpoint: Pick<Endpoint, 'method' | 'path'>,
    options: RequestParts,
    timeoutMs: number,
    read: (answer: Response) => Promise<Result>,
  ): Promise<Result> => {
    try {
      const answer = await request(endpoint, options, timeoutMs);
      return await read(answer).catch((error: unknown) => {
        throw toCallError(error, options.signal);
      });
    } catch (error) {
      if (options.signal?.aborted !== true) log(`${endpoint.method} ${endpoint.path} failed: ${reasonOf(error)}`);
      throw error;
    }
  };
}

/** Makes the functions for all requests of the app. They throw `ApiError`. */
export function createCall(deps: CallDeps) {
  const send = createRead(deps);
  return {
    /** Calls an endpoint and returns `data`, checked against its schema. */
    call: async <Params extends Shape, Query extends Shape, Body extends z.ZodType, Output extends z.ZodType>(
      endpoint: Endpoint<Params, Query, Body, Output>,
      options: CallOptions<Params, Query, Body>,
    ): Promise<z.output<Output>> =>
      send(endpoint, options, ANSWER_TIMEOUT_MS, async (answer) => endpoint.response.parseAsync(envelope.parse(await answer.json()).data)),

    download: async <Params extends Shape, Query extends Shape, Body extends z.ZodType>(
      endpoint: Endpoint<Params, Query, Body, 'csv'>,
      options: CallOptions<Params, Query, Body>,
    ): Promise<Download> =>
      send(endpoint, options, DOWNLOAD_TIMEOUT_MS, async (response) => ({
        blob: await response.blob(),
        fileName: nameIn(response.headers.get('content-disposition')),
      })),

    /** Yields the server-sent events of a path until they end or the caller stops; `onPart` is called for all that arrives. */
    follow: async function* (this: void, path: Endpoint['path'], signal: AbortSignal, onPart?: () => void): AsyncGenerator<ServerEvent> {
      const { body } = await send({ method: 'GET', path }, { signal }, FOLLOW_TIMEOUT_MS, async (response) => response);
      if (body === null) throw new ApiError({ kind: 'unreadable' });
      try {
        yield* readServerEvents(body, onPart);
      } catch (error) {
        throw toCallError(error, signal);
      }
    },
  };
}
