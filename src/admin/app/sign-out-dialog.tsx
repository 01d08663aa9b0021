import { signOut } from '#admin/session/session.ts';
import type { DialogState } from '#admin/ui/dialogs/use-lazy-dialog.ts';
import { LazyDialog, lazyPart } from '#admin/ui/loading/lazy-part.tsx';
import { hasUnsavedEdits } from '#admin/ui/loading/reload-once.ts';

const LeaveDialog = lazyPart(async () => (await import('#admin/ui/dialogs/leave-dialog.tsx')).LeaveDialog);

/** Signs out, or opens `SignOutDialog` when there are unsaved edits. */
export function signOutOrAsk(question: DialogState): void {
  if (hasUnsavedEdits()) question.open();
  else void signOut();
}

/** Asks before Sign Out drops unsaved edits. */
export function SignOutDialog({ question: { opened, dismiss } }: { question: DialogState }) {
  const handleLeave = () => {
    dismiss();
    void signOut();
  };
  return (
    <LazyDialog opened={opened} onClose={dismiss}>
      <LeaveDialog opened={opened} onStay={dismiss} onLeave={handleLeave} />
    </LazyDialog>
  );
}
