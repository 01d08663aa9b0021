import { Badge, Button, Skeleton, Table, VisuallyHidden } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { hasDraft } from '#admin/records/drafts.ts';
import { useDialogWith } from '#admin/ui/dialogs/use-dialog.tsx';
import { QuietRetry } from '#admin/ui/feedback/quiet-retry.tsx';
import { IconPencil } from '#admin/ui/layout/icons.tsx';
import { SettingsSection, WholeWidth } from '#admin/ui/layout/settings-section.tsx';
import { tableRoles } from '#admin/ui/table/table-roles.ts';
import { type MailKind, mailKind } from '#contract/registrations/mail-kind.ts';
import type { SeriesMail } from '#contract/registrations/registration-calls.ts';
import { placeholdersOfKind } from '#contract/rules/mail/mail-placeholders.ts';
import { MAIL_TITLES } from '#contract/texts/changes.ts';
import { DEFAULT_TEXT, OTHER_MAILS, OTHER_MAILS_NOTE, OWN_TEXT } from '#contract/texts/settings.ts';
import { splitPlaceholders } from './mail-placeholders.ts';
import type { PreviewPerson } from './mail-preview.tsx';
import { OtherMailDialog } from './other-mail-dialog.tsx';
import { draftOfMail } from './other-mail-values.ts';
import classes from './other-mails.module.css';
import { seriesMailsQuery } from './series-mails-queries.ts';

interface OtherMailsProps {
  seriesId: string;
  /** Of the series, as typed. */
  title: string;
  from: string;
  people: readonly [PreviewPerson, ...PreviewPerson[]];
}

/** The mails of a series besides the confirmation: which have a text of their own, and a dialog that edits it. */
export function OtherMails({ seriesId, ...series }: OtherMailsProps) {
  const { data, isLoadingError, isFetching, refetch } = useQuery(seriesMailsQuery(seriesId));
  // What was typed when a session ended is shown again.
  const editing = useDialogWith(() => mailKind.options.find((each) => hasDraft(draftOfMail(each))));
  return (
    <SettingsSection title={OTHER_MAILS} note={OTHER_MAILS_NOTE}>
      <WholeWidth>
        {isLoadingError ? <QuietRetry onRetry={() => void refetch()} isRetrying={isFetching} /> : null}
        {data === undefined && !isLoadingError ? <Skeleton h={mailKind.options.length * 40} /> : null}
        {data === undefined ? null : <MailTable mails={data.mails} onEdit={editing.open} />}
        {data === undefined ? null : editing.show((kind) => <OtherMailDialog key={kind} kind={kind} read={data} series={series} />)}
      </WholeWidth>
    </SettingsSection>
  );
}

function MailTable({ mails, onEdit }: { mails: readonly SeriesMail[]; onEdit: (kind: MailKind) => void }) {
  return (
    <div className={classes.frame}>
      <Table {...tableRoles.table} className={classes.table} aria-label={OTHER_MAILS}>
        <Table.Thead {...tableRoles.group}>
          <Table.Tr {...tableRoles.row}>
            <Table.Th {...tableRoles.header}>When</Table.Th>
            <Table.Th {...tableRoles.header}>Subject</Table.Th>
            <Table.Th {...tableRoles.header}>Text</Table.Th>
            <Table.Th {...tableRoles.header}>
              <VisuallyHidden>Edit</VisuallyHidden>
            </Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody {...tableRoles.group}>
          {mails.map((mail) => (
            <MailRow key={mail.kind} mail={mail} onEdit={() => onEdit(mail.kind)} />
          ))}
        </Table.Tbody>
      </Table>
    </div>
  );
}

function MailRow({ mail: { kind, subject, is_own: isOwn }, onEdit }: { mail: SeriesMail; onEdit: () => void }) {
  const title = MAIL_TITLES[kind];
  return (
    <Table.Tr {...tableRoles.row} className={classes.row}>
      <Table.Td {...tableRoles.cell} className={classes.title}>
        {title}
      </Table.Td>
      <Table.Td {...tableRoles.cell} className={classes.subject} dir="auto">
        {splitPlaceholders(subject, placeholdersOfKind(kind)).map(({ text, kind: part, start }) =>
          part === 'placeholder' ? <code key={start}>{text}</code> : text,
        )}
      </Table.Td>
      <Table.Td {...tableRoles.cell} className={classes.text} data-own={isOwn}>
        {isOwn ? <Badge color="gray">{OWN_TEXT}</Badge> : DEFAULT_TEXT}
      </Table.Td>
      <Table.Td {...tableRoles.cell} className={classes.act}>
        <Button
          variant="subtle"
          color="gray"
          size="compact-sm"
          leftSection={<IconPencil />}
          aria-label={`Edit ‘${title}’`}
          onClick={onEdit}
        >
          Edit
        </Button>
      </Table.Td>
    </Table.Tr>
  );
}
