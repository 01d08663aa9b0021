import { IconForms } from '@tabler/icons-react';
import { paths } from '#admin/paths.ts';
import { CountCard } from '#admin/ui/count-card.tsx';
import { CountSection } from '#admin/ui/count-section.tsx';
import type { FormCard } from '#contract/marketing-form.ts';

interface FormSectionProps {
  /** Undefined while they load. */
  forms: readonly FormCard[] | undefined;
  onAdd: () => void;
}

/** The dashboard's marketing forms: title and Signups, with the card that adds one more at the end (spec section 2). */
export function FormSection({ forms, onAdd }: FormSectionProps) {
  return (
    <CountSection
      title="Forms"
      addLabel="Add form"
      onAdd={onAdd}
      emptyIcon={IconForms}
      emptyTitle="No forms yet"
      emptyText="A form to embed in a page: a newsletter, a brochure to download."
      cards={forms?.map((form) => (
        <CountCard key={form.id} to={paths.form.page(form)} title={form.title} count={form.signups_count} noun="Signups" />
      ))}
    />
  );
}
