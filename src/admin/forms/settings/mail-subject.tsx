import type { MailKind } from '#contract/registrations/mail-kind.ts';
import { placeholdersOf } from '#contract/rules/mail/mail-placeholders.ts';
import { splitPlaceholders } from './mail-placeholders.ts';
import classes from './other-mails.module.css';

export const MailSubject = ({ kind, subject }: { kind: MailKind; subject: string }) => (
  <span className={classes.subject}>
    {splitPlaceholders(subject, placeholdersOf(kind)).map(({ text, kind: part }, index) =>
      // oxlint-disable-next-line react/no-array-index-key -- the parts of a text have no other key
      part === 'placeholder' ? <code key={index}>{text}</code> : text,
    )}
  </span>
);
