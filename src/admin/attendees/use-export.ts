import { useMutation } from '@tanstack/react-query';
import { messageOf } from '#admin/api/api-error.ts';
import { type AttendeeListParams, listQuery, orderQuery } from '#admin/reads/attendee-list-params.ts';
import { submissionCalls } from '#admin/reads/submission-calls.ts';
import { showFailure } from '#admin/ui/feedback/show-alert.tsx';
import { startOfToday } from '#admin/ui/format/dates.ts';
import { saveFile } from '#admin/ui/loading/save-file.ts';
import type { AttendeeScope } from '#contract/forms/form-ref.ts';

/** Offset of the viewer's time zone from UTC in minutes, for the date in the file name. */
const utcOffset = (): number => -new Date().getTimezoneOffset();

/** Downloads the attendees of a list as CSV or, in its order, those of them whose ids are given. */
export function useExport(scope: AttendeeScope) {
  const calls = submissionCalls(scope);
  return useMutation({
    mutationFn: ({ list, ids }: { list: AttendeeListParams; ids?: string[] }) =>
      ids === undefined
        ? calls.download({ ...listQuery(list, startOfToday(new Date())), utc_offset: utcOffset() })
        : calls.downloadChosen(ids, { ...orderQuery(list), registration: list.registration, utc_offset: utcOffset() }),
    onSuccess: ({ blob, fileName }) => saveFile(blob, fileName),
    onError: (error) => showFailure({ title: 'The export failed.', text: messageOf(error) }),
  });
}
