import { useMutation } from '@tanstack/react-query';
import { messageOf } from '#admin/api/api-error.ts';
import { saveFile } from '#admin/ui/save-file.ts';
import { showFailure } from '#admin/ui/show-alert.tsx';
import { NO_DATA_TO_EXPORT } from '#contract/texts/staff.ts';
import { type AttendeeList, listQuery, startOfToday } from './attendee-list.ts';
import type { SubmissionOwner } from './submission-owner.ts';

/** Tells that there is nothing to export (spec section 5). */
export const tellNoData = (): void => showFailure({ title: NO_DATA_TO_EXPORT });

/** Downloads the attendees of a list as CSV, under the name the server gives it, with the viewer's date (decision 42). */
export function useExport(owner: SubmissionOwner) {
  return useMutation({
    mutationFn: (list: AttendeeList) => {
      const now = new Date();
      return owner.download({ ...listQuery(list, startOfToday(now)), utc_offset: -now.getTimezoneOffset() });
    },
    onSuccess: ({ blob, fileName }) => saveFile(blob, fileName),
    onError: (error) => showFailure({ title: 'The export failed.', text: messageOf(error) }),
  });
}
