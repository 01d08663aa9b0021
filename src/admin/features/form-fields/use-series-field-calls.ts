import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import { ApiError } from '#admin/api/api-error.ts';
import { call } from '#admin/api/call.ts';
import { useIdempotencyKeys } from '#admin/api/idempotency-key.ts';
import { queryKeys } from '#admin/api/query-keys.ts';
import { api } from '#contract/api.ts';
import type { Series } from '#contract/event-series.ts';
import type { FormField } from '#contract/form-field.ts';
import type { FieldCalls } from './field-calls.ts';
import { movedTo } from './recorded-moves.ts';

const NOT_FOUND = 404;

/** The fields with one of them as the server has answered, at the place it has there; the others shift (decision 6). */
export function withSaved(fields: readonly FormField[], saved: FormField): FormField[] {
  const replaced = fields.map((field) => (field.id === saved.id ? saved : field));
  return movedTo(replaced, saved, saved.order).map((field, order) => ({ ...field, order }));
}

/** What the cache holds of the fields of a series, as the builder reads them: those of the read with all events. */
function cachedFields(queryClient: QueryClient, seriesId: string) {
  const queryKey = queryKeys.seriesRead(seriesId, 'all');
  return {
    change: (change: (fields: readonly FormField[]) => FormField[]) =>
      queryClient.setQueryData<Series>(queryKey, (series) => series && { ...series, formFields: change(series.formFields) }),
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

/** The calls of the builder of one series. */
export function useSeriesFieldCalls(seriesId: string): FieldCalls {
  const queryClient = useQueryClient();
  const keyOf = useIdempotencyKeys();
  return useMemo(() => {
    const fields = cachedFields(queryClient, seriesId);
    return {
      async add(field) {
        const body = [field];
        const answer = call(api.addSeriesFields, { params: { id: seriesId }, body, idempotencyKey: keyOf(body) });
        const [added] = await answer.catch(noneIfUnreadable);
        if (added === undefined) await fields.reload();
        else fields.change((before) => [...before.filter(({ id }) => id !== added.id), added]);
        return added;
      },

      async edit(fieldId, edit, ifMatch) {
        const saved = await call(api.editSeriesField, { params: { id: seriesId, fieldId }, body: edit, ifMatch });
        fields.change((before) => withSaved(before, saved));
        return saved;
      },

      async remove(fieldId) {
        try {
          await call(api.deleteSeriesField, { params: { id: seriesId, fieldId } });
        } catch (error) {
          // Somebody else was faster, or the answer to our first try was lost: gone is gone.
          if (!(error instanceof ApiError && error.status === NOT_FOUND)) throw error;
        }
        fields.change((before) => before.filter(({ id }) => id !== fieldId).map((field, order) => ({ ...field, order })));
        // A failed reload is no failed deletion.
        await fields.reload().catch(() => undefined);
      },

      reload: fields.reload,
    };
  }, [queryClient, keyOf, seriesId]);
}
