import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { type Endpoint, type FileKind, isStaffWrite } from '#contract/endpoint.ts';
import { TAB_HEADER, tabSchema } from '#contract/live.ts';
import { PICTURE_MAX_BYTES } from '#contract/pictures.ts';
import { id } from '#contract/wire-text.ts';
import { AppError } from '#server/errors.ts';
import { bodyHash, type CallId } from '#server/idempotency.ts';
import { type MadeCall, type Notice, noticesOfCall, type Notify } from '#server/live/notice.ts';
import type { StaffUser } from '#server/services/identity-token.ts';
import { type Actor, VISITOR } from '#server/write.ts';

const PUBLIC_BODY_MAX = 64 * 1024;
const STAFF_BODY_MAX = 2 * 1024 * 1024;
export const IDEMPOTENCY_KEY = z.string().regex(/^[\x21-\x7e]{1,200}$/);

declare module 'fastify' {
  interface FastifyRequest {
    user: StaffUser | null;
  }
  interface FastifyInstance {
    notify: Notify;
  }
  interface FastifyContextConfig {
    access?: Endpoint['access'];
    needs?: Endpoint['needs'];
  }
}

/** The staff member who calls. @throws AppError `unauthenticated` for a visitor, whom the guard has already turned away */
export function callerOf({ user }: FastifyRequest): StaffUser {
  if (user === null) throw new AppError('unauthenticated', 'Please sign in');
  return user;
}

type Answer<Response> = Response extends z.ZodType ? z.input<Response> : FastifyReply;

function ifMatchOf(request: FastifyRequest): number | undefined {
  const header = request.headers['if-match'];
  if (header === undefined || header === '*') return undefined;
  const version = /^(?:W\/)?"?(\d{1,9})"?$/.exec(header)?.[1];
  if (version === undefined) throw new AppError('malformed', 'If-Match must be the version that was read');
  return Number(version);
}

/** A header that has to match this schema. @throws AppError `malformed`, with this message */
function headerOf(request: FastifyRequest, name: string, schema: z.ZodType<string>, problem: string): string | undefined {
  const header = request.headers[name];
  if (header === undefined) return undefined;
  const parsed = schema.safeParse(header);
  if (!parsed.success) throw new AppError('malformed', problem);
  return parsed.data;
}

const idempotencyKeyOf = (request: FastifyRequest) =>
  headerOf(request, 'idempotency-key', IDEMPOTENCY_KEY, 'Idempotency-Key must be 1 to 200 printable characters');
const tabOf = (request: FastifyRequest) => headerOf(request, TAB_HEADER, tabSchema, 'Tab must be eight letters');

/** The path of a call without the slash before it, as keys are stored with it. */
const scopeOf = (path: string, params: Readonly<Record<string, string | undefined>>): string =>
  path.slice(1).replaceAll(/:(\w+)/g, (_, name: string) => params[name] ?? '');

/** A call as its handler receives it: a class, since getters in an object literal would give each request's object a separate shape. */
class ReceivedCall<Params extends MadeCall['params'], Query, Body> {
  readonly params: Params;
  readonly query: Query;
  readonly body: Body;
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  /** The version that the caller read, from `If-Match`. */
  readonly ifMatch: number | undefined;
  readonly idempotencyKey: string | undefined;
  /** The upload that the call belongs to. */
  readonly batch: string | undefined;
  readonly actor: Actor;
  private readonly path: string;

  constructor({ path, isEdit, isAdd, isBatched }: Endpoint, request: FastifyRequest, reply: FastifyReply) {
    /* oxlint-disable typescript/no-unsafe-type-assertion -- the schemas have just parsed them, which Fastify's types cannot express */
    this.params = request.params as Params;
    this.query = request.query as Query;
    this.body = request.body as Body;
    /* oxlint-enable typescript/no-unsafe-type-assertion */
    this.request = request;
    this.reply = reply;
    this.ifMatch = isEdit === true ? ifMatchOf(request) : undefined;
    this.idempotencyKey = isAdd === true ? idempotencyKeyOf(request) : undefined;
    this.batch = isBatched === true ? headerOf(request, 'batch', id, 'Batch must be a UUID') : undefined;
    this.path = path;
    const { user } = request;
    this.actor =
      user === null
        ? VISITOR
        : { kind: 'staff', name: user.displayName, email: user.email, tab: tabOf(request), call: { path, params: this.params } };
  }

  /** The member of staff who calls. @throws AppError `unauthenticated` for a visitor */
  get by(): Actor {
    callerOf(this.request);
    return this.actor;
  }

  get callId(): CallId {
    return { scope: scopeOf(this.path, this.params), key: this.idempotencyKey, bodyHash: bodyHash(this.body) };
  }
}

/** Who made a change, for notices, without data of visitors. */
export const signed = ({ kind, email, name, tab }: Actor): MadeCall['by'] => (kind === 'visitor' ? {} : { by: email, name, tab });

function bodyLimitOf({ access, takesPicture }: Pick<Endpoint, 'access' | 'takesPicture'>): number {
  if (takesPicture === true) return PICTURE_MAX_BYTES;
  return access === 'public' ? PUBLIC_BODY_MAX : STAFF_BODY_MAX;
}

/**
 * Serves one call of the contract: parses parameters, query and body, and wraps the answer as `{"data": …}`, unless it is a file, sent by `reply`. Open
 * screens are notified of what staff change, after its commit; `notice` gives what the path does not name, such as new attendees.
 */
export function serve<Params extends z.ZodObject, Query extends z.ZodObject, Body extends z.ZodType, Response extends z.ZodType | FileKind>(
  app: FastifyInstance,
  endpoint: Endpoint<Params, Query, Body, Response> & {
    readonly notice?: (answer: Answer<Response>) => Pick<Notice, 'added' | 'ids' | 'joined'>;
  },
  answer: (call: ReceivedCall<z.output<Params>, z.output<Query>, z.output<Body>>) => Promise<Answer<Response>>,
): void {
  const { response, path, notice } = endpoint;
  // A new picture becomes visible with the record that it is added to.
  const notifies = notice !== undefined || (isStaffWrite(endpoint) && endpoint.takesPicture !== true);
  const isFile = typeof response === 'string';
  app.route({
    method: endpoint.method,
    url: `/api${endpoint.path}`,
    bodyLimit: bodyLimitOf(endpoint),
    config: {
      access: endpoint.access,
      needs: endpoint.needs,
      limit: endpoint.limit,
      form: endpoint.form,
      ...(isFile ? { headers: 'download' } : {}),
    },
    schema: {
      summary: endpoint.summary,
      params: endpoint.params,
      querystring: endpoint.query,
      ...(endpoint.method === 'POST' && endpoint.takesPicture !== true && !(endpoint.body instanceof z.ZodUnknown)
        ? { body: endpoint.body }
        : {}),
      ...(isFile ? {} : { response: { 200: z.object({ data: response }) } }),
    },
    handler: async (request, reply) => {
      const call = new ReceivedCall<z.output<Params>, z.output<Query>, z.output<Body>>(endpoint, request, reply);
      const result = await answer(call);
      if (notifies) app.notify(...noticesOfCall(path, { params: call.params, by: signed(call.actor) }, notice?.(result)));
      return isFile ? reply : { data: result };
    },
  });
}
