import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useParams } from 'react-router';
import { useEditForm } from '#admin/features/marketing-forms/form-mutations.ts';
import { formQuery, knownFormTitle } from '#admin/features/marketing-forms/form-queries.ts';
import { useConfiguredServices } from '#admin/features/notification-settings/connection-queries.ts';
import { FORM_SHAPE, promisesInVain, savedFormSettings } from '#admin/features/notification-settings/form-settings-values.ts';
import { MailFields } from '#admin/features/notification-settings/mail-fields.tsx';
import { NotificationFields } from '#admin/features/notification-settings/notification-fields.tsx';
import { serviceWarnings } from '#admin/features/notification-settings/service-warnings.ts';
import { FORM_SETTINGS } from '#admin/features/notification-settings/settings-kind.ts';
import { useSettingsForm } from '#admin/features/notification-settings/use-settings-form.ts';
import { paths } from '#admin/paths.ts';
import { CheckboxField, TextField } from '#admin/ui/edit-fields.tsx';
import { LoadingNote } from '#admin/ui/loading-note.tsx';
import { Page } from '#admin/ui/page.tsx';
import { PageHeader } from '#admin/ui/page-header.tsx';
import { SaveBar } from '#admin/ui/save-bar.tsx';
import { SaveNote } from '#admin/ui/save-note.tsx';
import { SettingsBones } from '#admin/ui/settings-bones.tsx';
import { SettingsSection, WholeWidth } from '#admin/ui/settings-section.tsx';
import type { MarketingForm } from '#contract/marketing-form.ts';
import { LOADING } from '#contract/texts/staff.ts';
import { TITLE_MAX_LENGTH } from '#contract/wire-text.ts';
import { LoadFailure } from '../load-failure.tsx';
import { readState } from '../read-state.ts';
import { useFormPreviewPeople } from './preview-people.ts';

const TITLE_SECTION = { title: 'Form', note: 'The title stands on the form and in its address.' };
const BONES = [
  { ...TITLE_SECTION, inputs: 1 },
  { title: 'Notifications', note: 'Who hears of each sign-up besides the attendee.', inputs: 3 },
];
const PROMISED_IN_VAIN = 'This form promises downloadable content, but no email brings it until sender, subject and template are set.';

/** `/{slug}/form/{formid}/edit`: the settings of a marketing form (spec section 2, Edit marketing form). */
export function EditFormRoute() {
  const { formid: formId = '' } = useParams();
  const queryClient = useQueryClient();
  const read = useQuery(formQuery(formId));
  const form = read.data;
  const state = readState(read);
  const title = form?.title ?? knownFormTitle(queryClient, formId) ?? '';
  return (
    <Page>
      <PageHeader
        back={{ to: paths.form.page({ id: formId, title }), label: title === '' ? 'Form' : title }}
        title="Edit form"
        note={state === 'loading' ? <LoadingNote /> : undefined}
      />
      {state === 'failed' ? <LoadFailure read={read} /> : null}
      {state === 'loading' ? <SettingsBones sections={BONES} /> : null}
      {form === undefined ? null : <FormSettings key={form.id} form={form} />}
    </Page>
  );
}

function FormSettings({ form: marketingForm }: { form: MarketingForm }) {
  const edit = useEditForm(marketingForm.id);
  const configured = useConfiguredServices();
  const form = useSettingsForm({
    shape: FORM_SHAPE,
    saved: savedFormSettings(marketingForm),
    isSaving: edit.isPending,
    save: async (changed) => savedFormSettings(await edit.mutateAsync({ changed, version: marketingForm.version })),
  });
  const people = useFormPreviewPeople(marketingForm, form.values.title);
  const warnings = serviceWarnings(form.values, configured);
  const mailWarnings = promisesInVain(form.values) ? [...warnings.mail, PROMISED_IN_VAIN] : warnings.mail;
  return (
    <>
      <SaveNote outcome={form.outcome} />
      <SettingsSection {...TITLE_SECTION}>
        <WholeWidth>
          <TextField label="Title" field={form.field('title')} required maxLength={TITLE_MAX_LENGTH} />
        </WholeWidth>
      </SettingsSection>
      <NotificationFields kind={FORM_SETTINGS} form={form} warnings={warnings.notifications} />
      <MailFields kind={FORM_SETTINGS} form={form} warnings={mailWarnings} people={people}>
        <WholeWidth>
          <CheckboxField
            label="Email includes downloadable content"
            field={form.field('donwloadable_content')}
            description="The button of the form reads Download; put the link into the template"
          />
        </WholeWidth>
      </MailFields>
      <SaveBar
        unsaved={form.unsaved}
        isSaving={edit.isPending}
        saveLabel="Save changes"
        savingLabel={LOADING}
        onSave={form.submit}
        onDiscard={form.discard}
      />
    </>
  );
}
