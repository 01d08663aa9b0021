import { useMutation } from '@tanstack/react-query';
import { messageOf } from '#admin/api/api-error.ts';
import { saveFile } from '#admin/ui/save-file.ts';
import { showFailure } from '#admin/ui/show-alert.tsx';
import { NO_DATA_TO_EXPORT } from '#contract/texts/staff.ts';
import { type AttendeeList, listQuery, startOfToday } from './attendee-list.ts';
import type { Selection } from './selection.ts';
import type { SubmissionOwner } from './submission-owner.ts';

/** Tells that there is nothing to export (spec section 5). */
export const tellNoData = (): void => showFailure({ title: NO_DATA_TO_EXPORT });

/** Minutes that the viewer's clocks are ahead of UTC, for the date in the file's name. */
const utcOffset = (): number => -new Date().getTimezoneOffset();

/** What becomes of a file: it is saved under the name the server gives it. */
const saving = {
  onSuccess: ({ blob, fileName }: { blob: Blob; fileName: string }) => saveFile(blob, fileName),
  onError: (error: Error) => showFailure({ title: 'The export failed.', text: messageOf(error) }),
};

/** Downloads the attendees of a list as CSV, under the name the server gives it, with the viewer's date (decision 42). */
export function useExport(owner: SubmissionOwner) {
  return useMutation({
    mutationFn: (list: AttendeeList) => owner.download({ ...listQuery(list, startOfToday(new Date())), utc_offset: utcOffset() }),
    ...saving,
  });
}

/** Downloads chosen attendees as CSV, in the order of the list. */
export function useExportChosen(owner: SubmissionOwner, { sort, direction }: AttendeeList) {
  return useMutation({
    mutationFn: (chosen: Selection) =>
      owner.downloadChosen([...chosen.keys()], { ...(sort === undefined ? {} : { sort, direction }), utc_offset: utcOffset() }),
    ...saving,
  });
}
