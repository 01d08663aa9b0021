import { queryOptions, useQuery } from '@tanstack/react-query';
import { call } from '#admin/session/call.ts';
import { type AttendeeImport, importCalls } from '#contract/attendees/attendee-import.ts';
import type { AttendeeScope, EventScope } from '#contract/forms/form-ref.ts';
import { followsOf } from './follows.ts';
import { queryKeys } from './query-keys.ts';

export const importsQuery = (scope: EventScope) =>
  queryOptions({
    queryKey: [...queryKeys.submissions(scope), 'imports'],
    queryFn: ({ signal }) => call(importCalls.listImports, { params: scope, signal }),
    meta: { follows: followsOf(scope) },
    staleTime: 0,
  });

/** One of the last uploads into an event; undefined while it is read, and for forms, which have none. */
export function useUpload(scope: AttendeeScope, importId: string | undefined): AttendeeImport | undefined {
  const event = scope.kind === 'series' ? scope : ({ kind: 'series', id: scope.id, eventId: '' } as const);
  const uploads = useQuery({ ...importsQuery(event), enabled: importId !== undefined && scope.kind === 'series' });
  return uploads.data?.find(({ id }) => id === importId);
}

/** `Upload ‘guests.csv’`; without the name while that is being read, or if the upload is no longer listed. */
export function useUploadLabel(scope: AttendeeScope, importId: string | undefined): string {
  const upload = useUpload(scope, importId);
  return upload === undefined ? 'Upload' : `Upload ‘${upload.file_name}’`;
}
