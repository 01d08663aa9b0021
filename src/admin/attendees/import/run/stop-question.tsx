import { Ask } from '#admin/ui/dialogs/dialog.tsx';
import { DialogPart } from '#admin/ui/dialogs/use-dialog.tsx';
import { useLeaveBlocker } from '#admin/ui/dialogs/use-leave-blocker.ts';

interface StopQuestionProps {
  /** Called when the page is about to be left. */
  isRunning: () => boolean;
  opened: boolean;
  onStay: () => void;
  onStop: () => void;
}

/** Confirms closing a running import, or leaving its page. */
export function StopQuestion({ isRunning, opened, onStay, onStop }: StopQuestionProps) {
  const blocker = useLeaveBlocker(isRunning);
  const stay = () => {
    blocker.reset?.();
    onStay();
  };
  const stop = () => {
    onStop();
    blocker.proceed?.();
  };
  return (
    <DialogPart opened={opened || blocker.state === 'blocked'} onClose={stay}>
      <Ask
        title="Stop the import?"
        about="Rows that were added stay in the event; the others are not imported."
        stay="Keep importing"
        go="Stop"
        closeButtonProps={{ 'aria-label': 'Keep importing' }}
        onGo={stop}
      />
    </DialogPart>
  );
}
