import type { FastifyInstance } from 'fastify';
import { api } from '#contract/api.ts';
import { callsOf } from '#contract/calls-of.ts';
import { FORM_KINDS } from '#contract/form-ref.ts';
import type { Db } from '#server/db/connection.ts';
import { serve } from '#server/http/serve.ts';
import { bodyHash } from '#server/idempotency.ts';
import * as tells from '#server/live/tells.ts';
import { addFields, deleteField, editField } from './commands.ts';

export function formFieldRoutes(app: FastifyInstance, { db }: { db: Db }): void {
  serve(app, { ...api.addSeriesFields, tells: tells.fieldsOf('series') }, async ({ params, body, idempotencyKey }) => {
    const scope = `event_series/${params.id}/addeventseriesformfields`;
    return addFields(db, { kind: 'series', id: params.id }, body, { scope, key: idempotencyKey, bodyHash: bodyHash(body) });
  });
  serve(app, { ...api.addFormFields, tells: tells.fieldsOf('marketing') }, async ({ params, body: { formFields }, idempotencyKey }) => {
    const scope = `form/${params.id}/addformfields`;
    return addFields(db, { kind: 'marketing', id: params.id }, formFields, { scope, key: idempotencyKey, bodyHash: bodyHash(formFields) });
  });
  for (const kind of FORM_KINDS) {
    const { edit, remove } = callsOf[kind].fields;
    serve(app, { ...edit, tells: tells.fieldsOf(kind) }, async ({ params: { id, fieldId }, body, ifMatch }) =>
      editField(db, { kind, id }, fieldId, body, ifMatch),
    );
    serve(app, { ...remove, tells: tells.fieldsOf(kind) }, async ({ params: { id, fieldId } }) => deleteField(db, { kind, id }, fieldId));
  }
}
