import { LeaveDialog } from './leave-dialog.tsx';
import { useLeaveBlocker } from './use-leave-blocker.ts';

/** Asks before a page with unsaved edits is left; `hasUnsaved` is called at that moment. */
export function UnsavedChanges({ hasUnsaved }: { hasUnsaved: () => boolean }) {
  const blocker = useLeaveBlocker(hasUnsaved);
  return <LeaveDialog opened={blocker.state === 'blocked'} onStay={() => blocker.reset?.()} onLeave={() => blocker.proceed?.()} />;
}
