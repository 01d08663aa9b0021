import { Badge, Button, Skeleton, Table, VisuallyHidden } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { flushSync } from 'react-dom';
import { z } from 'zod';
import { queryKeys } from '#admin/reads/query-keys.ts';
import { hasDraft } from '#admin/records/drafts.ts';
import { schemaProblems } from '#admin/records/row-edits.ts';
import { useSavedRecord } from '#admin/records/use-record.ts';
import { call } from '#admin/session/call.ts';
import { useMay } from '#admin/session/session.ts';
import { Dialog, DialogFoot } from '#admin/ui/dialogs/dialog.tsx';
import { useCloseDialog, useDialogWith } from '#admin/ui/dialogs/use-dialog.tsx';
import { TextField } from '#admin/ui/inputs/edit-fields.tsx';
import { saveKeys } from '#admin/ui/inputs/use-save-shortcut.ts';
import { IconPencil } from '#admin/ui/layout/icons.tsx';
import { SettingsSection, WarningNotes, WholeWidth } from '#admin/ui/layout/settings-section.tsx';
import { toolButtonProps } from '#admin/ui/layout/tool-button.tsx';
import { LoadFailure, readState } from '#admin/ui/states/page-state.tsx';
import { showSuccess } from '#admin/ui/states/show-alert.tsx';
import { SaveNote, useSaving } from '#admin/ui/states/use-saving.tsx';
import { type SeriesMail, seriesMailCalls, seriesMailEditSchema, type SeriesMails } from '#contract/forms/series-mails.ts';
import { automaticMail, type MailKind, mailKind } from '#contract/registrations/mail-kind.ts';
import { placeholdersOf } from '#contract/rules/mail/mail-placeholders.ts';
import { MAIL_TITLES } from '#contract/texts/changes.ts';
import { DEFAULT_MAILS } from '#contract/texts/words/mails.ts';
import { TITLE_MAX_LENGTH } from '#contract/wire-text.ts';
import { EventMailFields, type EventMailFieldsProps, MailSubject } from './event-mail-fields.tsx';
import { MailPreview, type PreviewPerson } from './mail-preview.tsx';
import classes from './other-mails.module.css';
import { seriesMailsKey, seriesMailsQuery } from './settings-values.ts';
import { TemplateEditor, unknownPlaceholders } from './template-editor.tsx';

const mailTextSchema = z.object({ subject: z.string(), template: z.string() });

type MailText = Readonly<z.infer<typeof mailTextSchema>>;

const draftOfMail = (kind: MailKind): string => `mail-${kind}`;

function savedText({ mails }: SeriesMails, kind: MailKind): MailText {
  const { subject, template } = mails.find((mail) => mail.kind === kind) ?? DEFAULT_MAILS[kind];
  return { subject, template };
}

const isDefaultText = (kind: MailKind, { subject, template }: MailText): boolean =>
  subject === DEFAULT_MAILS[kind].subject && template === DEFAULT_MAILS[kind].template;

interface OtherMailsProps extends Pick<EventMailFieldsProps, 'seriesId' | 'form' | 'events'> {
  people: readonly [PreviewPerson, ...PreviewPerson[]];
}

export function SeriesMailsFields({ seriesId, form, events, people }: OtherMailsProps) {
  const { title, email_from: from, check_in_codes: hasCode } = form.values;
  const series = { title, from, hasCode, people };
  const read = useQuery(seriesMailsQuery(seriesId));
  const { data } = read;
  // What was typed when a session ended is shown again.
  const editing = useDialogWith(() => mailKind.options.find((each) => hasDraft(draftOfMail(each))));
  const isAutomatic = (kind: MailKind): boolean => automaticMail.safeParse(kind).success;
  return (
    <>
      <EventMailFields seriesId={seriesId} form={form} events={events} mails={data?.mails ?? []} onEdit={editing.open} />
      <SettingsSection title="Other emails" note="Sent when a registration changes. Each has a default text.">
        <WholeWidth>
          {readState(read) === 'failed' ? <LoadFailure read={read} /> : null}
          {readState(read) === 'loading' ? <Skeleton h={mailKind.options.length * 40} /> : null}
          {data === undefined ? null : <MailTable mails={data.mails.filter(({ kind }) => !isAutomatic(kind))} onEdit={editing.open} />}
          {data === undefined ? null : editing.show((kind) => <OtherMailDialog key={kind} kind={kind} read={data} series={series} />)}
        </WholeWidth>
      </SettingsSection>
    </>
  );
}

const MailTable = ({ mails, onEdit }: { mails: readonly SeriesMail[]; onEdit: (kind: MailKind) => void }) => (
  <div className={classes.frame} data-box="frame">
    <Table className={classes.table} aria-label="Other emails">
      <Table.Thead data-phone="unseen">
        <Table.Tr>
          <Table.Th>When</Table.Th>
          <Table.Th>Subject</Table.Th>
          <Table.Th>Text</Table.Th>
          <Table.Th>
            <VisuallyHidden>Edit</VisuallyHidden>
          </Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {mails.map((mail) => (
          <MailRow key={mail.kind} mail={mail} onEdit={() => onEdit(mail.kind)} />
        ))}
      </Table.Tbody>
    </Table>
  </div>
);

function MailRow({ mail: { kind, subject, is_own: isOwn }, onEdit }: { mail: SeriesMail; onEdit: () => void }) {
  const title = MAIL_TITLES[kind];
  return (
    <Table.Tr className={classes.row}>
      <Table.Td data-text="strong">{title}</Table.Td>
      <Table.Td data-text="second" dir="auto">
        <MailSubject kind={kind} subject={subject} />
      </Table.Td>
      <Table.Td data-text="second" data-phone={isOwn ? undefined : 'unseen'}>
        {isOwn ? <Badge>Custom</Badge> : 'Default'}
      </Table.Td>
      <Table.Td className={classes.act}>
        <Button {...toolButtonProps} leftSection={<IconPencil />} aria-label={`Edit ‘${title}’`} onClick={onEdit}>
          Edit
        </Button>
      </Table.Td>
    </Table.Tr>
  );
}

const TEMPLATE_NAME = 'template';

interface OtherMailDialogProps {
  kind: MailKind;
  read: SeriesMails;
  /** The series as typed, and the person for whom the mail is shown. */
  series: { title: string; from: string; hasCode: boolean; people: readonly [PreviewPerson, ...PreviewPerson[]] };
}

function OtherMailDialog({ kind, read, series }: OtherMailDialogProps) {
  const close = useCloseDialog();
  const placeholders = placeholdersOf(kind);
  const may = useMay();
  const edits = useSavedRecord<MailText, SeriesMails>({
    name: draftOfMail(kind),
    schema: mailTextSchema,
    isReadOnly: !may(seriesMailCalls.editSeriesMail),
    read,
    valuesOf: (mails) => savedText(mails, kind),
    problemsOf: (changed) => schemaProblems(seriesMailEditSchema, { kind, ...changed }),
    send: (changed, guard) => call(seriesMailCalls.editSeriesMail, { params: { id: read.id }, body: { kind, ...changed }, ...guard }),
    readsKey: seriesMailsKey(read.id),
    staleKeys: [queryKeys.seriesReads(read.id)],
  });
  const { values, changes } = edits;
  const { setForm, ...saving } = useSaving({
    ...edits,
    save: async () => {
      await edits.save();
      close();
      showSuccess({ title: `The email ‘${MAIL_TITLES[kind]}’ is saved.` });
    },
  });
  const fillInDefault = () => {
    flushSync(() => {
      edits.field('subject').onChange(DEFAULT_MAILS[kind].subject);
      edits.field(TEMPLATE_NAME).onChange(DEFAULT_MAILS[kind].template);
    });
    document.getElementsByName(TEMPLATE_NAME)[0]?.focus();
  };
  return (
    <Dialog isTall title={MAIL_TITLES[kind]} size="66rem" isChanged={changes > 0} isPending={saving.isSaving}>
      <form ref={setForm} noValidate onSubmit={saving.submit} onKeyDown={saveKeys(saving.submit)}>
        <div className={classes.fields} data-pair>
          <WholeWidth>
            <SaveNote outcome={saving.outcome} />
            <TextField label="Subject" field={edits.field('subject')} maxLength={TITLE_MAX_LENGTH} />
          </WholeWidth>
          <TemplateEditor label="Text" field={edits.field(TEMPLATE_NAME)} placeholders={placeholders} />
          <MailPreview
            form={{ kind: 'series', id: read.id }}
            kind={kind}
            mail={{ ...series, ...values, hasSelfService: read.self_service }}
            withoutSender="the address of this server"
            people={series.people}
          />
          <WarningNotes texts={unknownPlaceholders(values.subject, placeholders).map((note) => `Subject: ${note}`)} />
        </div>
        <DialogFoot
          note={
            isDefaultText(kind, values) ? (
              'This is the default text.'
            ) : (
              <Button variant="default" size="xs" onClick={fillInDefault}>
                Use the default text
              </Button>
            )
          }
        >
          <Button type="submit" disabled={changes === 0} loading={saving.isSaving}>
            Save
          </Button>
        </DialogFoot>
      </form>
    </Dialog>
  );
}
