import type { FastifyInstance } from 'fastify';
import { api } from '#contract/api.ts';
import type { Db } from '#server/db/connection.ts';
import { serve } from '#server/http/serve.ts';
import * as commands from './commands.ts';
import * as queries from './queries.ts';

/** Failed steps: counting, listing and retrying them. */
export function stepRoutes(app: FastifyInstance, { db }: { readonly db: Db }): void {
  serve(app, api.countFailedSteps, async () => queries.countFailedSteps(db));
  serve(app, api.listFailedSteps, async ({ query }) => queries.getAttentionPage(db, query));
  serve(app, api.retryStep, async ({ params: { submissionId, step } }) => ({ retried: await commands.retryStep(db, submissionId, step) }));
  serve(app, api.retrySubmissionSteps, async ({ params }) => ({ retried: await commands.retrySubmissionSteps(db, params.submissionId) }));
  serve(app, api.retrySeriesSteps, async ({ params }) => ({
    retried: await commands.retryFormSteps(db, { kind: 'series', id: params.id }),
  }));
  serve(app, api.retryFormSteps, async ({ params }) => ({ retried: await commands.retryFormSteps(db, { kind: 'form', id: params.id }) }));
  serve(app, api.retryAllSteps, async () => ({ retried: await commands.retryAllSteps(db) }));
}
