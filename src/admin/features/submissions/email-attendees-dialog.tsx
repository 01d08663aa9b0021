import { Anchor, Button, CopyButton, Modal, Textarea } from '@mantine/core';
import { IconCheck, IconCopy, IconMail } from '@tabler/icons-react';
import { useState } from 'react';
import { counted, formatCount } from '#admin/ui/counts.ts';
import { COPIED_MS } from '#admin/ui/use-copy-code.ts';
import classes from './email-attendees-dialog.module.css';
import { mailBatches, mailLink } from './mail-links.ts';

interface EmailAttendeesDialogProps {
  /** Whom it writes to: "Email all attendees of ‘Leading through change’". */
  title: string;
  /** Each once; undefined while the dialog is closed. */
  addresses: readonly string[] | undefined;
  onClose: () => void;
}

/** For more addresses than a mail link holds: all of them to copy, and links in batches (decision 43). */
export function EmailAttendeesDialog({ title, addresses, onClose }: EmailAttendeesDialogProps) {
  // What the dialog says stays while it closes.
  const [shown, setShown] = useState<readonly string[]>([]);
  if (addresses !== undefined && addresses !== shown) setShown(addresses);
  return (
    <Modal opened={addresses !== undefined} onClose={onClose} size="lg" title={title} closeButtonProps={{ 'aria-label': 'Close' }}>
      <p className={classes.why}>
        Mail programs do not take {counted(shown.length, 'address', 'addresses')} in one link. Copy them all, or write to them in batches.
      </p>
      <Textarea label="Addresses, for the blind copy field" value={shown.join(', ')} readOnly rows={4} dir="ltr" />
      <CopyButton value={shown.join(', ')} timeout={COPIED_MS}>
        {({ copied, copy }) => (
          <Button
            className={classes.copy}
            variant="default"
            data-autofocus
            leftSection={copied ? <IconCheck size={16} stroke={1.75} /> : <IconCopy size={16} stroke={1.75} />}
            onClick={copy}
          >
            <span aria-live="polite">{copied ? 'Copied' : 'Copy addresses'}</span>
          </Button>
        )}
      </CopyButton>
      <h3 className={classes.heading}>In batches</h3>
      <Batches addresses={shown} />
    </Modal>
  );
}

function Batches({ addresses }: { addresses: readonly string[] }) {
  const batches = mailBatches(addresses);
  const ends = batches.map((_, index) => batches.slice(0, index + 1).flat().length);
  return (
    <ol className={classes.batches}>
      {batches.map((batch, index) => {
        const end = ends[index] ?? batch.length;
        return (
          <li key={end}>
            <Anchor className={classes.batch} href={mailLink(batch)}>
              <IconMail size={16} stroke={1.75} aria-hidden="true" />
              Addresses {formatCount(end - batch.length + 1)} to {formatCount(end)}
            </Anchor>
          </li>
        );
      })}
    </ol>
  );
}
