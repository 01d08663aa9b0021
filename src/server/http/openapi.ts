import fastifySwagger from '@fastify/swagger';
import fastifySwaggerUi from '@fastify/swagger-ui';
import type { FastifyInstance, FastifyReply, onRequestHookHandler } from 'fastify';
import { createJsonSchemaTransform } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { allCalls } from '#contract/all-calls.ts';
import { EXPORT_TYPES } from '#contract/attendees/submission.ts';
import { type Endpoint, type FileKind, isStaffWrite } from '#contract/endpoint.ts';
import { PICTURE_TYPES } from '#contract/pictures.ts';
import { problemSchema } from '#contract/problem.ts';

/** Who may call; the right that staff need is listed as OpenAPI lists roles. */
function securityOf({ access, needs }: Endpoint): Record<string, string[]>[] {
  if (access === 'door') return [{ doorLink: [] }];
  if (needs === null) return [];
  return access === 'staff' ? [{ idToken: [needs] }] : [{ idToken: [needs] }, {}];
}

const failure = {
  description: 'What went wrong, as text; for invalid input with the fields at fault',
  content: { 'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } } },
};

const fileAnswers: Record<FileKind, object> = {
  export: {
    200: {
      description: 'A CSV or Excel file, streamed',
      content: Object.fromEntries(Object.values(EXPORT_TYPES).map((type) => [type, { schema: { type: 'string' } }])),
    },
  },
  calendar: {
    200: { description: 'A calendar file', content: { 'text/calendar': { schema: { type: 'string' } } } },
    302: { description: 'The page of a calendar service that adds the entry' },
  },
};

const IDEMPOTENCY_KEY = {
  type: 'string',
  maxLength: 200,
  description: 'The same key again gives the first answer and adds nothing; kept 24 hours',
};
const IF_MATCH = {
  type: 'string',
  description: 'The version that was read: a field that someone else has changed since is refused with 409',
};

const BATCH = { type: 'string', format: 'uuid', description: 'The upload that the row belongs to' };
const TAB = { type: 'string', pattern: '^[A-Za-z]{8}$', description: 'Names the tab that makes the change, in the live notices of it' };

const headersOf = (endpoint: Endpoint): object => ({
  type: 'object',
  properties: {
    ...(endpoint.isAdd === true && { 'Idempotency-Key': IDEMPOTENCY_KEY }),
    ...(endpoint.isEdit === true && { 'If-Match': IF_MATCH }),
    ...(endpoint.isBatched === true && { Batch: BATCH }),
    ...(isStaffWrite(endpoint) && { Tab: TAB }),
  },
});

const calls = new Map<string, readonly [name: string, endpoint: Endpoint]>(
  Object.entries(allCalls).map(([name, endpoint]) => [`${endpoint.method} /api${endpoint.path}`, [name, endpoint]]),
);

/** Replaces the plugin's own policy, which would allow our pages to frame the documentation. */
const DOCS_POLICY = {
  'default-src': "'none'",
  'script-src': "'self'",
  'style-src': "'self'",
  'img-src': "'self' data:",
  'font-src': "'self' data:",
  'connect-src': "'self'",
  'form-action': "'self'",
  'base-uri': "'none'",
  'frame-ancestors': "'none'",
};

/** Answers may have more keys in the next release, which strict clients would refuse; and no typed language has objects whose other keys have another type than those named. */
const toOpenSchemas = createJsonSchemaTransform({
  zodToJsonConfig: {
    override: ({ jsonSchema }) => {
      if (jsonSchema.additionalProperties === false) delete jsonSchema.additionalProperties;
      else if (jsonSchema.properties !== undefined && jsonSchema.additionalProperties !== undefined) jsonSchema.additionalProperties = {};
    },
  },
});

const responsesOf = (schema: unknown): object =>
  typeof schema === 'object' && schema !== null && 'response' in schema && typeof schema.response === 'object'
    ? { ...schema.response }
    : {};

/** Adds what the schemas do not have: name, headers, who may call, errors. */
const describeCall = (schema: object, name: string, endpoint: Endpoint): object => ({
  ...schema,
  operationId: name,
  security: securityOf(endpoint),
  ...(endpoint.takesPicture === true ? { consumes: PICTURE_TYPES, body: { type: 'string', format: 'binary' } } : {}),
  ...(endpoint.isAdd === true || isStaffWrite(endpoint) ? { headers: headersOf(endpoint) } : {}),
  response: {
    ...(typeof endpoint.response === 'string' ? fileAnswers[endpoint.response] : responsesOf(schema)),
    '4XX': failure,
    '5XX': failure,
  },
});

/** Serves `/api/openapi.json`, generated from the schemas of the routes, and a readable page at `/api/docs`. Must be called before routes are added. */
export async function describeApi(app: FastifyInstance, publicUrl: string): Promise<void> {
  await app.register(fastifySwagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: 'Turnout',
        version: '1.0.0',
        license: { name: 'MIT', identifier: 'MIT' },
        description: 'Success is 200 with `{"data": …}`; failure is `application/problem+json` (RFC 9457).',
      },
      servers: [{ url: publicUrl }],
      components: {
        // Named, so that clients generated from the document have one type for all failures.
        schemas: { Problem: z.toJSONSchema(problemSchema, { io: 'input' }) as object },
        securitySchemes: {
          idToken: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' },
          doorLink: {
            type: 'apiKey',
            in: 'header',
            name: 'Authorization',
            description: '`Door` and the token of a door link; the header `Phone` has a UUID of the phone',
          },
        },
      },
    },
    transform: (route) => {
      const { schema, url } = toOpenSchemas(route);
      const call = calls.get(`${String(route.route.method)} ${route.url}`);
      return { schema: call === undefined ? { ...schema, hide: true } : describeCall(schema, ...call), url };
    },
  });
  let text: Buffer | undefined;
  const send = (reply: FastifyReply): FastifyReply => {
    // Written once, as bytes that all answers share, also those that nobody reads.
    text ??= Buffer.from(JSON.stringify(app.swagger()));
    return reply.type('application/json; charset=utf-8').send(text);
  };
  app.get('/api/openapi.json', { schema: { hide: true } }, async (_request, reply) => send(reply));
  // The page's own copies of the description would be written for each answer.
  const onRequest: onRequestHookHandler = ({ routeOptions }, reply, done) => {
    if (/\/(?:json|yaml)$/.test(routeOptions.url ?? '')) void send(reply);
    else done();
  };
  await app.register(fastifySwaggerUi, { routePrefix: '/api/docs', staticCSP: DOCS_POLICY, uiHooks: { onRequest } });
}
