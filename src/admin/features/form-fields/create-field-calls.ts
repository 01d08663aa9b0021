import type { QueryClient, QueryKey } from '@tanstack/react-query';
import { ApiError } from '#admin/api/api-error.ts';
import type { createCall } from '#admin/api/create-call.ts';
import type { FieldEdit, FormField, NewField } from '#contract/form-field.ts';
import type { FieldCalls } from './field-calls.ts';
import { movedTo } from './recorded-moves.ts';

const NOT_FOUND = 404;

const numbered = (fields: readonly FormField[]): FormField[] => fields.map((field, order) => ({ ...field, order }));

/** The fields with one of them as the server has answered, at the place it has there; the others shift (decision 6). */
function withSaved(fields: readonly FormField[], saved: FormField): FormField[] {
  const replaced = fields.map((field) => (field.id === saved.id ? saved : field));
  return numbered(movedTo(replaced, saved, saved.order));
}

/** What the calls of a builder need. */
export interface FieldCallDeps {
  readonly call: ReturnType<typeof createCall>['call'];
  readonly queryClient: QueryClient;
  /** Gives the key that makes the repeat of an add harmless (decision 19). */
  readonly keyOf: (body: unknown) => string;
}

/** The calls for the fields of one form, of a series or a marketing form, and where the cache has them. */
interface FieldsOnServer {
  /** Key of the read that the builder shows. */
  readonly readKey: QueryKey;
  /** Key of everything that holds the fields. */
  readonly everythingKey: QueryKey;
  /** Gives the list of the fields that were added (decision 17). */
  readonly add: (field: NewField) => Promise<FormField[]>;
  readonly edit: (fieldId: string, edit: FieldEdit, ifMatch: number) => Promise<FormField>;
  readonly remove: (fieldId: string) => Promise<unknown>;
}

/** What a builder needs of a read. */
interface ReadForm {
  readonly formFields: readonly FormField[];
}

/** What the cache holds of the fields, as the builder reads them. */
function cachedFields(queryClient: QueryClient, { readKey: queryKey, everythingKey }: FieldsOnServer) {
  return {
    change: async (change: (fields: readonly FormField[]) => FormField[]) => {
      // A read that is under way may have begun before the change, and would undo it here.
      await queryClient.cancelQueries({ queryKey });
      queryClient.setQueryData<ReadForm>(queryKey, (form) => form && { ...form, formFields: change(form.formFields) });
    },
    /** Reads anew what is on screen, and lets all else that holds the fields be read when it is shown. */
    reload: async (): Promise<readonly FormField[]> => {
      await queryClient.invalidateQueries({ queryKey: everythingKey }, { throwOnError: true });
      return queryClient.getQueryData<ReadForm>(queryKey)?.formFields ?? [];
    },
  };
}

/** A field that was added, only that the answer is no list of fields: the form is reloaded then (spec section 4). */
function noneIfUnreadable(error: unknown): FormField[] {
  if (error instanceof ApiError && error.kind === 'unreadable') return [];
  throw error;
}

/** Somebody else was faster, or the answer to our first try was lost: gone is gone. */
function nothingIfGone(error: unknown): void {
  if (!(error instanceof ApiError && error.status === NOT_FOUND)) throw error;
}

/** The calls of a builder; what they change shows in the cached read at once. */
export function createFieldCalls(queryClient: QueryClient, server: FieldsOnServer): FieldCalls {
  const fields = cachedFields(queryClient, server);
  return {
    async add(field) {
      const [added] = await server.add(field).catch(noneIfUnreadable);
      if (added === undefined) await fields.reload();
      else await fields.change((before) => [...before.filter(({ id }) => id !== added.id), added]);
      return added;
    },

    async edit(fieldId, edit, ifMatch) {
      const saved = await server.edit(fieldId, edit, ifMatch);
      await fields.change((before) => withSaved(before, saved));
      return saved;
    },

    async remove(fieldId) {
      await server.remove(fieldId).catch(nothingIfGone);
      await fields.change((before) => numbered(before.filter(({ id }) => id !== fieldId)));
      // A failed reload is no failed deletion.
      await fields.reload().catch(() => undefined);
    },

    reload: fields.reload,
  };
}
