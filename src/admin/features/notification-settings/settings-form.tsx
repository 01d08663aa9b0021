import type { ReactNode } from 'react';
import { TextField } from '#admin/ui/edit-fields.tsx';
import { SaveBar } from '#admin/ui/save-bar.tsx';
import { SaveNote } from '#admin/ui/save-note.tsx';
import { SettingsBones } from '#admin/ui/settings-bones.tsx';
import { SettingsSection, WholeWidth } from '#admin/ui/settings-section.tsx';
import { TITLE_MAX_LENGTH } from '#contract/wire-text.ts';
import { useConfiguredServices } from './connection-queries.ts';
import { MailFields } from './mail-fields.tsx';
import type { PreviewPerson } from './mail-preview.tsx';
import { NotificationFields } from './notification-fields.tsx';
import { serviceWarnings } from './service-warnings.ts';
import type { SettingsFields } from './settings-fields.ts';
import type { SettingsKind } from './settings-kind.ts';
import type { useSettingsForm } from './use-settings-form.ts';

const TITLE_NOTE = 'The title stands on the form and in its address.';

interface SettingsFormProps {
  kind: SettingsKind;
  /** Of `useSettingsForm`. */
  form: SettingsFields & Pick<ReturnType<typeof useSettingsForm>, 'outcome' | 'unsaved' | 'submit' | 'discard'>;
  isSaving: boolean;
  /** What else staff should know of the mail beforehand. */
  mailWarnings?: readonly string[];
  /** For whom the mail can be shown; the first is shown at the start. */
  people: readonly [PreviewPerson, ...PreviewPerson[]];
  /** Further settings of the mail. */
  children?: ReactNode;
}

/** The settings of a series or form, with the bar that saves them and the note of how that went (spec section 2). */
export function SettingsForm({ kind, form, isSaving, mailWarnings = [], people, children }: SettingsFormProps) {
  const warnings = serviceWarnings(form.values, useConfiguredServices());
  return (
    <>
      <SaveNote outcome={form.outcome} />
      <SettingsSection title={kind.title} note={TITLE_NOTE}>
        <WholeWidth>
          <TextField label="Title" field={form.field('title')} required maxLength={TITLE_MAX_LENGTH} />
        </WholeWidth>
      </SettingsSection>
      <NotificationFields kind={kind} form={form} warnings={warnings.notifications} />
      <MailFields kind={kind} form={form} warnings={[...warnings.mail, ...mailWarnings]} people={people}>
        {children}
      </MailFields>
      <SaveBar unsaved={form.unsaved} isSaving={isSaving} {...kind.save} onSave={form.submit} onDiscard={form.discard} />
    </>
  );
}

/** Stands for the settings that load. */
export function SettingsFormBones({ kind }: { kind: SettingsKind }) {
  return (
    <SettingsBones
      sections={[
        { title: kind.title, note: TITLE_NOTE, inputs: 1 },
        { title: 'Notifications', note: 'Who hears of each sign-up besides the attendee.', inputs: 3 },
      ]}
    />
  );
}
