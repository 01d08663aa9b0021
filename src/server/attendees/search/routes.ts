import type { FastifyInstance } from 'fastify';
import { api } from '#contract/api.ts';
import type { Db } from '#server/db/connection.ts';
import { serve } from '#server/http/serve.ts';
import { listPeople } from './people.ts';
import { searchEverything } from './search-everything.ts';

export function searchRoutes(app: FastifyInstance, { db }: { readonly db: Db }): void {
  serve(app, api.search, async ({ query }) => searchEverything(db, query.q));
  serve(app, api.findPeople, async ({ query }) => listPeople(db, query));
}
