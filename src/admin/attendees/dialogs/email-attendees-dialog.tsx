import { Anchor, Modal, Textarea } from '@mantine/core';
import { useState } from 'react';
import { CopyButton } from '#admin/ui/dialogs/copy-button.tsx';
import { IconMail } from '#admin/ui/layout/icons.tsx';
import { counted, formatCount } from '#contract/texts/counts.ts';
import classes from './email-attendees-dialog.module.css';
import { mailBatches, mailLink } from './mail-links.ts';

interface EmailAttendeesDialogProps {
  /** Such as "Email all attendees of ‘Leading through change’". */
  title: string;
  /** Without repeats; undefined while the dialog is closed. */
  addresses: readonly string[] | undefined;
  onClose: () => void;
}

/** For more addresses than fit a mail link: copies them all, or opens links in batches (D43). */
export function EmailAttendeesDialog({ title, addresses, onClose }: EmailAttendeesDialogProps) {
  // Kept, so that the text does not change while the dialog closes.
  const [shown, setShown] = useState<readonly string[]>([]);
  if (addresses !== undefined && addresses !== shown) setShown(addresses);
  return (
    <Modal opened={addresses !== undefined} onClose={onClose} size="lg" title={title}>
      <p className={classes.why}>
        Mail programs do not take {counted(shown.length, 'address', 'addresses')} in one link. Copy them all, or write to them in batches.
      </p>
      <Textarea label="Addresses, for the blind copy field" value={shown.join(', ')} readOnly rows={4} dir="ltr" />
      <CopyButton what="addresses" text={shown.join(', ')} label="Copy addresses" variant="default" className={classes.copy} />
      <h3 className={classes.heading}>In batches</h3>
      <Batches addresses={shown} />
    </Modal>
  );
}

function Batches({ addresses }: { addresses: readonly string[] }) {
  const batches = mailBatches(addresses);
  return (
    <ol className={classes.batches}>
      {batches.map((batch, index) => {
        const start = batches.slice(0, index).flat().length;
        return (
          <li key={start}>
            <Anchor className={classes.batch} href={mailLink(batch)}>
              <IconMail aria-hidden="true" />
              Addresses {formatCount(start + 1)} to {formatCount(start + batch.length)}
            </Anchor>
          </li>
        );
      })}
    </ol>
  );
}
