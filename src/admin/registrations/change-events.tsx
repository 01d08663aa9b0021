import { Button, type ButtonProps } from '@mantine/core';
import { useDialog } from '#admin/ui/dialogs/use-dialog.tsx';
import { IconCalendar } from '#admin/ui/layout/icons.tsx';
import { lazyPart } from '#admin/ui/loading/lazy-part.tsx';
import type { Submission } from '#contract/attendees/submission.ts';
import type { AttendeeScope } from '#contract/forms/form-ref.ts';
import { CHANGE_EVENTS } from '#contract/texts/places.ts';

const ChangeEventsDialog = lazyPart(async () => (await import('./change-events-dialog.tsx')).ChangeEventsDialog);

/** Opens the dialog that gives a person other events of the series; nothing in a marketing form. */
export function ChangeEvents({ scope, submission, look }: { scope: AttendeeScope; submission: Submission; look: ButtonProps }) {
  const dialog = useDialog();
  return scope.kind === 'marketing' ? null : (
    <>
      <Button {...look} aria-haspopup="dialog" leftSection={<IconCalendar />} onClick={dialog.open}>
        {CHANGE_EVENTS}
      </Button>
      {dialog.show(<ChangeEventsDialog scope={scope} submission={submission} />)}
    </>
  );
}
