import { queryOptions } from '@tanstack/react-query';
import { followsOf, queryKeys } from '#admin/reads/query-keys.ts';
import { readAll } from '#admin/reads/submission-queries.ts';
import { call } from '#admin/session/call.ts';
import { fullName } from '#admin/ui/format/full-name.ts';
import { importCalls } from '#contract/attendees/attendee-import.ts';
import type { EventScope } from '#contract/forms/form-ref.ts';
import { emailKey } from '#contract/rules/email.ts';

/** The attendees of an event before an import, and who waits or has cancelled, by their addresses as `emailKey` gives them, and the ids of their submissions. */
export const existingAttendeesQuery = (scope: EventScope) =>
  queryOptions({
    // Not below the event's key, or the end of an import would read them again.
    queryKey: ['existing-before-import', scope.id, scope.eventId],
    queryFn: async ({ signal }) => {
      const people = await readAll(
        scope,
        { signal, registration: 'all' },
        ({ id, email, _version: version, _registration: place, ...names }) => ({
          id,
          version,
          email: emailKey(email),
          name: fullName(names),
          hasCancelled: place?.status === 'cancelled',
        }),
      );
      return { attendees: Map.groupBy(people, ({ email }) => email), ids: new Set(people.map(({ id }) => id)) };
    },
    // Refetched whenever rows are checked.
    staleTime: 0,
    gcTime: 0,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
    // Structural sharing cannot compare maps and sets.
    structuralSharing: false,
  });

export const keptQuery = (scope: EventScope, importId: string) =>
  queryOptions({
    queryKey: [...queryKeys.submissions(scope), 'imports', importId, 'kept'],
    meta: { follows: followsOf(scope) },
    queryFn: ({ signal }) => call(importCalls.listKept, { params: { ...scope, importId }, signal }),
  });
