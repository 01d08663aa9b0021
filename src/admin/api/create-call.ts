import { z } from 'zod';
import type { Endpoint } from '#contract/endpoint.ts';
import { ApiError } from './api-error.ts';
import { type LogFailure, logged } from './failure-log.ts';
import { type CallSession, createRequest, failureOnTheWay } from './request.ts';
import { readServerEvents, type ServerEvent } from './server-events.ts';

const ANSWER_TIMEOUT_MS = 20_000;
const DOWNLOAD_TIMEOUT_MS = 300_000;
/** What is followed takes minutes, not hours. */
const FOLLOW_TIMEOUT_MS = 3_600_000;

type Shape = z.ZodObject;
/** A part may be left out when an empty one is valid. */
type Part<Name extends string, Value> = Record<string, never> extends Value ? { [K in Name]?: Value } : { [K in Name]: Value };

/**
 * What a call sends. `ifMatch` is the version that was read (decision 16), `idempotencyKey` makes a repeated add safe
 * (decision 19).
 */
type CallOptions<Params extends Shape, Query extends Shape, Body extends z.ZodType> = Part<'params', z.input<Params>> &
  Part<'query', z.input<Query>> &
  Part<'body', z.input<Body>> & { signal?: AbortSignal; ifMatch?: number; idempotencyKey?: string };

/** A streamed file with the name the server gave it. */
interface Download {
  readonly blob: Blob;
  readonly fileName: string;
}

const envelope = z.object({ data: z.unknown() });

/** The name in a `Content-Disposition` header (RFC 6266): the encoded one where there are two. */
function nameIn(disposition: string | null): string {
  const encoded = /filename\*=UTF-8''([^;]+)/i.exec(disposition ?? '')?.[1];
  return encoded === undefined ? (/filename="([^"]*)"/i.exec(disposition ?? '')?.[1] ?? 'download') : decodeURIComponent(encoded);
}

interface CallDeps {
  /** Where the API is, such as `/api`. */
  readonly base: string;
  readonly session: CallSession;
  /** Is told of every call that fails. */
  readonly log: LogFailure;
}

/**
 * Makes the functions through which every request of the app goes. All throw `ApiError`, but for a request that cannot be
 * prepared, which is a mistake of ours.
 */
export function createCall({ base, session, log }: CallDeps) {
  const request = createRequest({ base, session });
  return {
    /** Calls an endpoint of the contract and gives what stands under `data`, checked against its schema. */
    call: async <Params extends Shape, Query extends Shape, Body extends z.ZodType, Output extends z.ZodType>(
      endpoint: Endpoint<Params, Query, Body, Output>,
      options: CallOptions<Params, Query, Body>,
    ): Promise<z.output<Output>> =>
      logged(log, endpoint, options.signal, async () => {
        const response = await request(endpoint, options, ANSWER_TIMEOUT_MS);
        try {
          return await endpoint.response.parseAsync(envelope.parse(await response.json()).data);
        } catch (error) {
          const isUnreadable = error instanceof z.ZodError || error instanceof SyntaxError;
          throw isUnreadable ? new ApiError({ kind: 'unreadable', cause: error }) : failureOnTheWay(error, options.signal);
        }
      }),

    /** Calls an endpoint that streams a file. */
    download: async <Params extends Shape, Query extends Shape, Body extends z.ZodType>(
      endpoint: Endpoint<Params, Query, Body, 'csv'>,
      options: CallOptions<Params, Query, Body>,
    ): Promise<Download> =>
      logged(log, endpoint, options.signal, async () => {
        const response = await request(endpoint, options, DOWNLOAD_TIMEOUT_MS);
        try {
          return { blob: await response.blob(), fileName: nameIn(response.headers.get('content-disposition')) };
        } catch (error) {
          throw failureOnTheWay(error, options.signal);
        }
      }),

    /** Follows the server-sent events at a path, until they end or nobody listens any more. */
    follow: async function* (this: void, path: Endpoint['path'], signal: AbortSignal): AsyncGenerator<ServerEvent> {
      const endpoint = { method: 'GET', path } as const;
      const response = await logged(log, endpoint, signal, async () => request(endpoint, { signal }, FOLLOW_TIMEOUT_MS));
      if (response.body === null) throw new ApiError({ kind: 'unreadable' });
      try {
        yield* readServerEvents(response.body);
      } catch (error) {
        throw failureOnTheWay(error, signal);
      }
    },
  };
}
