import { useDialogWith } from '#admin/ui/dialogs/use-dialog.tsx';
import { lazyPart } from '#admin/ui/loading/lazy-part.tsx';
import type { Submission } from '#contract/attendees/submission.ts';
import type { AttendeeScope } from '#contract/forms/form-ref.ts';

const ChangeEventsDialog = lazyPart(async () => (await import('./registration-dialogs.tsx')).ChangeEventsDialog);

/** The dialog that moves people in a list to other events of the series. */
export function useChangeEvents(scope: AttendeeScope) {
  const { open, show } = useDialogWith<Submission>();
  return {
    open,
    /** Outside the list, since removing a row would also remove its dialog. */
    dialog: show((submission) => (scope.kind === 'marketing' ? null : <ChangeEventsDialog scope={scope} submission={submission} />)),
  };
}
