import { Group } from '@mantine/core';
import { CheckboxField, SwitchField, TextField } from '#admin/ui/inputs/edit-fields.tsx';
import { SettingsSection, WholeWidth } from '#admin/ui/layout/settings-section.tsx';
import * as texts from '#contract/texts/settings.ts';
import type { useSettingsForm } from './use-settings-form.ts';

/** What people may do by the link in their mails; the rest shows only while there are own pages. */
export const OwnPageFields = ({ form: { field } }: { form: Pick<ReturnType<typeof useSettingsForm>, 'field'> }) => (
  <SettingsSection title={texts.OWN_PAGE} note={texts.OWN_PAGE_NOTE}>
    <WholeWidth>
      <SwitchField label={texts.OWN_PAGE} field={field('self_service')} />
    </WholeWidth>
    {field('self_service').value && (
      <>
        <WholeWidth>
          <Group gap={24}>
            <CheckboxField label={texts.MAY_CORRECT} field={field('self_service_answers')} />
            <CheckboxField label={texts.MAY_CHANGE_EVENTS} field={field('self_service_events')} />
            <CheckboxField label={texts.MAY_CANCEL} field={field('self_service_cancel')} />
          </Group>
        </WholeWidth>
        <TextField
          label={texts.UNTIL_HOW_LONG}
          field={field('self_service_hours')}
          inputMode="numeric"
          rightSection="hours"
          rightSectionWidth={60}
          rightSectionPointerEvents="none"
        />
      </>
    )}
  </SettingsSection>
);
