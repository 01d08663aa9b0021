import type { ReactNode } from 'react';
import { TextField } from '#admin/ui/inputs/edit-fields.tsx';
import { SettingsSection } from '#admin/ui/layout/settings-section.tsx';
import { TITLE_MAX_LENGTH } from '#contract/wire-text.ts';
import { unknownPlaceholders } from './mail-placeholders.ts';
import { MailPreview, type PreviewPerson } from './mail-preview.tsx';
import { isMailIncomplete } from './service-warnings.ts';
import type { SettingsFields } from './settings-fields.ts';
import type { SettingsKind } from './settings-kind.ts';
import { TemplateEditor } from './template-editor.tsx';
import { WarningNotes } from './warning-notes.tsx';

interface MailFieldsProps {
  kind: SettingsKind;
  form: SettingsFields;
  warnings: readonly string[];
  /** The people that the preview can show the mail for, starting with the first. */
  people: readonly [PreviewPerson, ...PreviewPerson[]];
  children?: ReactNode;
}

/** The settings of the mail to the attendee, with a preview. */
export function MailFields({ kind, form, warnings, people, children }: MailFieldsProps) {
  const { labels } = kind;
  const notes = [
    ...unknownPlaceholders(form.values.email_subject).map((note) => `Email subject: ${note}`),
    ...(isMailIncomplete(form.values) ? ['Nothing is sent to the attendee until sender, subject and template are set.'] : []),
    ...warnings,
  ];
  return (
    <SettingsSection title="Email to the attendee" note="Sent when sender, subject and template are set.">
      <TextField label={labels.from} field={form.field('email_from')} type="email" spellCheck={false} />
      <TextField label="Email subject" field={form.field('email_subject')} maxLength={TITLE_MAX_LENGTH} />
      <TemplateEditor label={labels.template} field={form.field('email_template')} />
      <MailPreview kind={kind} values={form.values} people={people} />
      {children}
      <WarningNotes texts={notes} />
    </SettingsSection>
  );
}
