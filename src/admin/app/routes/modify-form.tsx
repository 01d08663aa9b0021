import { useQuery } from '@tanstack/react-query';
import { useParams } from 'react-router';
import { getSettings } from '#admin/api/settings.ts';
import { MARKETING_BUILDER } from '#admin/features/form-builder/builder-kind.ts';
import { BuilderSkeleton } from '#admin/features/form-builder/builder-skeleton.tsx';
import { FieldsBuilder } from '#admin/features/form-builder/fields-builder.tsx';
import { marketingFormView } from '#admin/features/form-builder/preview/form-view.ts';
import { PreviewPanel } from '#admin/features/form-builder/preview/preview-panel.tsx';
import { useFieldMutations } from '#admin/features/form-builder/use-field-mutations.ts';
import { FormHeader } from '#admin/features/marketing-forms/form-header.tsx';
import { formQuery } from '#admin/features/marketing-forms/form-queries.ts';
import { FormSettingsMenu } from '#admin/features/marketing-forms/form-settings-menu.tsx';
import { paths } from '#admin/paths.ts';
import { Page } from '#admin/ui/layout/page.tsx';
import type { MarketingForm } from '#contract/marketing-form.ts';
import { LoadFailure } from '../load-failure.tsx';
import { readState } from '../read-state.ts';
import { useLeaveDeleted } from '../use-leave-deleted.ts';

/** `/{slug}/form/{formid}/create`: modifies the fields of a marketing form. */
export function ModifyFormRoute() {
  const { formid: formId = '' } = useParams();
  const read = useQuery(formQuery(formId));
  const leave = useLeaveDeleted(`/form/${formId}`);
  const form = read.data;
  return (
    <Page>
      <FormHeader
        formId={formId}
        title={form?.title}
        current="modify-form"
        state={readState(read)}
        actions={form === undefined ? null : <FormSettingsMenu form={form} onDeleted={leave} />}
      />
      {read.isError && form === undefined ? <LoadFailure read={read} /> : null}
      {read.isPending ? <BuilderSkeleton title={MARKETING_BUILDER.title} /> : null}
      {form === undefined ? null : <FormBuilder key={form.id} form={form} />}
    </Page>
  );
}

function FormBuilder({ form }: { form: MarketingForm }) {
  const calls = useFieldMutations('form', form.id);
  return (
    <FieldsBuilder
      kind={MARKETING_BUILDER}
      fields={form.formFields}
      events={[]}
      calls={calls}
      preview={(fields) => <PreviewPanel view={marketingFormView(form, fields, getSettings())} formPath={paths.form.publicForm(form)} />}
    />
  );
}
