import type { FastifyInstance } from 'fastify';
import { feedbackCalls } from '#contract/feedback.ts';
import type { Context } from '#server/http/context.ts';
import { serve } from '#server/http/serve.ts';
import * as commands from './commands.ts';
import * as queries from './queries.ts';

export function feedbackRoutes(app: FastifyInstance, context: Context): void {
  const { db } = context;
  serve(app, feedbackCalls.listFeedback, async () => queries.listFeedbackLists(db));
  serve(app, feedbackCalls.getFeedback, async ({ params, query }) => queries.readFeedbackList(db, params.id, query));
  serve(app, feedbackCalls.addFeedbackList, async ({ body, callId, by }) => commands.addFeedbackList(context, by, body.title, callId));
  serve(app, feedbackCalls.deleteFeedbackList, async ({ params, by }) => commands.deleteFeedbackList(context, by, params.id));
}

/** The public call. */
export function feedbackIntakeRoutes(app: FastifyInstance, context: Context): void {
  const feedback = commands.feedbackWriter({ ...context, db: context.visitors.db });
  serve(app, { ...feedbackCalls.submitFeedback, notice: () => ({ added: 1 }) }, async ({ params, body, idempotencyKey }) =>
    feedback.add(params.id, body, idempotencyKey),
  );
}
