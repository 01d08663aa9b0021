import { queryOptions } from '@tanstack/react-query';
import { readAllPages } from '#admin/features/submissions/submission-queries.ts';
import { emailKey } from '#contract/rules/email.ts';

/** The attendees of an event before an import: their addresses as `emailKey` gives them, and the ids of their submissions. */
export const existingAttendeesQuery = (seriesId: string, eventId: string) =>
  queryOptions({
    // Not below the event's key, or the end of an import would read them again.
    queryKey: ['existing-before-import', seriesId, eventId],
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
