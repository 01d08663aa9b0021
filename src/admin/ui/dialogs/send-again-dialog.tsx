import { counted } from '#contract/texts/counts.ts';
import { ConfirmDialog } from './dialog.tsx';

/** Asks before emails are sent again that may have arrived. */
export const SendAgainDialog = ({ emails, onSend }: { emails: number; onSend: () => void }) => (
  <ConfirmDialog
    closes
    title={`Send ${counted(emails, 'email')} again?`}
    about={emails === 1 ? 'It may arrive twice.' : 'They may arrive twice.'}
    tone="plain"
    go="Send again"
    onGo={onSend}
  />
);
