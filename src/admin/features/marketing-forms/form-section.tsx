import { paths } from '#admin/paths.ts';
import { CountCard } from '#admin/ui/cards/count-card.tsx';
import { CountSection } from '#admin/ui/cards/count-section.tsx';
import { IconForms } from '#admin/ui/layout/icons.tsx';
import type { FormCard } from '#contract/marketing-form.ts';

interface FormSectionProps {
  forms: readonly FormCard[] | undefined;
  onAdd: () => void;
}

/** The dashboard's marketing forms, ending with the card that adds one. */
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
