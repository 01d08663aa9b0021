import type { FastifyInstance } from 'fastify';
import { api } from '#contract/api.ts';
import { callsOf } from '#contract/calls-of.ts';
import { FORM_KINDS } from '#contract/forms/form-ref.ts';
import type { Context } from '#server/http/context.ts';
import { serve } from '#server/http/serve.ts';
import * as tells from '#server/live/tells.ts';
import { readCauses } from './causes.ts';
import * as commands from './commands.ts';
import * as queries from './queries.ts';

/** Failed steps: counting, listing, retrying and dismissing them. */
export function stepRoutes(app: FastifyInstance, { db, services }: Context): void {
  serve(app, api.countFailedSteps, async () => queries.countFailedSteps(db));
  serve(app, api.listFailedSteps, async ({ query }) => queries.getAttentionPage(db, query));
  serve(app, api.listCauses, async ({ query }) => readCauses(db, query, services));
  serve(app, { ...api.retryCause, tells: tells.stepsOf() }, async ({ body }) => commands.retryCause(db, body));
  serve(app, { ...api.dismissCause, tells: tells.stepsOf() }, async ({ body, by }) => commands.dismissCause(db, body, by));
  serve(app, { ...api.restoreSteps, tells: tells.stepsOf() }, async ({ body, by }) => commands.restoreSteps(db, body, by));
  serve(app, { ...api.dismissStep, tells: tells.stepsOf() }, async ({ params, by }) => commands.dismissStep(db, params, by));
  serve(app, { ...api.dismissChangeStep, tells: tells.stepsOf() }, async ({ params, by }) => commands.dismissStep(db, params, by));
  serve(app, { ...api.restoreStep, tells: tells.stepsOf() }, async ({ params }) => commands.restoreStep(db, params));
  serve(app, { ...api.restoreChangeStep, tells: tells.stepsOf() }, async ({ params }) => commands.restoreStep(db, params));
  serve(app, { ...api.retryStep, tells: tells.stepsOf() }, async ({ params }) => ({ retried: await commands.retryStep(db, params) }));
  serve(app, { ...api.retryChangeStep, tells: tells.stepsOf() }, async ({ params }) => ({ retried: await commands.retryStep(db, params) }));
  serve(app, { ...api.retrySubmissionSteps, tells: tells.stepsOf() }, async ({ params }) => ({
    retried: await commands.retrySubmissionSteps(db, params.submissionId),
  }));
  for (const kind of FORM_KINDS) {
    serve(app, { ...callsOf[kind].retrySteps, tells: tells.stepsOf(kind) }, async ({ params: { id } }) => ({
      retried: await commands.retryFormSteps(db, { kind, id }),
    }));
  }
  serve(app, { ...api.retryAllSteps, tells: tells.stepsOf() }, async () => ({ retried: await commands.retryAllSteps(db) }));
}
