import type { QueryClient, QueryKey } from '@tanstack/react-query';
import { ApiError } from '#admin/api/api-error.ts';
import type { createCall } from '#admin/api/create-call.ts';
import type { FieldEdit, FormField, NewField } from '#contract/form-field.ts';
import { movedTo } from './draft/recorded-moves.ts';
import type { FieldCalls } from './field-calls.ts';

const NOT_FOUND = 404;

const renumber = (fields: readonly FormField[]): FormField[] => fields.map((field, order) => ({ ...field, order }));

/** The fields with one replaced and moved to the order that the server gave it. */
function withSaved(fields: readonly FormField[], saved: FormField): FormField[] {
  const replaced = fields.map((field) => (field.id === saved.id ? saved : field));
  return renumber(movedTo(replaced, saved, saved.order));
}

export interface FieldCallDeps {
  readonly call: ReturnType<typeof createCall>['call'];
  readonly queryClient: QueryClient;
  /** The idempotency key of a body. */
  readonly keyOf: (body: unknown) => string;
}

/** The calls for the fields of one form, and the cache keys of its queries. */
interface FormEndpoints {
  /** Key of the query that the builder shows. */
  readonly readKey: QueryKey;
  /** Key prefix of all queries that contain the fields. */
  readonly everythingKey: QueryKey;
  /** Resolves to the added fields. */
  readonly add: (field: NewField) => Promise<FormField[]>;
  readonly edit: (fieldId: string, edit: FieldEdit, ifMatch: number) => Promise<FormField>;
  readonly remove: (fieldId: string) => Promise<unknown>;
}

interface ReadForm {
  readonly formFields: readonly FormField[];
}

function cachedFields(queryClient: QueryClient, { readKey: queryKey, everythingKey }: FormEndpoints) {
  return {
    change: async (change: (fields: readonly FormField[]) => FormField[]) => {
      // A running query may have started before the change, and would overwrite it.
      await queryClient.cancelQueries({ queryKey });
      queryClient.setQueryData<ReadForm>(queryKey, (form) => form && { ...form, formFields: change(form.formFields) });
    },
    /** Refetches the form on screen, and marks all other queries with its fields as stale. */
    reload: async (): Promise<readonly FormField[]> => {
      await queryClient.invalidateQueries({ queryKey: everythingKey }, { throwOnError: true });
      return queryClient.getQueryData<ReadForm>(queryKey)?.formFields ?? [];
    },
  };
}

/** An unreadable answer still means that the field was added; the form is then reloaded. */
function noFieldIfUnreadable(error: unknown): FormField[] {
  if (error instanceof ApiError && error.kind === 'unreadable') return [];
  throw error;
}

/** A missing field was already deleted, by somebody else or by an attempt whose answer was lost. */
function ignoreNotFound(error: unknown): void {
  if (!(error instanceof ApiError && error.status === NOT_FOUND)) throw error;
}

/** The calls of a builder, which also update the cached form. */
export function createFieldCalls(queryClient: QueryClient, endpoints: FormEndpoints): FieldCalls {
  const fields = cachedFields(queryClient, endpoints);
  return {
    async add(field) {
      const [added] = await endpoints.add(field).catch(noFieldIfUnreadable);
      if (added === undefined) await fields.reload();
      else await fields.change((before) => [...before.filter(({ id }) => id !== added.id), added]);
      return added;
    },

    async edit(fieldId, edit, ifMatch) {
      const saved = await endpoints.edit(fieldId, edit, ifMatch);
      await fields.change((before) => withSaved(before, saved));
      return saved;
    },

    async remove(fieldId) {
      await endpoints.remove(fieldId).catch(ignoreNotFound);
      await fields.change((before) => renumber(before.filter(({ id }) => id !== fieldId)));
      // The field is deleted, even if the reload fails.
      await fields.reload().catch(() => undefined);
    },

    reload: fields.reload,
  };
}
