import { Group } from '@mantine/core';
import { CheckboxField, NumberField, SwitchField } from '#admin/ui/inputs/edit-fields.tsx';
import { SettingsSection, WholeWidth } from '#admin/ui/layout/settings-section.tsx';
import { UNTIL_HOW_LONG } from '#contract/texts/settings.ts';
import type { useSettingsForm } from './use-settings-form.ts';

/** What people may do by the link in their mails; the rest shows only while there are own pages. */
export const OwnPageFields = ({ form: { field } }: { form: Pick<ReturnType<typeof useSettingsForm>, 'field'> }) => (
  <SettingsSection title="Self-service page" note="Each email links to a page where people can see their registration.">
    <WholeWidth>
      <SwitchField label="Self-service page" field={field('self_service')} />
    </WholeWidth>
    {field('self_service').value && (
      <>
        <WholeWidth>
          <Group gap={24}>
            <CheckboxField label="Edit their answers" field={field('self_service_answers')} />
            <CheckboxField label="Change events" field={field('self_service_events')} />
            <CheckboxField label="Cancel" field={field('self_service_cancel')} />
          </Group>
        </WholeWidth>
        <NumberField label={UNTIL_HOW_LONG} field={field('self_service_hours')} unit="hours" />
      </>
    )}
  </SettingsSection>
);
