import type { Location } from 'react-router';
import { LeaveQuestion } from './dialog.tsx';
import { DialogPart } from './use-dialog.tsx';
import { useLeaveBlocker } from './use-leave-blocker.ts';

interface UnsavedChangesProps {
  /** Called when the page is about to be left. */
  hasUnsaved: () => boolean;
  /** Which addresses lose the edits, if not only other pages. */
  isLeft?: (from: Location, to: Location) => boolean;
}

/** Asks before a page with unsaved edits is left. */
export function UnsavedChanges({ hasUnsaved, isLeft }: UnsavedChangesProps) {
  const blocker = useLeaveBlocker(hasUnsaved, isLeft);
  return (
    <DialogPart opened={blocker.state === 'blocked'} onClose={() => blocker.reset?.()}>
      <LeaveQuestion onLeave={() => blocker.proceed?.()} />
    </DialogPart>
  );
}
