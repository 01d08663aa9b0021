import { CheckboxField, TextField } from '#admin/ui/inputs/edit-fields.tsx';
import { SettingsSection, WholeWidth } from '#admin/ui/layout/settings-section.tsx';
import { TITLE_MAX_LENGTH } from '#contract/wire-text.ts';
import { unknownPlaceholders } from './mail-placeholders.ts';
import { MailPreview, type PreviewPerson } from './mail-preview.tsx';
import { hasDownloadWithoutMail, isMailIncomplete } from './service-warnings.ts';
import type { SettingsKind } from './settings-kind.ts';
import { TemplateEditor } from './template-editor.tsx';
import type { SettingsInputs } from './use-settings-form.ts';
import { WarningNotes } from './warning-notes.tsx';

const DOWNLOAD_WITHOUT_MAIL = 'This form promises downloadable content, but no email brings it until sender, subject and template are set.';

interface MailFieldsProps {
  kind: SettingsKind;
  form: SettingsInputs;
  warnings: readonly string[];
  /** The people that the preview can show the mail for, starting with the first. */
  people: readonly [PreviewPerson, ...PreviewPerson[]];
}

/** The settings of the mail to the attendee, with a preview. */
export function MailFields({ kind, form, warnings, people }: MailFieldsProps) {
  const { labels } = kind;
  const notes = [
    ...unknownPlaceholders(form.values.email_subject).map((note) => `Email subject: ${note}`),
    ...(isMailIncomplete(form.values) ? ['Nothing is sent to the attendee until sender, subject and template are set.'] : []),
    ...warnings,
    ...(hasDownloadWithoutMail(form.values) ? [DOWNLOAD_WITHOUT_MAIL] : []),
  ];
  return (
    <SettingsSection title="Email to the attendee" note="Sent when sender, subject and template are set.">
      <TextField label={labels.from} field={form.field('email_from')} type="email" spellCheck={false} />
      <TextField label="Email subject" field={form.field('email_subject')} maxLength={TITLE_MAX_LENGTH} />
      <TemplateEditor label={labels.template} field={form.field('email_template')} />
      <MailPreview kind={kind} values={form.values} people={people} />
      {kind.isMarketingForm ? (
        <WholeWidth>
          <CheckboxField
            label="Email includes downloadable content"
            field={form.field('donwloadable_content')}
            description="The button of the form reads Download; put the link into the template"
          />
        </WholeWidth>
      ) : null}
      <WarningNotes texts={notes} />
    </SettingsSection>
  );
}
