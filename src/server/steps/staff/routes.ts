import type { FastifyInstance } from 'fastify';
import { FORM_KINDS } from '#contract/forms/form-ref.ts';
import { retryCallOf, sideEffectCalls } from '#contract/steps/side-effect-calls.ts';
import type { Context } from '#server/http/context.ts';
import { serve } from '#server/http/serve.ts';
import { countFailedSteps, readCauses } from './causes.ts';
import * as commands from './commands.ts';
import * as queries from './queries.ts';

const retried = async (handled: Promise<{ readonly steps: number }>) => ({ retried: (await handled).steps });

/** Failed steps: counting, listing, retrying and dismissing them. */
export function stepRoutes(app: FastifyInstance, context: Context): void {
  const { db, services } = context;
  serve(app, sideEffectCalls.countFailedSteps, async () => countFailedSteps(db));
  serve(app, sideEffectCalls.listFailedSteps, async ({ query }) => queries.getAttentionPage(db, query));
  serve(app, sideEffectCalls.listCauses, async ({ query }) => readCauses(db, query, services));
  serve(app, sideEffectCalls.retryCause, async ({ body, by }) => commands.retryCause(context, by, body));
  serve(app, sideEffectCalls.dismissCause, async ({ body, by }) => commands.dismissCause(context, by, body));
  serve(app, sideEffectCalls.restoreSteps, async ({ body, by }) => commands.restoreSteps(context, by, body));
  serve(app, sideEffectCalls.dismissStep, async ({ params, by }) => commands.dismissStep(context, by, params.stepId));
  serve(app, sideEffectCalls.restoreStep, async ({ params, by }) => commands.restoreStep(context, by, params.stepId));
  serve(app, sideEffectCalls.retryStep, async ({ params, by }) => retried(commands.retryStep(context, by, params.stepId)));
  serve(app, sideEffectCalls.retrySubmissionSteps, async ({ params, by }) =>
    retried(commands.retrySubmissionSteps(context, by, params.submissionId)),
  );
  for (const kind of FORM_KINDS) {
    serve(app, retryCallOf[kind], async ({ params: { id }, by }) => retried(commands.retryFormSteps(context, by, { kind, id })));
  }
  serve(app, sideEffectCalls.retryAllSteps, async ({ by }) => retried(commands.retryAllSteps(context, by)));
}
