import { useQuery } from '@tanstack/react-query';
import { useParams } from 'react-router';
import { useEditForm } from '#admin/features/marketing-forms/form-mutations.ts';
import { formQuery } from '#admin/features/marketing-forms/form-queries.ts';
import { FORM_SHAPE, hasDownloadWithoutMail, savedFormSettings } from '#admin/features/notification-settings/form-settings-values.ts';
import { SettingsForm, SettingsFormSkeleton } from '#admin/features/notification-settings/settings-form.tsx';
import { FORM_SETTINGS } from '#admin/features/notification-settings/settings-kind.ts';
import { useSettingsForm } from '#admin/features/notification-settings/use-settings-form.ts';
import { CheckboxField } from '#admin/ui/inputs/edit-fields.tsx';
import { Page, PageHeader } from '#admin/ui/layout/page.tsx';
import { WholeWidth } from '#admin/ui/layout/settings-section.tsx';
import type { MarketingForm } from '#contract/marketing-form.ts';
import { useBackToForm } from '../form-header.tsx';
import { Loaded, readState } from '../loaded.tsx';
import { useFormPreviewPeople } from '../preview-people.ts';

const DOWNLOAD_WITHOUT_MAIL = 'This form promises downloadable content, but no email brings it until sender, subject and template are set.';

/** `/{slug}/form/{formid}/edit`: the settings of a marketing form. */
export function EditFormRoute() {
  const { formid: formId = '' } = useParams();
  const read = useQuery(formQuery(formId));
  return (
    <Page>
      <PageHeader
        back={useBackToForm({ kind: 'form', id: formId }, read.data?.title)}
        title="Edit form"
        isLoading={readState(read) === 'loading'}
      />
      <Loaded read={read} skeleton={<SettingsFormSkeleton kind={FORM_SETTINGS} />}>
        {(form) => <FormSettings key={form.id} form={form} />}
      </Loaded>
    </Page>
  );
}

function FormSettings({ form: marketingForm }: { form: MarketingForm }) {
  const edit = useEditForm(marketingForm.id);
  const form = useSettingsForm({
    shape: FORM_SHAPE,
    saved: savedFormSettings(marketingForm),
    isSaving: edit.isPending,
    save: async (changed) => savedFormSettings(await edit.mutateAsync({ changed, version: marketingForm.version })),
  });
  const people = useFormPreviewPeople(marketingForm, form.values.title);
  return (
    <SettingsForm
      kind={FORM_SETTINGS}
      form={form}
      mailWarnings={hasDownloadWithoutMail(form.values) ? [DOWNLOAD_WITHOUT_MAIL] : []}
      people={people}
    >
      <WholeWidth>
        <CheckboxField
          label="Email includes downloadable content"
          field={form.field('donwloadable_content')}
          description="The button of the form reads Download; put the link into the template"
        />
      </WholeWidth>
    </SettingsForm>
  );
}
