import { ApiError, isNotFound } from '#admin/api/api-error.ts';
import { queryClient } from '#admin/api/query-client.ts';
import { readFormQuery } from '#admin/reads/form-queries.ts';
import { queryKeys } from '#admin/reads/query-keys.ts';
import { call } from '#admin/session/call.ts';
import { formCalls, formCallsOf } from '#contract/forms/form-calls.ts';
import { type FieldEdit, type FormField, type NewField, movedTo } from '#contract/forms/form-field.ts';
import type { FormRef } from '#contract/forms/form-ref.ts';

const renumber = (fields: readonly FormField[]): FormField[] => fields.map((field, order) => ({ ...field, order }));

/** The fields with one replaced and moved to the order that the server gave it. */
function withSaved(fields: readonly FormField[], saved: FormField): FormField[] {
  const replaced = fields.map((field) => (field.id === saved.id ? saved : field));
  return renumber(movedTo(replaced, saved, saved.order));
}

export type FieldMutations = ReturnType<typeof fieldMutations>;

/** The builder's calls for one form. Each also updates the cached form. */
export function fieldMutations({ kind, id }: FormRef) {
  const isSeries = kind === 'series';
  const { queryKey } = readFormQuery({ kind, id }, 'all');

  const post = async (field: NewField, idempotencyKey: string): Promise<FormField[]> => {
    const sent = { params: { id }, idempotencyKey };
    return isSeries
      ? call(formCalls.addSeriesFields, { ...sent, body: [field] })
      : call(formCalls.addFormFields, { ...sent, body: { formId: id, formFields: [field] } });
  };
  const change = async (changed: (fields: readonly FormField[]) => FormField[]) => {
    // A running query may have started before the change, and would overwrite it.
    await queryClient.cancelQueries({ queryKey });
    queryClient.setQueryData(queryKey, (form) => form && { ...form, formFields: changed(form.formFields) });
  };
  /** Refetches the form on screen, and marks all other queries with its fields as stale. Resolves to its fields in order. */
  const reload = async (): Promise<readonly FormField[]> => {
    await queryClient.invalidateQueries({ queryKey: queryKeys.of({ kind, id }) }, { throwOnError: true });
    return queryClient.getQueryData(queryKey)?.formFields ?? [];
  };

  return {
    reload,
    /** Adds a field at the end. Resolves to undefined if the answer was unreadable and the form was reloaded. */
    add: async (field: NewField, idempotencyKey: string): Promise<FormField | undefined> => {
      const [added] = await post(field, idempotencyKey).catch((error: unknown) => {
        // The field was added anyway.
        if (error instanceof ApiError && error.kind === 'unreadable') return [];
        throw error;
      });
      if (added === undefined) await reload();
      else await change((before) => [...before.filter((each) => each.id !== added.id), added]);
      return added;
    },
    /** Changes or moves a field. `ifMatch` is the version that the edit is based on. */
    edit: async (fieldId: string, body: FieldEdit, ifMatch: number): Promise<FormField> => {
      const saved = await call(formCallsOf[kind].editField, { params: { id, fieldId }, body, ifMatch });
      await change((before) => withSaved(before, saved));
      return saved;
    },
    remove: async (fieldId: string): Promise<void> => {
      await call(formCallsOf[kind].deleteField, { params: { id, fieldId } }).catch((error: unknown) => {
        // Already deleted, by someone else or by an attempt whose answer was lost.
        if (!isNotFound(error)) throw error;
      });
      await change((before) => renumber(before.filter((field) => field.id !== fieldId)));
      // The field is deleted, even if the reload fails.
      await reload().catch(() => undefined);
    },
  };
}
