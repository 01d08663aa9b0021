import { QuestionDialog } from './question-dialog.tsx';

interface LeaveDialogProps {
  opened: boolean;
  onStay: () => void;
  onLeave: () => void;
}

/** Asks before unsaved edits are lost. */
export const LeaveDialog = ({ opened, onStay, onLeave }: LeaveDialogProps) => (
  <QuestionDialog
    opened={opened}
    title="Leave without saving?"
    stayLabel="Stay"
    goLabel="Leave"
    goColor="red"
    onStay={onStay}
    onGo={onLeave}
  >
    What you typed here is not saved and would be lost.
  </QuestionDialog>
);
