import type { FastifyInstance } from 'fastify';
import { api } from '#contract/api.ts';
import type { Db } from '#server/db/connection.ts';
import { serve } from '#server/http/serve.ts';
import { listFormsWithSignUps, listNextEvents } from './queries.ts';

export function overviewRoutes(app: FastifyInstance, { db }: { readonly db: Db }): void {
  serve(app, api.getOverview, async ({ query }) => {
    const now = new Date();
    const [today, next] = await Promise.all([
      listFormsWithSignUps(db, query.today_from ?? `${now.toISOString().slice(0, 10)}T00:00:00Z`),
      listNextEvents(db, now),
    ]);
    return { today, next_events: next };
  });
}
