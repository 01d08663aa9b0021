import type { FastifyInstance } from 'fastify';
import { api } from '#contract/api.ts';
import type { Db } from '#server/db/connection.ts';
import { serve } from '#server/http/serve.ts';
import { bodyHash } from '#server/idempotency.ts';
import { addFields, deleteField, editField } from './commands.ts';

/** The fields of the form of a series (spec section 7; decisions 2, 6, 17). */
export function formFieldRoutes(app: FastifyInstance, { db }: { db: Db }): void {
  serve(app, api.addSeriesFields, async ({ params, body, idempotencyKey }) => {
    const scope = `event_series/${params.id}/addeventseriesformfields`;
    return addFields(db, { seriesId: params.id }, body, { scope, key: idempotencyKey, bodyHash: bodyHash(body) });
  });
  serve(app, api.editSeriesField, async ({ params, body, ifMatch }) =>
    editField(db, { owner: { seriesId: params.id }, fieldId: params.fieldId }, body, ifMatch),
  );
  serve(app, api.deleteSeriesField, async ({ params }) => deleteField(db, { seriesId: params.id }, params.fieldId));
}

/** The fields of a marketing form (spec section 7; decisions 2, 6, 17). */
export function marketingFormFieldRoutes(app: FastifyInstance, { db }: { db: Db }): void {
  serve(app, api.addFormFields, async ({ params, body: { formFields }, idempotencyKey }) => {
    const scope = `form/${params.id}/addformfields`;
    return addFields(db, { formId: params.id }, formFields, { scope, key: idempotencyKey, bodyHash: bodyHash(formFields) });
  });
  serve(app, api.editFormField, async ({ params, body, ifMatch }) =>
    editField(db, { owner: { formId: params.id }, fieldId: params.fieldId }, body, ifMatch),
  );
  serve(app, api.deleteFormField, async ({ params }) => deleteField(db, { formId: params.id }, params.fieldId));
}
