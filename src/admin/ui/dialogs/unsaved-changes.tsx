import { LeaveDialog } from './leave-dialog.tsx';
import { useLeaveBlocker } from './use-leave-blocker.ts';

/**
 * Asks before a page with unsaved edits is left; `hasUnsaved` is called at that moment. It does not ask on the way to the sign-in screen:
 * when a session ends by itself the edits are kept as drafts, and Sign Out has asked already.
 */
export function UnsavedChanges({ hasUnsaved }: { hasUnsaved: () => boolean }) {
  const blocker = useLeaveBlocker(hasUnsaved);
  return <LeaveDialog opened={blocker.state === 'blocked'} onStay={() => blocker.reset?.()} onLeave={() => blocker.proceed?.()} />;
}
