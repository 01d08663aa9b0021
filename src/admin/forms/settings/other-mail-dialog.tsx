import { Alert, Button } from '@mantine/core';
import type { KeyboardEvent, SubmitEvent } from 'react';
import { flushSync } from 'react-dom';
import { call } from '#admin/api/call.ts';
import { queryKeys } from '#admin/reads/query-keys.ts';
import { useSavedRecord } from '#admin/records/use-record.ts';
import { CancelButton, Dialog, DialogFoot } from '#admin/ui/dialogs/dialog.tsx';
import { UnsavedChanges } from '#admin/ui/dialogs/unsaved-changes.tsx';
import { useCloseDialog } from '#admin/ui/dialogs/use-dialog.tsx';
import { SaveNote } from '#admin/ui/feedback/save-note.tsx';
import { showSuccess } from '#admin/ui/feedback/show-alert.tsx';
import { useSaving } from '#admin/ui/feedback/use-saving.ts';
import { TextField } from '#admin/ui/inputs/edit-fields.tsx';
import { IconAlertTriangle } from '#admin/ui/layout/icons.tsx';
import { WholeWidth } from '#admin/ui/layout/settings-section.tsx';
import type { MailKind } from '#contract/registrations/mail-kind.ts';
import { registrationCalls, type SeriesMails } from '#contract/registrations/registration-calls.ts';
import { placeholdersOfKind } from '#contract/rules/mail/mail-placeholders.ts';
import { MAIL_TITLES } from '#contract/texts/changes.ts';
import { IS_DEFAULT, mailSaved, OF_THE_SERVER, USE_DEFAULT } from '#contract/texts/settings.ts';
import { DEFAULT_MAILS } from '#contract/texts/words/mails.ts';
import { TITLE_MAX_LENGTH } from '#contract/wire-text.ts';
import { unknownPlaceholders } from './mail-placeholders.ts';
import { MailPreview, type PreviewPerson } from './mail-preview.tsx';
import classes from './other-mail-dialog.module.css';
import { draftOfMail, isDefaultText, mailDraft, mailProblems, type MailText, savedText } from './other-mail-values.ts';
import { seriesMailsKey } from './series-mails-queries.ts';
import { TemplateEditor } from './template-editor.tsx';

const TEMPLATE_NAME = 'template';

interface OtherMailDialogProps {
  kind: MailKind;
  read: SeriesMails;
  /** The series as typed, and for whom the mail is shown. */
  series: { title: string; from: string; people: readonly [PreviewPerson, ...PreviewPerson[]] };
}

/** Edits the subject and text of one kind of mail, with a preview; a refused save loses nothing. */
export function OtherMailDialog({ kind, read, series }: OtherMailDialogProps) {
  const close = useCloseDialog();
  const further = placeholdersOfKind(kind);
  const edits = useSavedRecord<MailText, SeriesMails>({
    name: draftOfMail(kind),
    draft: mailDraft,
    read,
    valuesOf: (mails) => savedText(mails, kind),
    problemsOf: (changed) => mailProblems(kind, changed),
    send: (changed, guard) => call(registrationCalls.editSeriesMail, { params: { id: read.id }, body: { kind, ...changed }, ...guard }),
    readsKey: seriesMailsKey(read.id),
    staleKeys: [queryKeys.seriesReads(read.id)],
  });
  const { values, changes } = edits;
  const { setForm, ...saving } = useSaving({
    ...edits,
    save: async () => {
      await edits.save();
      close();
      showSuccess({ title: mailSaved(MAIL_TITLES[kind]) });
    },
  });
  const handleSubmit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    saving.submit();
  };
  // Not the page behind, which has the same keys.
  const handleKeys = (event: KeyboardEvent) => {
    if (!(event.ctrlKey || event.metaKey) || event.key.toLowerCase() !== 's') return;
    event.preventDefault();
    event.stopPropagation();
    saving.submit();
  };
  const fillInDefault = () => {
    flushSync(() => {
      edits.field('subject').onChange(DEFAULT_MAILS[kind].subject);
      edits.field(TEMPLATE_NAME).onChange(DEFAULT_MAILS[kind].template);
    });
    document.getElementsByName(TEMPLATE_NAME)[0]?.focus();
  };
  return (
    <Dialog isTall title={MAIL_TITLES[kind]} size="66rem" isChanged={changes > 0} isPending={saving.isSaving}>
      <form ref={setForm} noValidate onSubmit={handleSubmit} onKeyDown={handleKeys}>
        <div className={classes.fields}>
          <WholeWidth>
            <SaveNote outcome={saving.outcome} />
            <TextField label="Subject" field={edits.field('subject')} maxLength={TITLE_MAX_LENGTH} />
          </WholeWidth>
          <TemplateEditor label="Text" field={edits.field(TEMPLATE_NAME)} further={further} />
          <MailPreview
            form={{ kind: 'series', id: read.id }}
            kind={kind}
            mail={{ ...series, ...values }}
            ownPages={read}
            withoutSender={OF_THE_SERVER}
            people={series.people}
          />
          {unknownPlaceholders(values.subject, further).map((note) => (
            <WholeWidth key={note}>
              <Alert role="status" color="orange" icon={<IconAlertTriangle />}>
                Subject: {note}
              </Alert>
            </WholeWidth>
          ))}
        </div>
        <DialogFoot
          note={
            isDefaultText(kind, values) ? (
              IS_DEFAULT
            ) : (
              <Button variant="default" size="xs" onClick={fillInDefault}>
                {USE_DEFAULT}
              </Button>
            )
          }
        >
          <CancelButton />
          <Button type="submit" disabled={changes === 0} loading={saving.isSaving}>
            Save
          </Button>
        </DialogFoot>
        <UnsavedChanges hasUnsaved={() => changes > 0} />
      </form>
    </Dialog>
  );
}
