import { Skeleton } from '@mantine/core';
import { useConfiguredServices } from '#admin/features/connections/connection-queries.ts';
import { SaveNote } from '#admin/ui/feedback/save-note.tsx';
import { counted } from '#admin/ui/format/counts.ts';
import { TextField } from '#admin/ui/inputs/edit-fields.tsx';
import { SaveBar } from '#admin/ui/inputs/save-bar.tsx';
import { SettingsSection, WholeWidth } from '#admin/ui/layout/settings-section.tsx';
import type { SeriesSettings } from '#contract/event-series.ts';
import { TITLE_MAX_LENGTH } from '#contract/wire-text.ts';
import { MailFields } from './mail-fields.tsx';
import type { PreviewPerson } from './mail-preview.tsx';
import { NOTIFICATIONS_NOTE, NotificationFields } from './notification-fields.tsx';
import { serviceWarnings } from './service-warnings.ts';
import type { SettingsKind } from './settings-kind.ts';
import { useSettingsForm } from './use-settings-form.ts';

const TITLE_NOTE = 'The title stands on the form and in its address.';

interface SettingsFormProps {
  kind: SettingsKind;
  /** The settings as last read. */
  read: SeriesSettings;
  /** The people that the preview can show the mail for, starting with the first. */
  people: readonly [PreviewPerson, ...PreviewPerson[]];
}

/** The settings of a series or marketing form, with the save bar and the outcome of the last save. */
export function SettingsForm({ kind, read, people }: SettingsFormProps) {
  const form = useSettingsForm(kind, read);
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
      <MailFields kind={kind} form={form} warnings={warnings.mail} people={people} />
      <SaveBar
        unsaved={form.changes === 0 ? undefined : counted(form.changes, 'unsaved change')}
        isSaving={form.isSaving}
        {...kind.save}
        onSave={form.submit}
        onDiscard={form.discard}
      />
    </>
  );
}

/** The settings while they load: with their headings, without values. */
export function SettingsFormSkeleton({ kind }: { kind: SettingsKind }) {
  return (
    <>
      <SettingsSection title={kind.title} note={TITLE_NOTE}>
        <InputSkeletons count={1} />
      </SettingsSection>
      <SettingsSection title="Notifications" note={NOTIFICATIONS_NOTE}>
        <InputSkeletons count={3} />
      </SettingsSection>
    </>
  );
}

function InputSkeletons({ count }: { count: number }) {
  return Array.from({ length: count }, (_, index) => (
    <WholeWidth key={index}>
      <Skeleton h={12} w={96} my={4} />
      <Skeleton h={36} radius="md" mt={4} />
    </WholeWidth>
  ));
}
