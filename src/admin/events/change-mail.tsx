import { Box, Text } from '@mantine/core';
import { type ReactNode, useId } from 'react';
import { getSettings } from '#admin/api/settings.ts';
import { MailLines } from '#admin/ui/layout/mail-lines.tsx';
import type { EventChange } from '#contract/registrations/announcement-calls.ts';
import { fillKindMail } from '#contract/rules/mail/mail-template.ts';
import { mailOf } from '#contract/texts/announcement.ts';
import classes from './change-mail.module.css';

const ADDRESS = /(https?:\/\/\S+)/;
const FOOTER = '\n\n-- \n';

/** Addresses of pages stand out; they lead nowhere, since the link to the own page is no real one. */
const withAddresses = (text: string): ReactNode[] =>
  text.split(ADDRESS).map((part, index) =>
    ADDRESS.test(part) ? (
      // oxlint-disable-next-line react/no-array-index-key -- the parts are of one text
      <span key={index} className={classes.address}>
        {part}
      </span>
    ) : (
      part
    ),
  );

/** The mail about a change as the first attendee gets it, filled in by the code that sends it, without letterhead. */
export function ChangeMail({ mail: { name, from, to, file, ...draft }, note }: { mail: EventChange['mail']; note: string }) {
  const titleId = useId();
  const { subject, text } = fillKindMail({
    ...draft,
    values: { ...draft.values, NOTE: note.trim() },
    letterhead: getSettings().organisation,
  });
  const words = text.slice(0, text.lastIndexOf(FOOTER));
  return (
    <Box component="section" miw={0} aria-labelledby={titleId}>
      <Text id={titleId} component="h3" mb="xs" variant="label">
        {mailOf(name)}
      </Text>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reachable by keyboard */}
      <div className={classes.mail} tabIndex={0} role="group" aria-labelledby={titleId}>
        <MailLines
          lines={[
            ['From', from],
            ['To', to],
            ['Subject', <strong key="subject">{subject}</strong>],
            ...(file === null ? [] : [['File', file] as const]),
          ]}
        />
        <div className={classes.text} dir="auto">
          {words.split('\n\n').map((paragraph) => (
            <p key={paragraph}>{withAddresses(paragraph)}</p>
          ))}
        </div>
      </div>
    </Box>
  );
}
