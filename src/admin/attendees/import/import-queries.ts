import { queryOptions } from '@tanstack/react-query';
import { call } from '#admin/api/call.ts';
import { queryKeys } from '#admin/reads/query-keys.ts';
import { readAllPages } from '#admin/reads/submission-queries.ts';
import { fullName } from '#admin/ui/format/full-name.ts';
import { api } from '#contract/api.ts';
import { emailKey } from '#contract/rules/email.ts';
import type { ExistingAttendee } from './rows/import-plan.ts';

/** The attendees of an event before an import, by their addresses as `emailKey` gives them, and the ids of their submissions. */
export const existingAttendeesQuery = (seriesId: string, eventId: string) =>
  queryOptions({
    // Not below the event's key, or the end of an import would read them again.
    queryKey: ['existing-before-import', seriesId, eventId],
    queryFn: async ({ signal }) => {
      const attendees = new Map<string, ExistingAttendee[]>();
      const ids = new Set<string>();
      for await (const submissions of readAllPages({ kind: 'series', id: seriesId, eventId }, signal)) {
        for (const { id, email, _version: version, ...names } of submissions) {
          ids.add(id);
          const sameAddress = attendees.get(emailKey(email)) ?? [];
          attendees.set(emailKey(email), [...sameAddress, { id, version, name: fullName(names) }]);
        }
      }
      return { attendees, ids };
    },
    // Refetched whenever rows are checked.
    staleTime: 0,
    gcTime: 0,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
    // Structural sharing cannot compare maps and sets.
    structuralSharing: false,
  });

/** The last uploads into an event, newest first. */
export const importsQuery = (seriesId: string, eventId: string) =>
  queryOptions({
    queryKey: [...queryKeys.event(seriesId, eventId), 'imports'],
    queryFn: ({ signal }) => call(api.listImports, { params: { id: seriesId, eventId }, signal }),
    staleTime: 0,
  });
