import { Button } from '@mantine/core';
import { useDialog } from '#admin/ui/dialogs/use-dialog.tsx';
import { quietButtonProps } from '#admin/ui/layout/tool-button.tsx';
import { lazyPart } from '#admin/ui/loading/lazy-part.tsx';

const SentMailDialog = lazyPart(async () => (await import('./sent-mail-dialog.tsx')).SentMailDialog);

/** Opens the email that a step sent to a person; `what` names it to screen readers. */
export function ReadButton({ stepId, what }: { stepId: string; what: string }) {
  const dialog = useDialog();
  return (
    <>
      <Button {...quietButtonProps} aria-label={`Read ${what}`} onClick={dialog.open}>
        Read
      </Button>
      {dialog.show(<SentMailDialog stepId={stepId} />)}
    </>
  );
}
