import { LeaveQuestion } from './leave-question.tsx';
import { useLeaveBlocker } from './use-leave-blocker.ts';

/**
 * Asks before a page with unsaved edits is left. `hasUnsaved` is asked at that moment. Nobody is asked on the way to the
 * sign-in screen: of a session that ended by itself what was typed is kept as a draft, and Sign Out has asked before.
 */
export function UnsavedChanges({ hasUnsaved }: { hasUnsaved: () => boolean }) {
  const blocker = useLeaveBlocker(hasUnsaved);
  return <LeaveQuestion opened={blocker.state === 'blocked'} onStay={() => blocker.reset?.()} onLeave={() => blocker.proceed?.()} />;
}
