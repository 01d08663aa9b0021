import { CoverField } from '#admin/pictures/cover-field.tsx';
import { DescriptionField } from '#admin/ui/inputs/description-field.tsx';
import { SettingsSection, WholeWidth } from '#admin/ui/layout/settings-section.tsx';
import type { useSettingsForm } from './use-settings-form.ts';

/** What visitors read beside the form. */
export const PublicPageFields = ({ form: { field, errors } }: { form: ReturnType<typeof useSettingsForm> }) => (
  <SettingsSection title="Public page" note="Shown beside the form. Embedded forms only share its look.">
    <WholeWidth>
      <DescriptionField label="Description" field={field('description')} />
    </WholeWidth>
    <WholeWidth>
      <CoverField field={field('cover')} altError={errors['cover.alt']} />
    </WholeWidth>
  </SettingsSection>
);
