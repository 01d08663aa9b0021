import { counted } from '#contract/texts/counts.ts';
import { ConfirmDialog } from './dialog.tsx';
import { useCloseDialog } from './use-dialog.tsx';

/** Asks before emails are sent again that may have arrived. */
export function SendAgainDialog({ emails, onSend }: { emails: number; onSend: () => void }) {
  const close = useCloseDialog();
  const handleSend = () => {
    close();
    onSend();
  };
  return (
    <ConfirmDialog
      title={`Send ${counted(emails, 'email')} again?`}
      about={emails === 1 ? 'It may arrive twice.' : 'They may arrive twice.'}
      tone="plain"
      go="Send again"
      onGo={handleSend}
    />
  );
}
