import type { FastifyInstance } from 'fastify';
import { api } from '#contract/api.ts';
import type { Db } from '#server/db/connection.ts';
import { serve } from '#server/http/serve.ts';
import { bodyHash } from '#server/idempotency.ts';
import * as tells from '#server/live/tells.ts';
import { addForm, editForm } from '../commands.ts';
import { listFormCards } from './queries.ts';
import { presentFormSettings, readForm, readPublicForm } from './read-form.ts';

export function marketingFormRoutes(app: FastifyInstance, { db }: { db: Db }): void {
  serve(app, api.listForms, async () => listFormCards(db));
  serve(app, { ...api.addForm, tells: tells.dashboard }, async ({ body, idempotencyKey }) =>
    presentFormSettings(await addForm(db, 'marketing', body.title, { scope: 'form/add', key: idempotencyKey, bodyHash: bodyHash(body) })),
  );
  serve(app, { ...api.editForm, tells: tells.form }, async ({ params, body, ifMatch }) =>
    presentFormSettings(await editForm(db, { kind: 'marketing', id: params.id }, body, ifMatch)),
  );
}

/** The call that gives staff the whole form, and visitors what the public page needs (D15). */
export function sharedMarketingFormRoutes(app: FastifyInstance, { db }: { db: Db }): void {
  serve(app, api.getForm, async ({ params, request }) => (request.user === null ? readPublicForm(db, params.id) : readForm(db, params.id)));
}
