import { useQuery } from '@tanstack/react-query';
import { useParams } from 'react-router';
import { getSettings } from '#admin/api/settings.ts';
import { MARKETING_BUILDER } from '#admin/features/form-builder/builder-kind.ts';
import { BuilderSkeleton } from '#admin/features/form-builder/builder-skeleton.tsx';
import { FieldsBuilder } from '#admin/features/form-builder/fields-builder.tsx';
import { marketingFormView } from '#admin/features/form-builder/preview/form-view.ts';
import { PreviewPanel } from '#admin/features/form-builder/preview/preview-panel.tsx';
import { formQuery } from '#admin/features/marketing-forms/form-queries.ts';
import { FormSettingsMenu } from '#admin/features/marketing-forms/form-settings-menu.tsx';
import { paths } from '#admin/paths.ts';
import { FormFrame } from '../form-frame.tsx';
import { useLeaveDeleted } from '../use-leave-deleted.ts';

/** `/{slug}/form/{formid}/create`: modifies the fields of a marketing form. */
export function ModifyFormRoute() {
  const { formid: formId = '' } = useParams();
  const read = useQuery(formQuery(formId));
  const leave = useLeaveDeleted(`/form/${formId}`);
  return (
    <FormFrame
      form={{ kind: 'form', id: formId }}
      current="modify-form"
      read={read}
      actions={(form) => <FormSettingsMenu form={form} onDeleted={leave} />}
      skeleton={<BuilderSkeleton title={MARKETING_BUILDER.title} />}
    >
      {(form) => (
        <FieldsBuilder
          key={form.id}
          form={{ kind: 'form', id: form.id }}
          kind={MARKETING_BUILDER}
          fields={form.formFields}
          events={[]}
          preview={(fields) => (
            <PreviewPanel view={marketingFormView(form, fields, getSettings())} formPath={paths.form.publicForm(form)} />
          )}
        />
      )}
    </FormFrame>
  );
}
