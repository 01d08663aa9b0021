import type { FastifyInstance } from 'fastify';
import { api } from '#contract/api.ts';
import type { Context } from '#server/http/context.ts';
import { serve } from '#server/http/serve.ts';
import * as tells from '#server/live/tells.ts';
import * as commands from './commands.ts';
import * as queries from './queries.ts';

export function feedbackRoutes(app: FastifyInstance, { db }: Context): void {
  serve(app, api.listFeedback, async () => queries.listFeedbackLists(db));
  serve(app, api.getFeedback, async ({ params, query }) => queries.readFeedbackList(db, params.id, query));
  serve(app, { ...api.addFeedbackList, tells: tells.dashboard }, async ({ body, callId }) =>
    commands.addFeedbackList(db, body.title, callId),
  );
  serve(app, { ...api.deleteFeedbackList, tells: tells.feedback }, async ({ params }) => commands.deleteFeedbackList(db, params.id));
}

/** The public call. */
export function feedbackIntakeRoutes(app: FastifyInstance, { visitors }: Context): void {
  const feedback = commands.feedbackWriter(visitors.db);
  serve(app, { ...api.submitFeedback, tells: tells.newFeedback }, async ({ params, body, idempotencyKey }) =>
    feedback.add(params.id, body, idempotencyKey),
  );
}
