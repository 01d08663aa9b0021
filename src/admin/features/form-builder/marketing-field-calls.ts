import { queryKeys } from '#admin/api/query-keys.ts';
import { api } from '#contract/api.ts';
import { createFieldCalls, type FieldCallDeps } from './create-field-calls.ts';
import type { FieldCalls } from './field-calls.ts';

export function marketingFieldCalls({ call, queryClient, formId, keyOf }: FieldCallDeps & { readonly formId: string }): FieldCalls {
  return createFieldCalls(queryClient, {
    readKey: queryKeys.formRead(formId),
    everythingKey: queryKeys.formRead(formId),
    add: async (field) => {
      const body = { formId, formFields: [field] };
      return call(api.addFormFields, { params: { id: formId }, body, idempotencyKey: keyOf(body) });
    },
    edit: async (fieldId, body, ifMatch) => call(api.editFormField, { params: { id: formId, fieldId }, body, ifMatch }),
    remove: async (fieldId) => call(api.deleteFormField, { params: { id: formId, fieldId } }),
  });
}
