import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from 'react-router';
import { z } from 'zod';
import { CopyDialog } from '#admin/events/copies/copy-dialog.tsx';
import { copyDraftName } from '#admin/events/copies/copy-draft.ts';
import { paths } from '#admin/paths.ts';
import { queryKeys } from '#admin/reads/query-keys.ts';
import { editedRowSchema } from '#admin/records/row-edits.ts';
import { useNewRecord } from '#admin/records/use-record.ts';
import { call } from '#admin/session/call.ts';
import { useCloseDialog } from '#admin/ui/dialogs/use-dialog.tsx';
import { showSuccess } from '#admin/ui/feedback/show-alert.tsx';
import { TextField } from '#admin/ui/inputs/edit-fields.tsx';
import { type CopiedForm, copyCalls } from '#contract/forms/copy.ts';
import type { MarketingForm } from '#contract/forms/marketing-form.ts';
import { isBlank } from '#contract/rules/text.ts';
import { counted } from '#contract/texts/counts.ts';
import { TITLE_REQUIRED } from '#contract/texts/staff.ts';
import { TITLE_MAX_LENGTH } from '#contract/wire-text.ts';
import { copyTitle } from './series-copy-values.ts';

const draft = editedRowSchema(z.object({ title: z.string() }));

export function CopyFormDialog({ form }: { form: MarketingForm }) {
  const close = useCloseDialog();
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  const copy = useNewRecord<{ title: string }, CopiedForm>({
    name: copyDraftName(form.id),
    draft,
    initial: { title: copyTitle(form.title) },
    problemsOf: ({ title }) => (isBlank(title) ? { title: TITLE_REQUIRED } : {}),
    send: async (body, idempotencyKey) => {
      const copied = await call(copyCalls.copyForm, { params: { id: form.id }, body, idempotencyKey });
      showSuccess({ title: `Copied ‘${form.title}’: ${counted(copied.fields_count, 'field')}.` });
      await queryClient.invalidateQueries({ queryKey: queryKeys.formCards });
      return copied;
    },
    onAdded: (copied) => {
      close();
      void navigate(paths.marketing.page(copied));
    },
  });
  return (
    <CopyDialog title={`Copy ‘${form.title}’`} copy={copy} submitLabel="Copy form">
      <TextField label="Title" data-autofocus required maxLength={TITLE_MAX_LENGTH} field={copy.field('title')} />
    </CopyDialog>
  );
}
