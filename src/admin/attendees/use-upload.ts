import { skipToken, useQuery } from '@tanstack/react-query';
import type { AttendeeImport } from '#contract/attendees/attendee-import.ts';
import type { AttendeeScope } from '#contract/forms/form-ref.ts';
import { importsQuery } from './import/import-queries.ts';

/** One of the last uploads into an event; undefined while it is read, and for forms, which have none. */
export function useUpload(scope: AttendeeScope, importId: string | undefined): AttendeeImport | undefined {
  const eventId = scope.kind === 'series' ? scope.eventId : '';
  const query = importsQuery(scope.id, eventId);
  const uploads = useQuery({ ...query, queryFn: importId === undefined || eventId === '' ? skipToken : query.queryFn });
  return uploads.data?.find(({ id }) => id === importId);
}
