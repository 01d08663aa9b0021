import { useNavigate } from 'react-router';
import { z } from 'zod';
import { paths } from '#admin/paths.ts';
import type { MarketingForm } from '#contract/marketing-form.ts';
import { isBlank } from '#contract/rules/text.ts';
import { TITLE_REQUIRED } from '#contract/texts/staff.ts';
import { CopyDialog } from './copy-dialog.tsx';
import { useCopyMarketingForm } from './copy-mutations.ts';
import { CopyTitle } from './copy-title.tsx';
import { copyTitle } from './series-copy-values.ts';
import { useCopyForm } from './use-copy-form.ts';

const draft = z.object({ title: z.string() });

/** Copies a marketing form with its settings and fields, then leads to the copy. */
export function CopyFormDialog({ form, opened, onClose }: { form: MarketingForm; opened: boolean; onClose: () => void }) {
  const navigate = useNavigate();
  const { values, problems, set, isChanged, isPending, failure, submit, reset } = useCopyForm({
    sourceId: form.id,
    draft,
    initial: { title: copyTitle(form.title) },
    problemsOf: ({ title }) => (isBlank(title) ? { title: TITLE_REQUIRED } : {}),
    bodyOf: ({ title }) => ({ title: title.trim() }),
    fields: ['title'],
    copying: useCopyMarketingForm(form),
    opened,
    onCopied: (copied) => {
      onClose();
      void navigate(paths.form.page(copied));
    },
  });
  return (
    <CopyDialog
      title={`Copy ‘${form.title}’`}
      opened={opened}
      isChanged={isChanged}
      isPending={isPending}
      failure={failure}
      submitLabel="Copy form"
      onSubmit={submit}
      onClose={onClose}
      onClosed={reset}
    >
      <CopyTitle name="title" value={values.title} error={problems.title} onChange={(title) => set({ title })} />
    </CopyDialog>
  );
}
