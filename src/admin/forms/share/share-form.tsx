import { TextInput } from '@mantine/core';
import { CopyButton } from '#admin/ui/dialogs/copy-button.tsx';
import { LazyPart, lazyPart } from '#admin/ui/loading/lazy-part.tsx';
import { VIA_NAME } from '#contract/rules/payload-keys.ts';
import { slugOf } from '#contract/rules/slug.ts';
import classes from './share.module.css';

const QrCodePart = lazyPart(async () => (await import('./qr-code-part.tsx')).QrCodePart);

export interface SharedForm {
  title: string;
  /** The path of its public page. */
  path: string;
}

/** The link of a public form with a Copy button, and its QR code. */
export function ShareForm({ form }: { form: SharedForm }) {
  const link = window.location.origin + form.path;
  return (
    <div className={classes.share}>
      <h2 className={classes.title}>Share the form</h2>
      <div className={classes.link}>
        <TextInput
          className={classes.address}
          aria-label="Link to the form"
          readOnly
          dir="ltr"
          value={link}
          onFocus={({ currentTarget }) => currentTarget.select()}
        />
        <CopyButton what="link" text={link} variant="default" />
      </div>
      <LazyPart waiting={<div className={classes.waiting} />}>
        <QrCodePart address={`${link}?${VIA_NAME}=qr`} fileName={`${slugOf(form.title)}-qr-code`} />
      </LazyPart>
    </div>
  );
}
