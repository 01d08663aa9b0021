import type { FastifyInstance } from 'fastify';
import { api } from '#contract/api.ts';
import type { Db } from '#server/db/connection.ts';
import { notFound } from '#server/errors.ts';
import { serve } from '#server/http/serve.ts';
import * as commands from './commands.ts';
import type { FeedbackWriter } from './feedback-writer.ts';
import { presentFeedbackCard, presentFeedbackEntry } from './present.ts';
import * as queries from './queries.ts';

/** The lists of website feedback, for staff (decisions 20 and 22). */
export function feedbackRoutes(app: FastifyInstance, { db }: { readonly db: Db }): void {
  serve(app, api.listFeedback, async () => (await queries.listFeedbackLists(db)).map(presentFeedbackCard));

  serve(app, api.getFeedback, async ({ params }) => {
    const list = await queries.findFeedbackList(db, params.id);
    if (list === undefined) throw notFound('Feedback list');
    const entries = await queries.listFeedbackEntries(db, list.id);
    return { id: list.id, title: list.title, entries: entries.map(presentFeedbackEntry) };
  });

  serve(app, api.addFeedbackList, async ({ body, idempotencyKey }) =>
    presentFeedbackCard(await commands.addFeedbackList(db, body, idempotencyKey)),
  );

  serve(app, api.deleteFeedbackList, async ({ params }) => commands.deleteFeedbackList(db, params.id));
}

/** The way in for visitors of a website (decision 22). */
export function feedbackIntakeRoutes(app: FastifyInstance, { feedback }: { readonly feedback: FeedbackWriter }): void {
  serve(app, api.submitFeedback, async ({ params, body, idempotencyKey }) => feedback.add(params.id, body, idempotencyKey));
}
