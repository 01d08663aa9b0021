import { useMutation } from '@tanstack/react-query';
import { messageOf } from '#admin/api/api-error.ts';
import { showFailure } from '#admin/ui/feedback/show-alert.tsx';
import { saveFile } from '#admin/ui/loading/save-file.ts';
import type { SubmissionScope } from '#contract/form-ref.ts';
import { NO_DATA_TO_EXPORT } from '#contract/texts/staff.ts';
import { type AttendeeListParams, listQuery, startOfToday } from './attendee-list-params.ts';
import { submissionCalls } from './submission-calls.ts';
import type { Selection } from './table/selection.ts';

export const showNoDataToExport = (): void => showFailure({ title: NO_DATA_TO_EXPORT });

/** Offset of the viewer's time zone from UTC in minutes, for the date in the file name. */
const utcOffset = (): number => -new Date().getTimezoneOffset();

const downloadHandlers = {
  onSuccess: ({ blob, fileName }: { blob: Blob; fileName: string }) => saveFile(blob, fileName),
  onError: (error: Error) => showFailure({ title: 'The export failed.', text: messageOf(error) }),
};

/** Downloads the attendees of a list as CSV. */
export function useExport(scope: SubmissionScope) {
  return useMutation({
    mutationFn: (list: AttendeeListParams) =>
      submissionCalls(scope).download({ ...listQuery(list, startOfToday(new Date())), utc_offset: utcOffset() }),
    ...downloadHandlers,
  });
}

/** Downloads chosen attendees as CSV, in the order of the list. */
export function useExportChosen(scope: SubmissionScope, { sort, direction }: AttendeeListParams) {
  return useMutation({
    mutationFn: (chosen: Selection) =>
      submissionCalls(scope).downloadChosen([...chosen.keys()], {
        ...(sort === undefined ? {} : { sort, direction }),
        utc_offset: utcOffset(),
      }),
    ...downloadHandlers,
  });
}
