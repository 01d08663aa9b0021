import { type QueryClient, queryOptions } from '@tanstack/react-query';
import { queryKeys } from '#admin/api/query-keys.ts';
import { readAllPages } from '#admin/features/submissions/submission-queries.ts';
import { emailKey } from '#contract/rules/email.ts';

/** The attendees of an event before an import: their addresses as `emailKey` gives them, and the ids of their submissions. */
export const existingAttendeesQuery = (seriesId: string, eventId: string) =>
  queryOptions({
    queryKey: [...queryKeys.event(seriesId, eventId), 'existing-before-import'],
    queryFn: async ({ signal }) => {
      const addresses = new Set<string>();
      const ids = new Set<string>();
      for await (const submissions of readAllPages({ kind: 'series', id: seriesId, eventId }, signal)) {
        for (const { id, email } of submissions) {
          ids.add(id);
          addresses.add(emailKey(email));
        }
      }
      return { addresses, ids };
    },
    // Refetched for each file.
    staleTime: 0,
    gcTime: 0,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
    // Structural sharing cannot compare sets.
    structuralSharing: false,
  });

/** After an import, resets the event's lists to their first page and invalidates all queries that count its attendees. */
export async function invalidateAfterImport(queryClient: QueryClient, seriesId: string, eventId: string): Promise<void> {
  const event = queryKeys.event(seriesId, eventId);
  const isOther = ({ queryKey }: { queryKey: readonly unknown[] }) => !event.every((part, index) => queryKey[index] === part);
  const isList = ({ queryKey }: { queryKey: readonly unknown[] }) => queryKey[event.length] !== 'existing-before-import';
  await Promise.all([
    queryClient.resetQueries({ queryKey: event, predicate: isList }),
    queryClient.invalidateQueries({ queryKey: queryKeys.series(seriesId), predicate: isOther }),
    queryClient.invalidateQueries({ queryKey: queryKeys.seriesCards }),
  ]);
}
