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
export function stepRoutes(app: FastifyInstance, context: Context): void {
  const { db, services } = context;
  serve(app, sideEffectCalls.countFailedSteps, async () => queries.countFailedSteps(db));
  serve(app, sideEffectCalls.listFailedSteps, async ({ query }) => queries.getAttentionPage(db, query));
  serve(app, sideEffectCalls.listCauses, async ({ query }) => readCauses(db, query, services));
  serve(app, { ...sideEffectCalls.retryCause, tells: tells.stepsOf() }, async ({ body, by }) => commands.retryCause(context, by, body));
  serve(app, { ...sideEffectCalls.dismissCause, tells: tells.stepsOf() }, async ({ body, by }) => commands.dismissCause(context, by, body));
  serve(app, { ...sideEffectCalls.restoreSteps, tells: tells.stepsOf() }, async ({ body, by }) => commands.restoreSteps(context, by, body));
  serve(app, { ...sideEffectCalls.dismissStep, tells: tells.stepsOf() }, async ({ params, by }) =>
    commands.dismissStep(context, by, params.stepId),
  );
  serve(app, { ...sideEffectCalls.restoreStep, tells: tells.stepsOf() }, async ({ params, by }) =>
    commands.restoreStep(context, by, params.stepId),
  );
  serve(app, { ...sideEffectCalls.retryStep, tells: tells.stepsOf() }, async ({ params, by }) => ({
    retried: (await commands.retryStep(context, by, params.stepId)).steps,
  }));
  serve(app, { ...sideEffectCalls.retrySubmissionSteps, tells: tells.stepsOf() }, async ({ params, by }) => ({
    retried: (await commands.retrySubmissionSteps(context, by, params.submissionId)).steps,
  }));
  for (const kind of FORM_KINDS) {
    serve(app, { ...retryCallOf[kind], tells: tells.stepsOf(kind) }, async ({ params: { id }, by }) => ({
      retried: (await commands.retryFormSteps(context, by, { kind, id })).steps,
    }));
  }
  serve(app, { ...sideEffectCalls.retryAllSteps, tells: tells.stepsOf() }, async ({ by }) => ({
    retried: (await commands.retryAllSteps(context, by)).steps,
  }));
}
