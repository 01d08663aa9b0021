import { queryKeys } from '#admin/api/query-keys.ts';
import { api } from '#contract/api.ts';
import { createFieldCalls, type FieldCallDeps } from './create-field-calls.ts';
import type { FieldCalls } from './field-calls.ts';

export function seriesFieldCalls({ call, queryClient, seriesId, keyOf }: FieldCallDeps & { readonly seriesId: string }): FieldCalls {
  return createFieldCalls(queryClient, {
    readKey: queryKeys.seriesRead(seriesId, 'all'),
    everythingKey: queryKeys.series(seriesId),
    add: async (field) => {
      const body = [field];
      return call(api.addSeriesFields, { params: { id: seriesId }, body, idempotencyKey: keyOf(body) });
    },
    edit: async (fieldId, body, ifMatch) => call(api.editSeriesField, { params: { id: seriesId, fieldId }, body, ifMatch }),
    remove: async (fieldId) => call(api.deleteSeriesField, { params: { id: seriesId, fieldId } }),
  });
}
