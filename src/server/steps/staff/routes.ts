import type { FastifyInstance } from 'fastify';
import { FORM_KINDS } from '#contract/forms/form-ref.ts';
import { retryCallOf, sideEffectCalls } from '#contract/steps/side-effect-calls.ts';
import type { Context } from '#server/http/context.ts';
import { serve } from '#server/http/serve.ts';
import * as tells from '#server/live/tells.ts';
import { readCauses } from './causes.ts';
import * as commands from './commands.ts';
import * as queries from './queries.ts';

/** Failed steps: counting, listing, retrying and dismissing them. */
export function stepRoutes(app: FastifyInstance, { db, services }: Context): void {
  serve(app, sideEffectCalls.countFailedSteps, async () => queries.countFailedSteps(db));
  serve(app, sideEffectCalls.listFailedSteps, async ({ query }) => queries.getAttentionPage(db, query));
  serve(app, sideEffectCalls.listCauses, async ({ query }) => readCauses(db, query, services));
  serve(app, { ...sideEffectCalls.retryCause, tells: tells.stepsOf() }, async ({ body }) => commands.retryCause(db, body));
  serve(app, { ...sideEffectCalls.dismissCause, tells: tells.stepsOf() }, async ({ body, by }) => commands.dismissCause(db, body, by));
  serve(app, { ...sideEffectCalls.restoreSteps, tells: tells.stepsOf() }, async ({ body, by }) => commands.restoreSteps(db, body, by));
  serve(app, { ...sideEffectCalls.dismissStep, tells: tells.stepsOf() }, async ({ params, by }) => commands.dismissStep(db, params, by));
  serve(app, { ...sideEffectCalls.dismissChangeStep, tells: tells.stepsOf() }, async ({ params, by }) =>
    commands.dismissStep(db, params, by),
  );
  serve(app, { ...sideEffectCalls.restoreStep, tells: tells.stepsOf() }, async ({ params }) => commands.restoreStep(db, params));
  serve(app, { ...sideEffectCalls.restoreChangeStep, tells: tells.stepsOf() }, async ({ params }) => commands.restoreStep(db, params));
  serve(app, { ...sideEffectCalls.retryStep, tells: tells.stepsOf() }, async ({ params }) => ({
    retried: await commands.retryStep(db, params),
  }));
  serve(app, { ...sideEffectCalls.retryChangeStep, tells: tells.stepsOf() }, async ({ params }) => ({
    retried: await commands.retryStep(db, params),
  }));
  serve(app, { ...sideEffectCalls.retrySubmissionSteps, tells: tells.stepsOf() }, async ({ params }) => ({
    retried: await commands.retrySubmissionSteps(db, params.submissionId),
  }));
  for (const kind of FORM_KINDS) {
    serve(app, { ...retryCallOf[kind], tells: tells.stepsOf(kind) }, async ({ params: { id } }) => ({
      retried: await commands.retryFormSteps(db, { kind, id }),
    }));
  }
  serve(app, { ...sideEffectCalls.retryAllSteps, tells: tells.stepsOf() }, async () => ({ retried: await commands.retryAllSteps(db) }));
}
