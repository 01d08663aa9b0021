import { signOut } from '#admin/api/session.ts';
import { LazyDialog } from '#admin/ui/lazy-part.tsx';
import { lazyPart } from '#admin/ui/load-script.ts';
import { holdsUnsaved } from '#admin/ui/reload-once.ts';
import type { DialogState } from '#admin/ui/use-lazy-dialog.ts';

const LeaveQuestion = lazyPart(async () => (await import('#admin/ui/leave-question.tsx')).LeaveQuestion);

/** Signs out; over unsaved edits it asks first, by `SignOutQuestion`. */
export function signOutOrAsk(question: DialogState): void {
  if (holdsUnsaved()) question.open();
  else void signOut();
}

/** Asks before Sign Out drops unsaved edits. */
export function SignOutQuestion({ question: { opened, wasOpened, dismiss } }: { question: DialogState }) {
  const handleLeave = () => {
    dismiss();
    void signOut();
  };
  return wasOpened ? (
    <LazyDialog opened={opened} onClose={dismiss}>
      <LeaveQuestion opened={opened} onStay={dismiss} onLeave={handleLeave} />
    </LazyDialog>
  ) : null;
}
