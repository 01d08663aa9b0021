import type { FastifyInstance } from 'fastify';
import { api } from '#contract/api.ts';
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
  serve(app, { ...api.editSeriesField, tells: tells.fieldsOf('series') }, async ({ params, body, ifMatch }) =>
    editField(db, { kind: 'series', id: params.id }, params.fieldId, body, ifMatch),
  );
  serve(app, { ...api.deleteSeriesField, tells: tells.fieldsOf('series') }, async ({ params }) =>
    deleteField(db, { kind: 'series', id: params.id }, params.fieldId),
  );
}

export function marketingFormFieldRoutes(app: FastifyInstance, { db }: { db: Db }): void {
  serve(app, { ...api.addFormFields, tells: tells.fieldsOf('marketing') }, async ({ params, body: { formFields }, idempotencyKey }) => {
    const scope = `form/${params.id}/addformfields`;
    return addFields(db, { kind: 'marketing', id: params.id }, formFields, { scope, key: idempotencyKey, bodyHash: bodyHash(formFields) });
  });
  serve(app, { ...api.editFormField, tells: tells.fieldsOf('marketing') }, async ({ params, body, ifMatch }) =>
    editField(db, { kind: 'marketing', id: params.id }, params.fieldId, body, ifMatch),
  );
  serve(app, { ...api.deleteFormField, tells: tells.fieldsOf('marketing') }, async ({ params }) =>
    deleteField(db, { kind: 'marketing', id: params.id }, params.fieldId),
  );
}
