import { Anchor, Text, Textarea } from '@mantine/core';
import { CopyButton } from '#admin/ui/dialogs/copy-button.tsx';
import { Dialog } from '#admin/ui/dialogs/dialog.tsx';
import { IconMail } from '#admin/ui/layout/icons.tsx';
import { counted, formatCount } from '#contract/texts/counts.ts';
import classes from './email-attendees-dialog.module.css';
import { mailBatches, mailLink } from './mail-links.ts';

interface EmailAttendeesDialogProps {
  /** Such as "Email all attendees of ‘Leading through change’". */
  title: string;
  /** Without repeats. */
  addresses: readonly string[];
}

/** For more addresses than fit a mail link: copies them all, or opens links in batches (D43). */
export const EmailAttendeesDialog = ({ title, addresses }: EmailAttendeesDialogProps) => (
  <Dialog size="lg" title={title}>
    <Text mb="md" variant="note">
      Mail programs do not take {counted(addresses.length, 'address', 'addresses')} in one link. Copy them all, or write to them in batches.
    </Text>
    <Textarea label="Addresses, for the blind copy field" value={addresses.join(', ')} readOnly rows={4} dir="ltr" />
    <CopyButton what="addresses" text={addresses.join(', ')} label="Copy addresses" variant="default" className={classes.copy} />
    <Text component="h3" mt="lg" mb="sm" variant="heading">
      In batches
    </Text>
    <Batches addresses={addresses} />
  </Dialog>
);

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
