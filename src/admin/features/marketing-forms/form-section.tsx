import { IconForms } from '@tabler/icons-react';
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
      cards={forms?.map(({ id, title, signups_count }) => <CountCard key={id} title={title} count={signups_count} noun="Signups" />)}
    />
  );
}
