import fastifySwagger from '@fastify/swagger';
import fastifySwaggerUi from '@fastify/swagger-ui';
import type { FastifyInstance } from 'fastify';
import { jsonSchemaTransform } from 'fastify-type-provider-zod';
import { z } from 'zod';
import type { Endpoint } from '#contract/endpoint.ts';
import { problemSchema } from '#contract/problem.ts';

const securityOf: Record<Endpoint['access'], Record<string, string[]>[]> = {
  staff: [{ idToken: [] }],
  'staff-or-public': [{ idToken: [] }, {}],
  public: [],
};

const failure = {
  description: 'What went wrong, in words; for invalid input with the fields at fault',
  content: { 'application/problem+json': { schema: z.toJSONSchema(problemSchema) } },
};

const responsesOf = (schema: unknown): object =>
  typeof schema === 'object' && schema !== null && 'response' in schema && typeof schema.response === 'object'
    ? { ...schema.response }
    : {};

/**
 * Generates `/api/openapi.json` (OpenAPI 3.1) from the very schemas that validate, and a readable page of it at `/api/docs`
 * (decision 23). To be registered before the routes.
 */
export async function describeApi(app: FastifyInstance, publicUrl: string): Promise<void> {
  await app.register(fastifySwagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: 'Turnout',
        version: '1.0.0',
        description: 'Success is 200 with `{"data": …}`; failure is `application/problem+json` (RFC 9457).',
      },
      servers: [{ url: publicUrl }],
      components: {
        securitySchemes: { idToken: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' } },
      },
    },
    transform: (route) => {
      const { schema, url } = jsonSchemaTransform(route);
      const access = route.route.config?.access;
      if (access === undefined) return { schema: { ...schema, hide: true }, url };
      return { schema: { ...schema, security: securityOf[access], response: { ...responsesOf(schema), '4XX': failure } }, url };
    },
  });
  await app.register(fastifySwaggerUi, { routePrefix: '/api/docs', staticCSP: true });
  app.get('/api/openapi.json', { schema: { hide: true } }, async () => app.swagger());
}
