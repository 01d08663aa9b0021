import type { FastifyInstance, FastifyRequest } from 'fastify';
import { api } from '#contract/api.ts';
import type { User } from '#contract/user.ts';
import type { Db } from '#server/db/connection.ts';
import { AppError } from '#server/errors.ts';
import { serve } from '#server/http/serve.ts';
import type { Services } from '#server/services/open-services.ts';
import { testCopper, testMail, testSlack } from './commands.ts';
import { listConnections } from './queries.ts';

interface ConnectionDeps {
  readonly db: Db;
  readonly services: Services;
  readonly timeZone: string;
}

function userOf({ user }: FastifyRequest): User {
  if (user === null) throw new AppError('unauthenticated', 'Please sign in');
  return user;
}

export function connectionRoutes(app: FastifyInstance, deps: ConnectionDeps): void {
  serve(app, api.listConnections, async () => listConnections(deps.db, deps.services));
  serve(app, api.testSlack, async ({ body, request }) => ({ message: await testSlack(deps, body.channel_id.trim(), userOf(request)) }));
  serve(app, api.testMail, async ({ body, request }) => ({ message: await testMail(deps, body, userOf(request)) }));
  serve(app, api.testCopper, async () => ({ message: await testCopper(deps) }));
}
