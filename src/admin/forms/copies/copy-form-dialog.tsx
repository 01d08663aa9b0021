import { useNavigate } from 'react-router';
import { z } from 'zod';
import { CopyDialog } from '#admin/events/copies/copy-dialog.tsx';
import { copyDraftName } from '#admin/events/copies/copy-draft.ts';
import { useCopyMarketingForm } from '#admin/events/copies/copy-mutations.ts';
import { paths } from '#admin/paths.ts';
import { editedRowSchema } from '#admin/records/row-edits.ts';
import { useNewRecord } from '#admin/records/use-record.ts';
import { useCloseDialog } from '#admin/ui/dialogs/use-dialog.tsx';
import { TextField } from '#admin/ui/inputs/edit-fields.tsx';
import type { CopiedForm } from '#contract/forms/copy.ts';
import type { MarketingForm } from '#contract/forms/marketing-form.ts';
import { isBlank } from '#contract/rules/text.ts';
import { TITLE_REQUIRED } from '#contract/texts/staff.ts';
import { TITLE_MAX_LENGTH } from '#contract/wire-text.ts';
import { copyTitle } from './series-copy-values.ts';

const draft = editedRowSchema(z.object({ title: z.string() }));

/** Copies a marketing form with its settings and fields, then leads to the copy. */
export function CopyFormDialog({ form }: { form: MarketingForm }) {
  const close = useCloseDialog();
  const navigate = useNavigate();
  const send = useCopyMarketingForm(form);
  const copy = useNewRecord<{ title: string }, CopiedForm>({
    name: copyDraftName(form.id),
    draft,
    initial: { title: copyTitle(form.title) },
    problemsOf: ({ title }) => (isBlank(title) ? { title: TITLE_REQUIRED } : {}),
    send,
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
