import type { QueryClient } from '@tanstack/react-query';
import { ApiError } from '#admin/api/api-error.ts';
import type { createCall } from '#admin/api/create-call.ts';
import { queryKeys } from '#admin/api/query-keys.ts';
import { api } from '#contract/api.ts';
import type { Series } from '#contract/event-series.ts';
import type { FormField } from '#contract/form-field.ts';
import type { FieldCalls } from './field-calls.ts';
import { movedTo } from './recorded-moves.ts';

const NOT_FOUND = 404;

const numbered = (fields: readonly FormField[]): FormField[] => fields.map((field, order) => ({ ...field, order }));

/** The fields with one of them as the server has answered, at the place it has there; the others shift (decision 6). */
function withSaved(fields: readonly FormField[], saved: FormField): FormField[] {
  const replaced = fields.map((field) => (field.id === saved.id ? saved : field));
  return numbered(movedTo(replaced, saved, saved.order));
}

/** What the cache holds of the fields of a series, as the builder reads them: those of the read with all events. */
function cachedFields(queryClient: QueryClient, seriesId: string) {
  const queryKey = queryKeys.seriesRead(seriesId, 'all');
  return {
    change: async (change: (fields: readonly FormField[]) => FormField[]) => {
      // A read that is under way may have begun before the change, and would undo it here.
      await queryClient.cancelQueries({ queryKey });
      queryClient.setQueryData<Series>(queryKey, (series) => series && { ...series, formFields: change(series.formFields) });
    },
    /** Reads anew what is on screen, and lets all else of the series be read when it is shown. */
    reload: async (): Promise<readonly FormField[]> => {
      await queryClient.invalidateQueries({ queryKey: queryKeys.series(seriesId) }, { throwOnError: true });
      return queryClient.getQueryData<Series>(queryKey)?.formFields ?? [];
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

interface SeriesFieldDeps {
  readonly call: ReturnType<typeof createCall>['call'];
  readonly queryClient: QueryClient;
  readonly seriesId: string;
  /** Gives the key that makes the repeat of an add harmless (decision 19). */
  readonly keyOf: (body: unknown) => string;
}

/** The calls of the builder of one series; what they change shows in the cached read at once. */
export function seriesFieldCalls({ call, queryClient, seriesId, keyOf }: SeriesFieldDeps): FieldCalls {
  const fields = cachedFields(queryClient, seriesId);
  return {
    async add(field) {
      const body = [field];
      const answer = call(api.addSeriesFields, { params: { id: seriesId }, body, idempotencyKey: keyOf(body) });
      const [added] = await answer.catch(noneIfUnreadable);
      if (added === undefined) await fields.reload();
      else await fields.change((before) => [...before.filter(({ id }) => id !== added.id), added]);
      return added;
    },

    async edit(fieldId, edit, ifMatch) {
      const saved = await call(api.editSeriesField, { params: { id: seriesId, fieldId }, body: edit, ifMatch });
      await fields.change((before) => withSaved(before, saved));
      return saved;
    },

    async remove(fieldId) {
      await call(api.deleteSeriesField, { params: { id: seriesId, fieldId } }).catch(nothingIfGone);
      await fields.change((before) => numbered(before.filter(({ id }) => id !== fieldId)));
      // A failed reload is no failed deletion.
      await fields.reload().catch(() => undefined);
    },

    reload: fields.reload,
  };
}
